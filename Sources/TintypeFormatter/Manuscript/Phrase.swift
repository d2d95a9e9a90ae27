import TintypeSyntax

/// A node: what it is and what it consists of, in order.
struct Phrase {
  /// What it is.
  let kind: SyntaxKind

  /// What it consists of.
  let parts: [Part]

  /// Its tokens.
  let words: Range<Int>

  /// Whether a kind occurs in it for which `wanted` holds.
  func contains(_ wanted: (SyntaxKind) -> Bool) -> Bool {
    wanted(kind) || parts.contains { $0.phrase?.contains(wanted) ?? false }
  }
}

/// A token or a node below a node.
indirect enum Part {
  case word(Int)
  case phrase(Phrase)

  /// The token, if it is one.
  var word: Int? {
    if case .word(let word) = self { word } else { nil }
  }

  /// The node, if it is one.
  var phrase: Phrase? {
    if case .phrase(let phrase) = self { phrase } else { nil }
  }

  /// The first token.
  var first: Int {
    switch self {
    case .word(let word): word
    case .phrase(let phrase): phrase.words.lowerBound
    }
  }
}

extension Manuscript {
  /// The kind of a part that is a token.
  func kind(_ part: Part) -> TokenKind? { part.word.map { words[$0].kind } }

  /// Where the token of a kind stands among a node's parts, at `start` or behind.
  func index(of kind: TokenKind, in phrase: Phrase, from start: Int = 0) -> Int? {
    phrase.parts.indices.dropFirst(start).first { self.kind(phrase.parts[$0]) == kind }
  }

  /// The operator's token of `a + b` or `a |> b`.
  func operatorWord(_ phrase: Phrase) -> Int? {
    guard phrase.kind == .infix || phrase.kind == .pipe, phrase.parts.count == 3 else { return nil }
    return phrase.parts[1].word
  }

  /// Where the clauses of a parameter begin: behind its default value.
  func firstClause(of phrase: Phrase) -> Int {
    guard phrase.kind == .parameter, let equals = index(of: .equals, in: phrase) else { return phrase.parts.count }
    return equals + 2
  }
}
