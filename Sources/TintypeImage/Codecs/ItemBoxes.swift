/// What the box `meta` of a file says of its pictures (ISO/IEC 14496-12, 8.11): HEIF and AVIF.
struct ItemBoxes {
  /// A box without its head. The indices of `content` count from the start of the box `meta`.
  typealias Box = (type: String, content: ArraySlice<UInt8>)

  private let file: InputFile
  private let parts: [Box]
  /// Where the box `meta` starts in the file.
  private let start: Int

  /// More is no header of a photo.
  private static let (mostBoxes, mostBytes) = (64, 1 << 20)

  /// Nil where a file has no such box.
  init?(of file: InputFile) throws(ImageError) {
    guard let (start, meta) = try Self.content(of: "meta", in: file) else { return nil }
    // A version and flags precede the boxes.
    (self.file, self.start, parts) = (file, start, Self.boxes(in: meta.dropFirst(4)))
  }

  private func content(_ type: String) -> ArraySlice<UInt8>? { parts.first { $0.type == type }?.content }

  /// The number of the primary picture. The box `pitm` has 2 bytes for it in version 0 and 4 in version 1.
  var primary: Int? { primaryPlace.map { Self.number($0) } }

  private var primaryPlace: ArraySlice<UInt8>? {
    guard let content = content("pitm") else { return nil }
    let length = content.first == 0 ? 2 : 4
    return content.count >= 4 + length ? content.dropFirst(4).prefix(length) : nil
  }

  /// The properties of an item, in their order.
  func properties(of item: Int) -> [Box] {
    guard let properties = content("iprp").map(Self.boxes),
      let container = properties.first(where: { $0.type == "ipco" }).map({ Self.boxes(in: $0.content) })
    else { return [] }
    return properties.filter { $0.type == "ipma" }.flatMap { Self.associations($0.content, of: item) }
      .compactMap { container.indices.contains($0 - 1) ? container[$0 - 1] : nil }
  }

  private static func content(
    of type: String, in file: InputFile
  ) throws(ImageError) -> (start: Int, content: ArraySlice<UInt8>)? {
    guard let box = try places(in: file).first(where: { $0.type == type }), box.size <= mostBytes else { return nil }
    return (box.start, try file.bytes(at: box.start, count: box.size).dropFirst(box.length))
  }

  /// The boxes of a file, each with the length of its head and its size.
  static func places(
    in file: InputFile
  ) throws(ImageError) -> [(type: String, start: Int, length: Int, size: Int)] {
    var boxes: [(type: String, start: Int, length: Int, size: Int)] = []
    var offset = 0
    while boxes.count < mostBoxes, offset + 8 <= file.size {
      let start = try file.bytes(at: offset, count: min(16, file.size - offset))
      guard let head = head(start[...], before: file.size - offset) else { break }
      boxes.append((head.type, offset, head.length, head.size))
      offset += head.size
    }
    return boxes
  }

