/// JSON with members in order and a readable layout: a value that fits on a line is on one line.
indirect enum JSONText {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([JSONText])
  case object([(String, JSONText?)])

  static func lines(_ lines: [String]) -> JSONText { .list(lines.map(JSONText.text)) }
  static func numbers(_ numbers: [Double]) -> JSONText { .list(numbers.map(JSONText.number)) }
  static func numbers(_ numbers: [Int]) -> JSONText { .list(numbers.map { .number(Double($0)) }) }

  /// The text, without an end of line.
  var text: String { text(indented: "") }

  private static let lineLength = 120

  private func text(indented indent: String) -> String {
    let short = flat
    if short.utf8.count + indent.utf8.count <= Self.lineLength, !short.contains("\"shader\"") { return short }
    let inner = indent + "  "
    switch self {
    case .list(let items) where !items.isEmpty:
      let lines = items.map { inner + $0.text(indented: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      let lines = members.compactMap { name, value in
        value.map { "\(inner)\(Self.quoted(name)): \($0.text(indented: inner))" }
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    default: return short
    }
  }

  private var flat: String {
    switch self {
    case .null: "null"
    case .truth(let truth): truth ? "true" : "false"
    case .number(let number): Self.spelled(number)
    case .text(let text): Self.quoted(text)
    case .list(let items): "[" + items.map(\.flat).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.compactMap { name, value in value.map { "\(Self.quoted(name)): \($0.flat)" } }
        .joined(separator: ", ") + "}"
    }
  }

  private static func spelled(_ number: Double) -> String {
    guard number.isFinite else { return number.isNaN ? "0" : number < 0 ? "-1e999" : "1e999" }
    return number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)"
  }

  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": out += "\\" + String(scalar)
      case "\n": out += "\\n"
      case "\u{0}"..<" ", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
