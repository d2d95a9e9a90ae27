import TintypeDiagnostics

// A declaration whose keyword is missing: the rest of its line tells which one.
extension Parser {
  /// A declaration without its keyword; false if the line does not look like one.
  mutating func declarationWithoutKeyword() -> Bool {
    guard beginsLine() || position == 0 else { return false }
    guard current == .identifier else {
      guard atOperand, current != .if, !hasOutput else { return false }
      missingKeyword(.output)
      output(hasKeyword: false)
      return true
    }
    switch kind(ahead: 1) {
    case .colon where kind(ahead: 2) != .colon: parameterWithoutKeyword()
    case .equals where !declaredNames.contains(text()): valueWithoutKeyword()
    case .leftParenthesis where bodyFollowsParentheses(ahead: 1):
      missingKeyword(.kernel)
      function(hasKeyword: false)
    default:
      guard !hasOutput, isValueWithoutKeyword else { return false }
      missingKeyword(.output)
      output(hasKeyword: false)
    }
    return true
  }

  private mutating func missingKeyword(_ keyword: TokenKind) {
    report(.missingKeyword(keyword.rawValue), at: Span(here.start, here.start))
  }

  /// `amount: scalar = 0.5`, or a line of settings such as `Contrast: +25`.
  private mutating func parameterWithoutKeyword() {
    let type = text(ahead: 2)
    if kind(ahead: 2) == .identifier, isTypeName(type) || foreignType(type) != nil {
      missingKeyword(.param)
      return parameter(hasKeyword: false)
    }
    let isCall = kind(ahead: 2) == .identifier && kind(ahead: 3) == .leftParenthesis
    report(.settingLine(text(), call: isCall ? type : nil), at: here)
    let (start, name) = (mark(), text())
    repeat { take() } while current != .endOfFile && !beginsLine() && current != .semicolon
    finish(.skipped, since: start)
    // Lines of the same kind follow from the first.
    while current == .semicolon || (current == .identifier && text() != name && beginsLine() && atSettingLine) {
      skipSemicolons()
      guard current == .identifier, atSettingLine else { return }
      let line = mark()
      repeat { take() } while current != .endOfFile && !beginsLine() && current != .semicolon
      finish(.skipped, since: line)
    }
  }

  private var atSettingLine: Bool {
    kind(ahead: 1) == .colon && !(kind(ahead: 2) == .identifier && isTypeName(text(ahead: 2)))
  }

  /// `soft = blur(source, radius: 2%)`
  private mutating func valueWithoutKeyword() {
    var distance = 2
    var isImage = false
    while !beginsLine(ahead: distance), kind(ahead: distance) != .endOfFile, distance < 64 {
      isImage = isImage || kind(ahead: distance) == .pipe || text(ahead: distance) == "source"
      distance += 1
    }
    if hasBase, !isImage {
      report(.missingSetting, at: Span(here.start, here.start))
    } else {
      missingKeyword(isImage ? .image : .let)
    }
    let start = mark()
    declaredName(of: isImage ? "image" : "let")
    assignedValue(of: isImage ? "image" : "let")
    // An image without its keyword is a constant, whose value may be an image.
    finish(.constant, since: start)
  }

  /// `source * 0.5`, `source |> grayscale()` or `grayscale(source)`
  private var isValueWithoutKeyword: Bool {
    switch kind(ahead: 1) {
    case .pipe, .plus, .minus, .star, .slash, .dot, .leftParenthesis: true
    case .endOfFile: isWord("source")
    default: isWord("source") && beginsLine(ahead: 1)
    }
  }

  /// Whether `{` or `->` follows the parentheses that stand a distance ahead. Only near ones are looked for.
  func bodyFollowsParentheses(ahead distance: Int) -> Bool {
    guard let end = parenthesesEnd(ahead: distance) else { return false }
    return kind(ahead: end) == .leftBrace || kind(ahead: end) == .arrow
  }

  /// How far ahead the token after a pair of parentheses stands.
  func parenthesesEnd(ahead distance: Int) -> Int? {
    var depth = 0
    for distance in distance..<(distance + 96) {
      switch kind(ahead: distance) {
      case .leftParenthesis: depth += 1
      case .rightParenthesis:
        depth -= 1
        if depth == 0 { return distance + 1 }
      case .endOfFile: return nil
      default: break
      }
    }
    return nil
  }

  func isTypeName(_ word: String) -> Bool {
    commonTypes.contains(word) || parameterTypes.contains(word) || word == "curve" || word == "lut"
  }
}
