import TintypeDiagnostics
import TintypeTestSupport

@testable import TintypeSyntax

/// A text as symbols, each with what lies before it.
struct Sentence {
  struct Symbol {
    var text: String
    var before: String
  }

  var symbols: [Symbol]

  /// The whole text.
  var text: String { symbols.map { $0.before + $0.text }.joined() }

  /// The symbols of a text as the lexer cuts it.
  init(_ source: SourceFile) {
    var start = 0
    symbols = Lexer.tokens(of: source).tokens.dropLast().map { token in
      defer { start = token.end }
      return Symbol(text: source.text(in: token.span), before: source.text(in: Span(start, token.start)))
    }
  }

  init(_ symbols: [Symbol]) { self.symbols = symbols }

  /// Deletes, repeats, swaps or replaces a symbol.
  mutating func mutate(using random: inout SplitMix64) {
    guard !symbols.isEmpty else { return }
    let a = Int.random(in: symbols.indices, using: &random)
    let b = Int.random(in: symbols.indices, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: symbols.remove(at: a)
    case 1: symbols.insert(Symbol(text: symbols[a].text, before: " "), at: b)
    case 2:
      (symbols[a].text, symbols[b].text) = (symbols[b].text, symbols[a].text)
    case 3: symbols[a].text = symbols[b].text
    default: symbols[a].text = Self.everySymbol.randomElement(using: &random) ?? ""
    }
  }

  /// Symbols of every kind, those of other languages too.
  private static let everySymbol: [String] =
    TokenKind.allCases.filter(\.hasOneSpelling).map(\.rawValue) + words
    + ["1", "0.5", "#fff", "\"x\"", "a", "b", "\"x\\(", ")x\\(", ")x\""]

  /// Names that mean something somewhere.
  static let words: [String] =
    ClauseWord.allCases.map(\.rawValue) + DeclarationWord.allCases.map(\.rawValue)
    + LiteralWord.allCases.map(\.rawValue) + ConnectingWord.allCases.map(\.rawValue)
    + UnitWord.allCases.filter { $0 != .percent }.map(\.rawValue)
    + ["and", "or", "not", "while", "foreach", "float", "func", "const", "import", "retrun", "kernal", "scalar", "rgb"]
}