  /// The first bytes of the primary picture as it is coded, or of its tiles.
  func primaryPicture(atMost most: Int) throws(ImageError) -> [UInt8] {
    guard let primary else { return [] }
    let tiles = references("dimg", from: primary)
    var bytes: [UInt8] = []
    for item in tiles.isEmpty ? [primary] : tiles where bytes.count < most {
      bytes += try self.bytes(of: item, upTo: most - bytes.count) ?? []
    }
    return bytes
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

  // MARK: Tone maps

  /// A picture that is made of the primary one and a gain map (ISO 21496-1, annex C; the item `tmap`).
  struct ToneMap {
    /// The formula as ``GainMap/init(payload:)`` reads it.
    let payload: [UInt8]
    /// The item's own color: of the picture that is made.
    let color: ArraySlice<UInt8>?
    /// Other bytes of the file with which the map is the primary picture.
    let patches: [(place: Int, byte: UInt8)]
  }

  /// The first one of the version that is known; nil where there is none.
  func toneMap() throws(ImageError) -> ToneMap? {
    guard let primary, let place = primaryPlace else { return nil }
    let items = items
    for id in items.keys.filter({ items[$0]?.type == "tmap" }).sorted().prefix(Self.mostToneMaps) {
      let inputs = references("dimg", from: id)
      guard inputs.count == 2, inputs[0] == primary, let map = items[inputs[1]],
        let payload = try bytes(of: id, atMost: Self.mostPayload), payload.first == 0
      else { continue }
      var patches = place.indices.enumerated().map { offset, index in
        (start + index, UInt8(truncatingIfNeeded: inputs[1] >> (8 * (place.count - 1 - offset))))
      }
      // The lowest flag hides an item.
      patches.append((start + map.flags, map.flag & ~1))
      let color = properties(of: id).first { $0.type == "colr" }?.content
      return ToneMap(payload: Array(payload.dropFirst()), color: color, patches: patches)
    }
    return nil
  }

  /// What the box `iinf` says: the type of each item, and where its flags are.
  var items: [Int: (type: String, flags: Int, flag: UInt8)] {
    guard let content = content("iinf"), content.count > 6 else { return [:] }
    var items: [Int: (type: String, flags: Int, flag: UInt8)] = [:]
    for entry in Self.boxes(in: content.dropFirst(content.first == 0 ? 6 : 8)) where entry.type == "infe" {
      let content = entry.content
      guard let version = content.first, version == 2 || version == 3 else { continue }
      let length = version == 2 ? 2 : 4
      guard content.count >= 10 + length else { continue }
      let type = String(decoding: content.dropFirst(4 + length + 2).prefix(4), as: UTF8.self)
      let flags = content.startIndex + 3
      items[Self.number(content.dropFirst(4).prefix(length))] = (type, flags, content[flags])
    }
    return items
  }

  /// The items that another one is made of, by the box `iref`.
  func references(_ type: String, from item: Int) -> [Int] {
    guard let content = content("iref"), content.count > 4 else { return [] }
    let length = content.first == 0 ? 2 : 4
    for box in Self.boxes(in: content.dropFirst(4)) where box.type == type {
      let numbers = box.content
      guard numbers.count >= length + 2, Self.number(numbers.prefix(length)) == item else { continue }
      let rest = numbers.dropFirst(length + 2)
      let count = min(Self.number(numbers.dropFirst(length).prefix(2)), rest.count / length)
      return (0..<count).map { Self.number(rest.dropFirst($0 * length).prefix(length)) }
    }
    return []
  }

  /// The content of an item, by the box `iloc`; nil for one that is in parts, in another file, or larger.
  func bytes(of item: Int, atMost most: Int) throws(ImageError) -> [UInt8]? {
    let bytes = try bytes(of: item, upTo: most + 1)
    return bytes.flatMap { $0.count > most ? nil : $0 }
  }

  /// The first bytes of an item's content.
  private func bytes(of item: Int, upTo most: Int) throws(ImageError) -> [UInt8]? {
    guard let content = content("iloc"), content.count >= 8, let version = content.first, version <= 2 else {
      return nil
    }
    var rest = content.dropFirst(4)
    func next(_ count: Int) -> Int {
      defer { rest = rest.dropFirst(count) }
      return Self.number(rest.prefix(count))
    }
    let (sizes, others) = (next(1), next(1))
    let lengths = (offset: sizes >> 4, length: sizes & 15, base: others >> 4, index: version > 0 ? others & 15 : 0)
    let count = next(version == 2 ? 4 : 2)
    for _ in 0..<min(count, content.count) {
      let id = next(version == 2 ? 4 : 2)
      let method = version > 0 ? next(2) & 15 : 0
      let source = next(2)
      let base = next(lengths.base)
      let parts = next(2)
      guard id == item else {
        rest = rest.dropFirst(parts * (lengths.index + lengths.offset + lengths.length))
        continue
      }
      _ = next(lengths.index)
      let offset = base.addingReportingOverflow(next(lengths.offset)).partialValue
      let length = min(next(lengths.length), most)
      guard source == 0, method < 2, parts == 1 else { return nil }
      if method == 0 {
        guard offset >= 0, offset <= file.size - length else { return nil }
        return try file.bytes(at: offset, count: length)
      }
      guard let data = self.content("idat"), offset >= 0, offset <= data.count - length else { return nil }
      return Array(data.dropFirst(offset).prefix(length))
    }
    return nil
  }

  /// More are not looked at.
  private static let mostToneMaps = 8

  /// A formula of three channels has 146 bytes.
  private static let mostPayload = 4_096
}
