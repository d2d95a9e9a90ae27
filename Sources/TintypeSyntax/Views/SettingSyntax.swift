/// `name = value` after `set`, in a variant or on a command line.
public struct SettingSyntax: ValuedSyntax {
  /// The node.
  public let syntax: Syntax

  /// The names before `=`, from the outside in.
  public var path: [TokenSyntax] { syntax.child(.path)?.childTokens.filter { $0.kind == .identifier } ?? [] }
}
