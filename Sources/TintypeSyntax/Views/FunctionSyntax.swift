/// `kernel f(c: rgb) -> rgb { … }` or `function f(…) -> … { … }`.
public struct FunctionSyntax: NamedSyntax {
  /// The node.
  public let syntax: Syntax

  /// Whether it is a `kernel`: what happens to one pixel, lifted over pictures.
  public var isKernel: Bool { syntax.token(.kernel) != nil }

  /// What it takes.
  public var parameters: [FunctionParameterSyntax] {
    syntax.child(.functionParameters)?.children(.functionParameter).map(FunctionParameterSyntax.init) ?? []
  }

  /// The result type; nil if it is missing, which has been reported.
  public var result: TypeSyntax? { syntax.child(.type).map(TypeSyntax.init) }

  /// What it does.
  public var body: BlockSyntax { BlockSyntax(syntax: syntax.required(.block)) }
}

/// `name: type = default` between a function's parentheses.
public struct FunctionParameterSyntax: NamedSyntax, TypedSyntax {
  /// The node.
  public let syntax: Syntax

  /// Its default, used when a call omits it.
  public var defaultValue: ExpressionSyntax? { syntax.expression(at: 0) }
}
