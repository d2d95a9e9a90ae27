import TintypeDiagnostics

/// Reads the text of a ``PhotoFilter`` by recursive descent.
struct PhotoFilterParser {
  private enum Token: Hashable {
    case word(String), sign(String), end

    var described: String {
      switch self {
      case .word(let text), .sign(let text): "'\(text)'"
      case .end: "the end"
      }
    }
  }

  private let tokens: [(token: Token, column: Int)]
  private var index = 0
  private var depth = 0

  /// Deeper parentheses are refused, so that no text can exhaust the call stack.
  private static let mostDepth = 64

  private static let signs = ["&&", "||", "!=", "<=", ">=", "==", "=", "<", ">", "!", "(", ")", "&", "|"]

  init(_ text: String) { tokens = Self.tokens(in: Array(text)) }

  /// Operators, words, and quoted texts; an unterminated quotation ends with the text.
  private static func tokens(in letters: [Character]) -> [(token: Token, column: Int)] {
    var tokens: [(Token, Int)] = []
    var place = 0
    while place < letters.count {
      let start = place
      if letters[place].isWhitespace {
        place += 1
      } else if letters[place] == "\"" {
        place = letters[(place + 1)...].firstIndex(of: "\"") ?? letters.count
        tokens.append((.word(String(letters[(start + 1)..<place])), start + 1))
        place += 1
      } else if let sign = signs.first(where: { letters[place...].starts(with: $0) }) {
        place += sign.count
        tokens.append((.sign(sign), start + 1))
      } else {
        place = letters[place...].firstIndex { $0.isWhitespace || "\"&|!=<>()".contains($0) } ?? letters.count
        tokens.append((.word(String(letters[start..<place])), start + 1))
      }
    }
    return tokens + [(.end, letters.count + 1)]
  }

  mutating func filter() throws(UsageError) -> Condition {
    let condition = try either()
    guard tokens[index].token == .end else { throw error("'&&', '||' or the end is expected, and there is") }
    return condition
  }

  private mutating func either() throws(UsageError) -> Condition {
    var condition = try both()
    while take("||") { condition = .either(condition, try both()) }
    return condition
  }

  private mutating func both() throws(UsageError) -> Condition {
    var condition = try part()
    while take("&&") { condition = .both(condition, try part()) }
    return condition
  }

  private mutating func part() throws(UsageError) -> Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth, tokens.count < 10_000 else {
      throw UsageError("column \(tokens[index].column): this filter is too long or nests too deeply")
    }
    if take("!") { return .not(try part()) }
    if take("(") {
      let condition = try either()
      guard take(")") else { throw error("')' is expected, and there is") }
      return condition
    }
    return try comparison()
  }

  private mutating func comparison() throws(UsageError) -> Condition {
    guard case .word(let name) = tokens[index].token else { throw error("a field is expected, and there is") }
    guard let field = PhotoField(rawValue: name) else {
      throw UsageError(
        "column \(tokens[index].column): there is no field '\(name)'; "
          + hint(for: name, among: PhotoField.allCases.map(\.rawValue)))
    }
    index += 1
    guard let sign = comparisonSign() else { return .has(field) }
    let before = tokens[index - 1].column
    guard case .word(let value) = tokens[index].token else { throw error("a value is expected, and there is") }
    let column = tokens[index].column
    func wrong(_ expected: String) -> UsageError {
      UsageError("column \(column): \(expected), not '\(value)'")
    }
    index += 1
    switch field.values {
    case .none: throw UsageError("column \(before): 'favorite' takes no value: favorite, or !favorite")
    case .number where field == .iso:
      guard let number = Int(value), number >= 0 else { throw wrong("an ISO is a whole number, such as 400") }
      return .iso(sign, number)
    case .number:
      guard let number = Int(value), (-1...5).contains(number) else {
        throw wrong("a rating is a number from 0 to 5, or -1 for rejected")
      }
      return .rating(sign, number)
    case .text:
      guard sign == .equal || sign == .notEqual else {
        throw UsageError("column \(before): '\(name)' is a text, which '=' and '!=' compare; '*' is any letters")
      }
      return .text(field, isEqual: sign == .equal, value.lowercased())
    case .date:
      guard let parts = Self.date(value) else {
        throw wrong("a date is written 2024, 2024-05, 2024-05-06 or 2024-05-06T07:08")
      }
      return .date(sign, parts)
    }
  }

  private mutating func comparisonSign() -> Comparison? {
    guard case .sign(let text) = tokens[index].token, let sign = Comparison(rawValue: text == "==" ? "=" : text) else {
      return nil
    }
    index += 1
    return sign
  }

  /// The parts of a date, as many as are written; nil for what is none.
  private static func date(_ text: String) -> [Int]? {
    let halves = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    let words = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    let times = halves.count == 2 ? halves[1].split(separator: ":", omittingEmptySubsequences: false) : []
    guard halves.count == 1 || words.count == 3, words.count <= 3, times.count <= 3, times.count != 1 else {
      return nil
    }
    let ranges = [1800...9999, 1...12, 1...31, 0...23, 0...59, 0...60]
    let parts = (words + times).map { word in word.allSatisfy { $0.isASCII && $0.isNumber } ? Int(word) ?? -1 : -1 }
    return zip(parts, ranges).allSatisfy { $1.contains($0) } ? parts : nil
  }

  private mutating func take(_ sign: String) -> Bool {
    guard tokens[index].token == .sign(sign) else { return false }
    index += 1
    return true
  }

  private func error(_ expected: String) -> UsageError {
    let (token, column) = tokens[index]
    return UsageError("column \(column): \(expected) \(token.described)")
  }
}
