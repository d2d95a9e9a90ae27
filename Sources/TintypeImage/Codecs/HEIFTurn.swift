internal import CTintypeCodec

/// How the boxes of a file turn its primary picture (ISO/IEC 23008-12, 6.5.10 and 6.5.12).
///
/// libheif turns the planes of a picture before it computes colors. Where a side is odd, chroma at half the resolution
/// then belongs to other pixels. So the picture is decoded as it is coded, and ``UprightReader`` turns its pixels.
enum HEIFTurn {
  /// EXIF's number; nil where there is nothing to turn, and where a crop or another order of steps is left to libheif.
  static func orientation(of file: InputFile) throws(ImageError) -> Int? {
    guard let meta = try content(of: "meta", in: file) else { return nil }
    // A version and flags precede the boxes.
    let parts = boxes(in: meta.dropFirst(4))
    guard let properties = parts.first(where: { $0.type == "iprp" }).map({ boxes(in: $0.content) }),
      let primary = parts.first(where: { $0.type == "pitm" }).flatMap({ item($0.content) }),
      let container = properties.first(where: { $0.type == "ipco" }).map({ boxes(in: $0.content) })
    else { return nil }
    let indices = properties.filter { $0.type == "ipma" }.flatMap { associations($0.content, of: primary) }
    let steps = indices.compactMap { container.indices.contains($0 - 1) ? container[$0 - 1] : nil }
      .filter { ["clap", "irot", "imir"].contains($0.type) }
    func value(_ step: Int) -> Int32? { steps[step].content.first.map { Int32($0 & 3) } }
    switch steps.map(\.type) {
    case ["irot"]: return value(0).map { Int(tt_turned($0, -1)) }
    case ["imir"]: return value(0).map { Int(tt_turned(0, $0 & 1)) }
    case ["irot", "imir"]:
      guard let turn = value(0), let mirror = value(1) else { return nil }
      return Int(tt_turned(turn, mirror & 1))
    default: return nil
    }
  }

  private typealias Box = (type: String, content: ArraySlice<UInt8>)

  /// More is no header of a photo.
  private static let (mostBoxes, mostBytes) = (64, 1 << 20)

  private static func content(of type: String, in file: InputFile) throws(ImageError) -> ArraySlice<UInt8>? {
    var offset = 0
    for _ in 0..<mostBoxes where offset + 8 <= file.size {
      let start = try file.bytes(at: offset, count: min(16, file.size - offset))
      guard let head = head(start[...], before: file.size - offset) else { return nil }
      if head.type == type {
        guard head.size <= mostBytes else { return nil }
        return try file.bytes(at: offset, count: head.size).dropFirst(head.length)
      }
      offset += head.size
    }
    return nil
  }

  private static func boxes(in bytes: ArraySlice<UInt8>) -> [Box] {
    var (boxes, rest): ([Box], ArraySlice<UInt8>) = ([], bytes)
    while let head = head(rest, before: rest.count) {
      boxes.append((head.type, rest.prefix(head.size).dropFirst(head.length)))
      rest = rest.dropFirst(head.size)
    }
    return boxes
  }

  /// ISO/IEC 14496-12, 4.2: a size of 1 is followed by one of 8 bytes, and a size of 0 is all that is left.
  private static func head(
    _ bytes: ArraySlice<UInt8>, before end: Int
  ) -> (type: String, length: Int, size: Int)? {
    guard bytes.count >= 8 else { return nil }
    let type = String(decoding: bytes.dropFirst(4).prefix(4), as: UTF8.self)
    var (length, size) = (8, number(bytes.prefix(4)))
    if size == 1 {
      guard bytes.count >= 16 else { return nil }
      (length, size) = (16, number(bytes.dropFirst(8).prefix(8)))
    }
    if size == 0 { size = end }
    return (length...max(length, end)).contains(size) ? (type, length, size) : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    Int(clamping: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The item of a box `pitm`, whose numbers have 2 bytes in version 0 and 4 in version 1.
  private static func item(_ content: ArraySlice<UInt8>) -> Int? {
    let length = content.first == 0 ? 2 : 4
    return content.count >= 4 + length ? number(content.dropFirst(4).prefix(length)) : nil
  }

  /// The properties, from 1, that a box `ipma` gives an item.
  private static func associations(_ content: ArraySlice<UInt8>, of item: Int) -> [Int] {
    guard content.count >= 8, let version = content.first else { return [] }
    let isWide = content[content.startIndex + 3] & 1 == 1
    let (idLength, indexLength) = (version == 0 ? 2 : 4, isWide ? 2 : 1)
    var rest = content.dropFirst(8)
    while rest.count > idLength {
      let (id, count) = (number(rest.prefix(idLength)), Int(rest[rest.startIndex + idLength]))
      rest = rest.dropFirst(idLength + 1)
      guard rest.count >= count * indexLength else { return [] }
      if id == item {
        // The first bit says that the property is essential.
        return (0..<count).map {
          number(rest.dropFirst($0 * indexLength).prefix(indexLength)) & (isWide ? 0x7FFF : 0x7F)
        }
      }
      rest = rest.dropFirst(count * indexLength)
    }
    return []
  }
}
