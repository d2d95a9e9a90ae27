/// A whole recipe file.
public struct RecipeSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// `tintype 1` at the top; nil when it is missing, which has been reported.
  public var edition: EditionSyntax? {
    syntax.childNodes.first.flatMap { $0.kind == .edition ? EditionSyntax(syntax: $0) : nil }
  }

  /// Everything the recipe declares, in order.
  public let declarations: [DeclarationSyntax]

  init(syntax: Syntax) {
    self.syntax = syntax
    declarations = syntax.childNodes.compactMap(DeclarationSyntax.init)
  }
}

/// `tintype 1`: the language edition a recipe is written in.
public struct EditionSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The edition's number as written.
  public var number: TokenSyntax? { syntax.token(.number) }
}
