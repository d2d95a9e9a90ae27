extension JSONValue {
  /// The JSON on one line, with its keys in alphabetical order.
  package var encoded: [UInt8] { Array(line.utf8) }

  /// The same as text.
  package var line: String {
    var text = ""
    write(to: &text, comma: ",", colon: ":", isSorted: true)
    return text
  }

  /// The JSON for people to read, without an end of line: keys in the order in which they were added, and on one line
  /// what fits.
  package var formatted: String { laidOut(indented: "") }

  private static let lineLength = 120

  private func laidOut(indented indent: String) -> String {
    var line = ""
    write(to: &line, comma: ", ", colon: ": ", isSorted: false)
    if line.utf8.count + indent.utf8.count <= Self.lineLength { return line }
    let inner = indent + "  "
    switch self {
    case .array(let values) where !values.isEmpty:
      let lines = values.map { inner + $0.laidOut(indented: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let object) where !object.names.isEmpty:
      let lines = object.members.map { member in
        "\(inner)\(Self.string(member.name).line): \(member.value.laidOut(indented: inner))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    default: return line
    }
  }

  private func write(to text: inout String, comma: String, colon: String, isSorted: Bool) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += "\(value)"
    case .whole(let value): text += "\(value)"
    case .number(let value): text += Self.spelled(value)
    case .written(let number): text += number
    case .string(let value): Self.quote(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += comma }
        value.write(to: &text, comma: comma, colon: colon, isSorted: isSorted)
      }
      text += "]"
    case .object(let object):
      text += "{"
      for (index, member) in (isSorted ? object.sorted : object.members).enumerated() {
        if index > 0 { text += comma }
        Self.quote(member.name, to: &text)
        text += colon
        member.value.write(to: &text, comma: comma, colon: colon, isSorted: isSorted)
      }
      text += "}"
    }
  }

  /// JSON has no infinity, but every reader rounds 1e999 to it; NaN is null.
  private static func spelled(_ number: Double) -> String {
    guard number.isFinite else { return number.isNaN ? "null" : number < 0 ? "-1e999" : "1e999" }
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func quote(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\" + String(scalar)
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<" ", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension Sequence<UInt8> {
  /// The bytes in base64 (RFC 4648), which JSON holds as a string.
  package var base64: String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in self {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 6 {
        count -= 6
        text.append(letters[bits >> count & 63])
      }
      bits &= 63
    }
    if count > 0 { text.append(letters[bits << (6 - count) & 63]) }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }
}
