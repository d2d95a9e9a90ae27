package import TintypeDiagnostics

/// The body of a kernel or function.
package struct TypedBody: Sendable {
  /// Its inputs, then the names that it declares; expressions refer to their positions.
  package var locals: [Local] = []
  package var block: TypedBlock
}

/// An input or a name that a body declares.
package struct Local: Sendable {
  package let name: String
  package let location: SourceLocation
  package let type: ExpressionType
  /// Where it can be used.
  package let scope: Span
  /// Whether it may be assigned to.
  package let isVariable: Bool
}

/// `{ … }`
package struct TypedBlock: Sendable {
  package var statements: [TypedStatement] = []
  package let location: SourceLocation
}

/// One statement of a body.
package indirect enum TypedStatement: Sendable {
  /// A value under a new name.
  case declare(Int, TypedExpression)
  /// A new value for a name, with the place of the name; of `+=` the sum.
  case assign(Int, TypedExpression, at: SourceLocation)
  case loop(Int, ClosedRange<Int>, TypedBlock)
  case result(TypedExpression)
  case conditional(TypedExpression, then: TypedBlock, otherwise: TypedBlock?)

  /// The expressions in it, in the order of the text, those of inner blocks among them.
  package var expressions: [TypedExpression] {
    switch self {
    case .declare(_, let value), .assign(_, let value, _), .result(let value): [value]
    case .loop(_, _, let block): block.statements.flatMap(\.expressions)
    case .conditional(let condition, let then, let otherwise):
      [condition] + then.statements.flatMap(\.expressions) + (otherwise?.statements.flatMap(\.expressions) ?? [])
    }
  }
}
