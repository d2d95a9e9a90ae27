package import TintypeDiagnostics

/// The body of a kernel or function.
package struct TypedBody: Sendable {
  /// Its inputs, then the names that it declares; expressions refer to their positions.
  package var locals: [Local] = []
  package var block: TypedBlock

  /// Whether each picture that it returns has edges.
  var resultIsBounded: Bool { block.results.allSatisfy(\.type.isBounded) }
}

/// An input or a name that a body declares.
package struct Local: Sendable {
  package let name: String
  package let location: SourceLocation
  /// Unknown where a value of another type is assigned to it.
  package internal(set) var type: ExpressionType
  /// Where it can be used.
  package let scope: Span
  package let role: Role

  /// How a body comes by a name.
  package enum Role: Sendable {
    case input, constant, variable
    /// The number of a loop.
    case counter
  }

  /// Whether it may be assigned to.
  var isVariable: Bool { role == .variable }
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

  /// The blocks in it.
  fileprivate var blocks: [TypedBlock] {
    switch self {
    case .loop(_, _, let block): [block]
    case .conditional(_, let then, let otherwise): [then] + (otherwise.map { [$0] } ?? [])
    case .declare, .assign, .result: []
    }
  }

  /// The expressions in it, but for those of its blocks.
  fileprivate var expressions: [TypedExpression] {
    switch self {
    case .declare(_, let value), .assign(_, let value, _), .result(let value), .conditional(let value, _, _): [value]
    case .loop: []
    }
  }
}

extension TypedBlock {
  /// The statements, those of inner blocks among them, in the order of the text.
  private var all: [TypedStatement] { statements.flatMap { [$0] + $0.blocks.flatMap(\.all) } }

  /// The expressions in it, in the order of the text.
  var expressions: [TypedExpression] { all.flatMap(\.expressions) }

  /// What it returns.
  fileprivate var results: [TypedExpression] {
    all.compactMap { if case .result(let value) = $0 { value } else { nil } }
  }

  /// The names that are assigned to.
  var assignments: [(local: Int, place: SourceLocation)] {
    all.compactMap { if case .assign(let local, _, let place) = $0 { (local, place) } else { nil } }
  }
}
