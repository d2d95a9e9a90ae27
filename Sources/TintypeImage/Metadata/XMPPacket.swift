/// An XMP packet, edited in place without parsing XML: the same number of bytes, all others as they were.
struct XMPPacket {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The value of `tiff:Orientation`, an attribute or an element; nil when it is absent or longer than a digit.
  var orientation: Int? {
    orientationDigits.first.map { Int(bytes[$0]) - 0x30 }
  }

  /// Writes a digit wherever an orientation stands.
  mutating func setOrientation(_ orientation: Int) {
    for index in orientationDigits { bytes[index] = UInt8(ascii: "0") + UInt8(orientation) }
  }

  /// Overwrites small pictures of the original with spaces, which base64 ignores.
  mutating func blankThumbnails() {
    for value in values(of: "xmpGImg:image") {
      for index in value { bytes[index] = UInt8(ascii: " ") }
    }
  }

  /// The text of a simple property, an attribute or an element, as the packet writes it; nil when it is absent or
  /// empty.
  func value(of name: String) -> String? {
    values(of: name).first.map { String(decoding: bytes[$0], as: UTF8.self) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Where a single digit stands as an orientation.
  private var orientationDigits: [Int] {
    values(of: "tiff:Orientation").compactMap { value in
      let digits = value.filter { !isSpace(bytes[$0]) }
      guard digits.count == 1, (0x30...0x39).contains(bytes[digits[0]]) else { return nil }
      return digits[0]
    }
  }

  /// Where the values of a property lie: between the quotes of `name="6"`, or the tags of `<name>6</name>`.
  func values(of name: String) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    while let end = endOfNext(Array(name.utf8), from: index) {
      index = end
      let isClosingTag = bytes[max(end - name.utf8.count - 1, 0)] == UInt8(ascii: "/")
      guard !isClosingTag, let (start, closing) = opening(after: end) else { continue }
      // What is not closed here is not closed further on.
      guard let stop = bytes[start...].firstIndex(of: closing) else { break }
      found.append(start..<stop)
      index = stop
    }
    return found
  }

  /// Where a value starts behind its property's name, and the byte that will close it.
  private func opening(after name: Int) -> (start: Int, closing: UInt8)? {
    guard let sign = nextNonSpace(from: name) else { return nil }
    if bytes[sign] == UInt8(ascii: ">") { return (sign + 1, UInt8(ascii: "<")) }
    guard bytes[sign] == UInt8(ascii: "="), let quote = nextNonSpace(from: sign + 1),
      [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[quote])
    else { return nil }
    return (quote + 1, bytes[quote])
  }

  /// The index just behind the next occurrence of `name`.
  private func endOfNext(_ name: [UInt8], from start: Int) -> Int? {
    var index = start
    while let first = bytes[index...].firstIndex(of: name[0]), first + name.count <= bytes.count {
      if bytes[first..<(first + name.count)].elementsEqual(name) { return first + name.count }
      index = first + 1
    }
    return nil
  }

  private func nextNonSpace(from start: Int) -> Int? {
    bytes[start...].firstIndex { !isSpace($0) }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
