/// `use "grain.tint" as grain`: another recipe's declarations, under a name.
public struct UseSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// Which recipe, a text; nil when it is missing, which has been reported.
  public var path: TokenSyntax? { syntax.token(.string) }

  /// The name; nil when it is missing, which has been reported.
  public var name: TokenSyntax? {
    // Before it stand the words `use` and `as`.
    syntax.childTokens.filter { $0.kind == .identifier }.dropFirst(2).first
  }
}

/// `extends "base.tint"`: the recipe this one is a change of.
public struct ExtendsSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// Which recipe, a text; nil when it is missing, which has been reported.
  public var path: TokenSyntax? { syntax.token(.string) }
}

/// `variant "hard" { contrast = 1.4 }`: settings under a name.
public struct VariantSyntax: TitledSyntax {
  /// The node.
  public let syntax: Syntax

  /// What it sets, in order.
  public var settings: [SettingSyntax] { syntax.children(.setting).map(SettingSyntax.init) }
}
