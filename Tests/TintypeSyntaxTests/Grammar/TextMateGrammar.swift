import TintypeJSON

@testable import TintypeSyntax

/// The coloring of recipes for editors that read TextMate grammars, made from the tables that lexer and parser read.
enum TextMateGrammar {
  /// The grammar as JSON.
  ///
  /// - Parameter types: the names of the language's types, which the syntax leaves to others.
  static func text(types: [String]) -> String {
    let grammar: JSONValue = [
      "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
      "name": "Tintype", "scopeName": "source.tintype", "fileTypes": ["tint"],
      "patterns": JSONValue(rules(types).map { ["include": .string("#" + $0.name)] as JSONValue }),
      "repository": .object(JSONObject(rules(types).map { ($0.name, $0.body) })),
    ]
    return grammar.formatted + "\n"
  }

  private typealias Rule = (name: String, body: JSONValue)

  /// The rules, the first that matches wins.
  private static func rules(_ types: [String]) -> [Rule] {
    [
      ("documentation", match("comment.line.documentation", #"///(?!/).*$"#)),
      ("silence", match("comment.line.double-slash.silence", #"//[ \t]*\#(SuppressionComment.opening).*$"#)),
      ("comment", match("comment.line.double-slash", "//.*$")),
      ("text", text),
      ("color", match("constant.other.color", #"#(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})\b"#)),
      ("quantity", quantity),
      ("number", match("constant.numeric", number)),
      ("truth", match("constant.language", words([.true, .false]))),
      ("storage", match("storage.type", words(TokenKind.allCases.filter { $0.beginsDeclaration || $0 == .var }))),
      ("control", match("keyword.control", words([.if, .else, .for, .return]))),
      (
        "reuse",
        match("keyword.other", #"^\s*"# + group(DeclarationWord.allCases.map(\.rawValue)) + #"(?=\s+[#"A-Za-z_])"#)
      ),
      ("literal", match("support.function", group(LiteralWord.allCases.map(\.rawValue)) + #"(?=\s*["\[])"#)),
      ("clause", match("keyword.other", group(contextual) + #"(?!\s*[=:(.,)])"#)),
      ("type", match("support.type", group(types))),
      ("call", match("entity.name.function", #"\b[A-Za-z_][A-Za-z0-9_]*(?=\s*\()"#)),
      ("choice", match("constant.other", #"(?<![A-Za-z0-9_)\]])\.[A-Za-z_][A-Za-z0-9_]*"#)),
      ("operator", match("keyword.operator", operators)),
      ("parentheses", parentheses),
    ]
  }

  private static let number = #"\b[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"#

  private static let contextual = ClauseWord.allCases.map(\.rawValue) + ConnectingWord.allCases.map(\.rawValue)

  private static let text: JSONValue = [
    "name": "string.quoted.double.tintype", "begin": "\"", "end": "\"|$",
    "patterns": [
      match("constant.character.escape", #"\\["\\nt]"#),
      [
        "name": "meta.interpolation.tintype", "begin": #"\\\("#, "end": #"\)|$"#, "patterns": [["include": "$self"]],
      ],
    ],
  ]

  /// What stands in parentheses, so that theirs is not the end of a value in a text.
  private static let parentheses: JSONValue = [
    "begin": #"\("#, "end": #"\)|$"#, "patterns": [["include": "$self"]],
  ]

  /// A number, and the unit behind it on its line.
  private static var quantity: JSONValue {
    let words = UnitWord.allCases.map(\.rawValue).map {
      isNameByte(Array($0.utf8)[0]) ? escaped($0) + #"\b"# : escaped($0)
    }
    return [
      "match": .string("(\(number))[ \\t]*(\(words.joined(separator: "|")))"),
      "captures": ["1": ["name": "constant.numeric.tintype"], "2": ["name": "keyword.other.unit.tintype"]],
    ]
  }

  /// Signs that compute or assign, longest first; brackets and separators keep the editor's own color.
  private static var operators: String {
    let quiet: Set<TokenKind> = [
      .leftBrace, .rightBrace, .leftParenthesis, .rightParenthesis, .leftBracket, .rightBracket, .comma, .colon, .dot,
      .percent, .semicolon, .ampersand, .bar, .question, .caret,
    ]
    let signs = TokenKind.allCases.filter { $0.hasOneSpelling && !$0.isKeyword && !quiet.contains($0) }.map(\.rawValue)
    return signs.sorted { ($1.count, $0) < ($0.count, $1) }.map(escaped).joined(separator: "|")
  }

  private static func match(_ scope: String, _ pattern: String) -> JSONValue {
    ["name": .string(scope + ".tintype"), "match": .string(pattern)]
  }

  private static func words(_ kinds: [TokenKind]) -> String { group(kinds.map(\.rawValue)) }

  private static func group(_ words: [String]) -> String { #"\b(?:"# + words.joined(separator: "|") + #")\b"# }

  /// A spelling as a pattern that matches only itself.
  private static func escaped(_ spelling: String) -> String {
    spelling.map { #"|*+?.^$()[]{}\"#.contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
