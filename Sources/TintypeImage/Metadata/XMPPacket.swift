/// An XMP packet. Edits touch the bytes of one property and keep all others, so a packet is never parsed into a tree.
struct XMPPacket {
  var bytes: [UInt8]

  /// A packet in UTF-8, or in UTF-16, which becomes UTF-8.
  init(_ bytes: [UInt8]) {
    let isBig = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C])
    let isLittle = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0])
    guard isBig || isLittle else {
      self.bytes = bytes
      return
    }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    self.bytes = Array(String(decoding: units.first == 0xFEFF ? units.dropFirst() : units[...], as: UTF16.self).utf8)
  }

  /// The value of `tiff:Orientation`, an attribute or an element; nil when it is absent or longer than a digit.
  var orientation: Int? {
    orientationDigits.first.map { Int(bytes[$0]) - 0x30 }
  }

  /// Overwrites the digit of every orientation.
  mutating func setOrientation(_ orientation: Int) {
    for index in orientationDigits { bytes[index] = UInt8(ascii: "0") + UInt8(orientation) }
  }

  /// Replaces every size of the picture. Longer numbers are taken from the padding.
  mutating func setSize(width: Int, height: Int) {
    let sizes = [
      ("tiff:ImageWidth", width), ("tiff:ImageLength", height), ("exif:PixelXDimension", width),
      ("exif:PixelYDimension", height),
    ]
    let count = bytes.count
    replace(sizes.flatMap { name, size in digits(of: name).map { ($0, Array("\(size)".utf8)) } })
    takeFromPadding(max(0, bytes.count - count))
  }

  /// Overwrites thumbnails with spaces, which base64 ignores.
  mutating func blankThumbnails() {
    for value in values(of: "xmpGImg:image") {
      for index in value { bytes[index] = UInt8(ascii: " ") }
    }
  }

  /// The value of a simple property with its entities, an attribute or an element; nil when it is absent or empty.
  func value(of name: String) -> String? {
    values(of: name).first.map { String(decoding: bytes[$0], as: UTF8.self) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The first item of an array property; nil when there is none.
  func firstItem(of name: String) -> String? { arrayItems(of: name).first }

  /// The items of an array property, or the value of a simple one as the only item; none when it is absent.
  func items(of name: String) -> [String] {
    let items = arrayItems(of: name)
    return items.isEmpty ? value(of: name).map { [$0] } ?? [] : items
  }

  private func arrayItems(of name: String) -> [String] {
    var items: [String] = []
    var (isInside, start) = (false, Int?.none)
    for tag in XMLTags(bytes) {
      if let start { items.append(String(decoding: bytes[start..<tag.range.lowerBound], as: UTF8.self)) }
      start = nil
      if tag.name == name { isInside = tag.kind == .start }
      if isInside, tag.kind == .start, tag.name == "rdf:li" { start = tag.range.upperBound }
    }
    return items
  }

  /// The indices of orientations of one digit.
  private var orientationDigits: [Int] {
    digits(of: "tiff:Orientation").filter { $0.count == 1 }.map(\.lowerBound)
  }

  /// The values of a property that are whole numbers, without the space around them.
  private func digits(of name: String) -> [Range<Int>] {
    values(of: name).compactMap { value in
      guard let first = value.first(where: { !XMLTags.isSpace(bytes[$0]) }),
        let last = value.last(where: { !XMLTags.isSpace(bytes[$0]) }),
        bytes[first...last].allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      return first..<(last + 1)
    }
  }

  /// The values of a property: between the quotes of an attribute, or the tags of an element.
  func values(of name: String) -> [Range<Int>] { values { found, _ in found == name } }

  /// The values of the properties that are meant.
  func values(where isMeant: (_ name: String, _ namespace: String?) -> Bool) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    for tag in XMLTags(bytes) {
      if let start { found.append(start..<tag.range.lowerBound) }
      start = tag.kind == .start && isMeant(tag.name, tag.namespace) ? tag.range.upperBound : nil
      found += tag.attributes.filter { isMeant($0.name, $0.namespace) }.map(\.value)
    }
    return found
  }
}
