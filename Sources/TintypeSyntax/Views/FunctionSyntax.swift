/// `kernel f(c: rgb) -> rgb { … }` or `function f(…) -> … { … }`.
public struct FunctionSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// Whether it is a `kernel`: what happens to one pixel, lifted over pictures.
  public var isKernel: Bool { syntax.token(.kernel) != nil }

  /// The name; nil when it is missing, which has been reported.
  public var name: TokenSyntax? { syntax.token(.identifier) }

  /// What it takes.
  public var parameters: [FunctionParameterSyntax] {
    syntax.child(.functionParameters)?.children(.functionParameter).map(FunctionParameterSyntax.init) ?? []
  }

  /// What it gives; nil when it is missing, which has been reported.
  public var result: TypeSyntax? { syntax.child(.type).map(TypeSyntax.init) }

  /// What it does.
  public var body: BlockSyntax {
    guard let body = syntax.child(.block) else { preconditionFailure("a function without a body: \(text)") }
    return BlockSyntax(syntax: body)
  }
}

/// `name: type = default` between a function's parentheses.
public struct FunctionParameterSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The name; nil when it is missing, which has been reported.
  public var name: TokenSyntax? { syntax.token(.identifier) }

  /// The type; nil when it is missing, which has been reported.
  public var type: TypeSyntax? { syntax.child(.type).map(TypeSyntax.init) }

  /// What it is when a call leaves it out.
  public var defaultValue: ExpressionSyntax? { syntax.expression(at: 0) }
}
