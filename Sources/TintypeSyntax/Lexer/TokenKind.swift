/// Every kind of token a recipe is made of: the one table that lexer, parser and editor tools read.
///
/// The raw value is the spelling where a kind has only one, else a name for messages.
public enum TokenKind: String, Sendable, Hashable, CaseIterable {
  // Kinds with many spellings.
  case identifier = "name"
  case number
  case color
  case string = "text"
  /// Bytes that begin nothing in the language. The lexer has reported them; the parser takes them along like trivia.
  case unknown = "unknown characters"
  case endOfFile = "end of file"

  // Keywords: reserved everywhere.
  case tintype
  case look
  case param
  case `let`
  case kernel
  case function
  case image
  case output
  case `if`
  case `else`
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
  case not = "!"

  // Punctuation of other languages, known so that the parser can say what is written here instead.
  case semicolon = ";"
  case ampersand = "&"
  case bar = "|"
  case question = "?"

  /// Whether the spelling is a reserved word.
  public var isKeyword: Bool { keywordKinds[rawValue] == self }

  /// Whether the word begins a declaration of a recipe.
  public var beginsDeclaration: Bool {
    switch self {
    case .tintype, .look, .param, .let, .kernel, .function, .image, .output: true
    default: false
    }
  }
}

/// The contextual words that begin a clause of a parameter; everywhere else they are ordinary names.
public enum ClauseWord: String, Sendable, Hashable, CaseIterable {
  case `in`
  case slider
  case step
  case unit
  case group
}

/// Keyword by spelling.
let keywordKinds: [String: TokenKind] = {
  let keywords: [TokenKind] = [
    .tintype, .look, .param, .let, .kernel, .function, .image, .output, .if, .else, .return, .true, .false,
  ]
  return Dictionary(uniqueKeysWithValues: keywords.map { ($0.rawValue, $0) })
}()

/// Punctuation by first byte, longest spelling first.
let punctuationKinds: [[(spelling: [UInt8], kind: TokenKind)]] = {
  var table = Array(repeating: [(spelling: [UInt8], kind: TokenKind)](), count: 128)
  for kind in TokenKind.allCases {
    let spelling = Array(kind.rawValue.utf8)
    if isNameByte(spelling[0]) { continue }
    table[Int(spelling[0])].append((spelling, kind))
  }
  return table.map { $0.sorted { $0.spelling.count > $1.spelling.count } }
}()
