/// Every kind of token a recipe is made of: the one table that lexer, parser and editor tools read.
///
/// The raw value is the spelling where a kind has only one, else a name for messages.
public enum TokenKind: String, Sendable, Hashable, CaseIterable {
  // Kinds with many spellings.
  case identifier = "name"
  case number
  case color
  case string = "text"
  /// `"…\(`, `)…\(` and `)…"`: the parts of a text around the values that are written into it.
  case textHead = "text before a value"
  case textMiddle = "text between values"
  case textTail = "text behind a value"
  /// Bytes that begin no token. The lexer has reported them; the parser treats them like trivia.
  case unknown = "unknown characters"
  case endOfFile = "end of file"

  // Keywords: reserved everywhere.
  case tintype
  case look
  case param
  case `let`
  case `var`
  case kernel
  case function
  case image
  case output
  case `if`
  case `else`
  case `for`
  case `return`
  case `true`
  case `false`

  // Punctuation.
  case leftBrace = "{"
  case rightBrace = "}"
  case leftParenthesis = "("
  case rightParenthesis = ")"
  case leftBracket = "["
  case rightBracket = "]"
  case comma = ","
  case colon = ":"
  case equals = "="
  case dot = "."
  case ellipsis = "..."
  case arrow = "->"
  case pipe = "|>"
  case plus = "+"
  case minus = "-"
  case star = "*"
  case slash = "/"
  case percent = "%"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case and = "&&"
  case or = "||"
  case fallback = "??"
  case not = "!"
  case plusEquals = "+="
  case minusEquals = "-="
  case starEquals = "*="
  case slashEquals = "/="

  // Punctuation of other languages, so that the parser can suggest the spelling of this one.
  case semicolon = ";"
  case ampersand = "&"
  case bar = "|"
  case question = "?"
  case caret = "^"

  /// Whether the raw value is the only spelling of the kind.
  var hasOneSpelling: Bool {
    switch self {
    case .identifier, .number, .color, .string, .textHead, .textMiddle, .textTail, .unknown, .endOfFile: false
    default: true
    }
  }

  /// Whether it closes a bracket, or a value in a text.
  var closesBracket: Bool {
    switch self {
    case .rightBrace, .rightParenthesis, .rightBracket, .textMiddle, .textTail: true
    default: false
    }
  }

  /// Whether it opens a bracket, or a value in a text.
  var opensBracket: Bool {
    switch self {
    case .leftBrace, .leftParenthesis, .leftBracket, .textHead: true
    default: false
    }
  }

  /// Whether the spelling is a reserved word.
  public var isKeyword: Bool { keywordKinds[rawValue] == self }

  /// Whether it assigns to a variable.
  var assigns: Bool {
    switch self {
    case .equals, .plusEquals, .minusEquals, .starEquals, .slashEquals: true
    default: false
    }
  }

  /// Whether the word begins a declaration of a recipe.
  public var beginsDeclaration: Bool {
    switch self {
    case .tintype, .look, .param, .let, .kernel, .function, .image, .output: true
    default: false
    }
  }
}

/// Keyword by spelling.
let keywordKinds: [String: TokenKind] = Dictionary(
  uniqueKeysWithValues: TokenKind.allCases.filter { $0.hasOneSpelling }.filter {
    isNameByte(Array($0.rawValue.utf8)[0])
  }
  .map { ($0.rawValue, $0) })

/// A word of at most eight bytes as one number, which is compared faster than text; nil for a longer word.
func packed(_ word: some Collection<UInt8>) -> UInt64? {
  guard word.count <= 8 else { return nil }
  return word.reduce(0) { $0 << 8 | UInt64($1) }
}

/// Keywords as numbers. None is longer than eight bytes.
let packedKeywords: [(word: UInt64, kind: TokenKind)] = keywordKinds.map { (packed($0.utf8)!, $1) }

/// Punctuation by first byte, longest spelling first.
let punctuationKinds: [[(spelling: [UInt8], kind: TokenKind)]] = {
  var table = Array(repeating: [(spelling: [UInt8], kind: TokenKind)](), count: 128)
  for kind in TokenKind.allCases where kind.hasOneSpelling {
    let spelling = Array(kind.rawValue.utf8)
    if isNameByte(spelling[0]) { continue }
    table[Int(spelling[0])].append((spelling, kind))
  }
  return table.map { $0.sorted { $0.spelling.count > $1.spelling.count } }
}()
