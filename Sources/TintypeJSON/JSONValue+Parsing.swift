extension JSONValue {
  /// Reads JSON (RFC 8259). Time is linear in the number of bytes; nil for anything else, and for more than 512 values
  /// one inside another.
  package init?(parsing bytes: some Sequence<UInt8>) {
    var parser = JSONParser(bytes: Array(bytes))
    guard let value = parser.value(depth: 0), parser.isAtEnd else { return nil }
    self = value
  }

  /// Where bytes stop being JSON: a line and a column, in Unicode scalars, both from 1; nil for JSON.
  package static func mistake(in bytes: [UInt8]) -> (line: Int, column: Int)? {
    var parser = JSONParser(bytes: bytes)
    if parser.value(depth: 0) != nil, parser.isAtEnd { return nil }
    let read = bytes[..<parser.place]
    let start = read.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let isScalar = { (byte: UInt8) in byte & 0xC0 != 0x80 }
    return (read.count { $0 == UInt8(ascii: "\n") } + 1, read[start...].count(where: isScalar) + 1)
  }
}

/// Every function leaves `place` behind what it read, and white space behind that.
private struct JSONParser {
  let bytes: [UInt8]
  var place = 0

  private static let deepest = 512

  var isAtEnd: Bool { place == bytes.count }

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: scalar) else { return false }
    place += 1
    skipSpace()
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard bytes[place...].starts(with: word.utf8) else { return false }
    place += word.utf8.count
    skipSpace()
    return true
  }

  mutating func value(depth: Int) -> JSONValue? {
    guard depth < Self.deepest else { return nil }
    skipSpace()
    switch byte.map(Unicode.Scalar.init) {
    case "{":
      let members = items(from: "{", to: "}") { parser -> (String, JSONValue?)? in
        guard let name = parser.string(), parser.take(":") else { return nil }
        return parser.value(depth: depth + 1).map { (name, $0) }
      }
      return members.map { .object(JSONObject($0)) }
    case "[": return items(from: "[", to: "]") { $0.value(depth: depth + 1) }.map(JSONValue.array)
    case "\"": return string().map(JSONValue.string)
    case "t": return take(word: "true") ? true : nil
    case "f": return take(word: "false") ? false : nil
    case "n": return take(word: "null") ? .some(.null) : nil
    default: return number()
    }
  }

  private mutating func items<Item>(
    from start: Unicode.Scalar, to end: Unicode.Scalar, _ item: (inout JSONParser) -> Item?
  ) -> [Item]? {
    guard take(start) else { return nil }
    var items: [Item] = []
    if take(end) { return items }
    repeat {
      guard let next = item(&self) else { return nil }
      items.append(next)
    } while take(",")
    return take(end) ? items : nil
  }

  private mutating func digits() -> Bool {
    let start = place
    while let byte, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { place += 1 }
    return place > start
  }

  private mutating func number() -> JSONValue? {
    let start = place
    if byte == UInt8(ascii: "-") { place += 1 }
    if byte == UInt8(ascii: "0") { place += 1 } else if !digits() { return nil }
    var isWhole = true
    if byte == UInt8(ascii: ".") {
      (isWhole, place) = (false, place + 1)
      guard digits() else { return nil }
    }
    if let byte, byte | 0x20 == UInt8(ascii: "e") {
      (isWhole, place) = (false, place + 1)
      if let sign = self.byte, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign) { place += 1 }
      guard digits() else { return nil }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    skipSpace()
    if isWhole, text != "-0", let whole = Int64(text) { return .whole(whole) }
    guard let number = Double(text), number.isFinite else { return nil }
    let value = JSONValue.number(number)
    return value.line == text ? value : .written(text)
  }

  private mutating func string() -> String? {
    guard byte == UInt8(ascii: "\"") else { return nil }
    place += 1
    var text: [UInt8] = []
    while let byte, byte >= 0x20 {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        skipSpace()
        return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        text += scalar.utf8
      default: text.append(byte)
      }
    }
    return nil
  }

  /// What follows a backslash.
  private mutating func escaped() -> Unicode.Scalar? {
    guard let byte else { return nil }
    place += 1
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/": return Unicode.Scalar(byte)
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      guard let high = hexadecimal() else { return nil }
      // Half of a pair alone is no character; JavaScript writes it all the same.
      let half: Unicode.Scalar = "\u{FFFD}"
      guard 0xD800..<0xDC00 ~= high, bytes[place...].starts(with: #"\u"#.utf8) else {
        return Unicode.Scalar(high) ?? half
      }
      let second = place
      place += 2
      guard let low = hexadecimal() else { return nil }
      guard 0xDC00..<0xE000 ~= low else {
        place = second
        return half
      }
      return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    default: return nil
    }
  }

  private mutating func hexadecimal() -> UInt32? {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    place += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
