/// `look "name" { … }`: a recipe's header.
public struct LookSyntax: TitledSyntax {
  /// The node.
  public let syntax: Syntax

  /// The lines of the header.
  public var entries: [HeaderEntrySyntax] { syntax.children(.headerEntry).map(HeaderEntrySyntax.init) }
}

/// `tags black-and-white, grain`: a key and its values.
public struct HeaderEntrySyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// What the entry is about.
  public var key: WordSyntax { WordSyntax(syntax: syntax.required(.word)) }

  /// The value; empty only if it is missing, which has been reported.
  public var values: [HeaderValueSyntax] {
    syntax.childNodes.dropFirst().filter { $0.kind == .word || $0.kind == .headerText }.map(HeaderValueSyntax.init)
  }
}

/// One value of a header entry: `black-and-white` or `"Grain opens."`.
public struct HeaderValueSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The content of the value: the word, or the text without quotes.
  public var value: String { syntax.token(.string)?.stringValue ?? text }
}

/// A word of a header or a unit: names and numbers joined by hyphens, such as `linear-srgb`.
public struct WordSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax
}
