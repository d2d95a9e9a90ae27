/// `.warm`: one of the words a parameter offers.
public struct ChoiceSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The word after the point.
  public var name: TokenSyntax { syntax.required(.identifier) }
}
