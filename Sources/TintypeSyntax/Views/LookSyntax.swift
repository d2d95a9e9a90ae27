/// `look "name" { … }`: a recipe's header.
public struct LookSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The name, a text; nil when it is missing, which has been reported.
  public var name: TokenSyntax? { syntax.token(.string) }

  /// The lines of the header.
  public var entries: [HeaderEntrySyntax] { syntax.children(.headerEntry).map(HeaderEntrySyntax.init) }
}

/// `tags black-and-white, grain`: a key and its values.
public struct HeaderEntrySyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// What the entry is about.
  public var key: WordSyntax {
    guard let key = syntax.child(.word) else { preconditionFailure("a header entry without a key: \(text)") }
    return WordSyntax(syntax: key)
  }

  /// What it says; empty only when the value is missing, which has been reported.
  public var values: [HeaderValueSyntax] { syntax.childNodes.dropFirst().compactMap(HeaderValueSyntax.init) }
}

/// One value of a header entry.
public enum HeaderValueSyntax: SyntaxView {
  /// `black-and-white`
  case word(WordSyntax)
  /// `"Grain opens."`
  case string(HeaderTextSyntax)

  init?(_ syntax: Syntax) {
    switch syntax.kind {
    case .word: self = .word(WordSyntax(syntax: syntax))
    case .headerText: self = .string(HeaderTextSyntax(syntax: syntax))
    default: return nil
    }
  }

  /// The node.
  public var syntax: Syntax {
    switch self {
    case .word(let view): view.syntax
    case .string(let view): view.syntax
    }
  }

  /// What the value says: the word, or the text without quotes.
  public var value: String {
    switch self {
    case .word(let view): view.text
    case .string(let view): view.value
    }
  }
}

/// A word of a header or a unit: names and numbers joined by hyphens, such as `linear-srgb`.
public struct WordSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax
}

/// A text of a header.
public struct HeaderTextSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The text without quotes and escapes.
  public var value: String { syntax.token(.string)?.stringValue ?? "" }
}
