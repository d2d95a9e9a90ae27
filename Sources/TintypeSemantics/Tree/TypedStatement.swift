package import TintypeDiagnostics
import TintypeIntrinsics

/// The body of a kernel or function.
package struct TypedBody: Sendable {
  /// Its inputs, then the names that it declares; expressions refer to their positions.
  package var locals: [Local] = []
  package var block: TypedBlock

  /// Whether each picture that it returns has edges.
  var resultIsBounded: Bool { block.results.allSatisfy { $0.type.isBounded } }
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
  /// The value of a constant, from which a loop may count.
  let constantValue: TypedExpression?

  /// How a body comes by a name.
  package enum Role: Sendable {
    case input, constant, variable
    /// The number of a loop.
    case counter

    /// What a diagnostic calls it, with an article.
    var described: String {
      switch self {
      case .input: "an input"
      case .constant: "a constant"
      case .variable: "a variable"
      case .counter: "the number of a loop"
      }
    }
  }

  /// Whether it may be assigned to.
  var isVariable: Bool { role == .variable }
}

extension [Local] {
  /// The locals that an expression of their body depends on, directly or through constants, in their order.
  func neededBy(_ expression: TypedExpression) -> [Int] {
    var needed = expression.locals
    // A constant stands behind those in its value.
    for index in indices.reversed() where needed.contains(index) {
      needed.formUnion(self[index].constantValue?.locals ?? [])
    }
    return needed.sorted()
  }
}

extension TypedExpression {
  fileprivate var locals: Set<Int> {
    Set(all.compactMap { if case .local(let index) = $0.kind { index } else { nil } })
  }
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
  /// A new value for a name or, unless `lanes` is nil, for these lanes of it, with the place of the name; of `+=` the
  /// sum.
  case assign(Int, lanes: [Int]?, TypedExpression, at: SourceLocation)
  /// `bounds` is the range as written.
  case loop(Int, ClosedRange<Int64>, bounds: [TypedExpression], TypedBlock)
  case result(TypedExpression)
  case conditional(TypedExpression, then: TypedBlock, otherwise: TypedBlock?)

  /// The blocks in it.
  fileprivate var blocks: [TypedBlock] {
    switch self {
    case .loop(_, _, _, let block): [block]
    case .conditional(_, let then, let otherwise): [then] + (otherwise.map { [$0] } ?? [])
    case .declare, .assign, .result: []
    }
  }

  /// The expressions in it, but for those of its blocks.
  fileprivate var expressions: [TypedExpression] {
    switch self {
    case .declare(_, let value), .assign(_, _, let value, _), .result(let value), .conditional(let value, _, _): [value]
    case .loop(_, _, let bounds, _): bounds
    }
  }
}

extension TypedBlock {
  /// The statements, those of inner blocks among them, in the order of the text.
  private var all: [TypedStatement] { statements.flatMap { [$0] + $0.blocks.flatMap { $0.all } } }

  /// The expressions in it, in the order of the text.
  var expressions: [TypedExpression] { all.flatMap { $0.expressions } }

  /// What it returns.
  var results: [TypedExpression] {
    all.compactMap { if case .result(let value) = $0 { value } else { nil } }
  }

  /// Where alpha is assigned to, in a copy of an input of which nothing else is.
  var placesOfAlphaAlone: [SourceLocation] {
    var copies: Set<Int> = []
    var places: [Int: [SourceLocation]] = [:]
    for statement in all {
      switch statement {
      case .declare(let local, let value):
        if case .local = value.withoutParentheses.kind, value.type == .value(.rgba) { copies.insert(local) }
      case .assign(let local, let lanes, _, let place):
        if lanes == [3] { places[local, default: []].append(place) } else { copies.remove(local) }
      case .loop, .result, .conditional: break
      }
    }
    return copies.sorted().flatMap { places[$0] ?? [] }
  }

  /// The second half of an exchange without a copy: of `v.r = c.b`, `v.b = v.r`, which gives back what was there.
  var lostExchanges: [(first: SourceLocation, value: TypedExpression)] {
    zip(all, all.dropFirst()).compactMap { before, after in
      guard case .assign(let local, let old, let given, let first) = before,
        case .assign(let other, let new, let value, _) = after, old != new || local != other
      else { return nil }
      switch (old, new, given.withoutParentheses.kind, value.withoutParentheses.kind) {
      case (nil, nil, .local(other), .local(local)): return (first, value)
      case (let old?, let new?, .component(let from, _), .component(let to, let whole)) where local == other:
        guard old.count == 1, from == new, to == old, case .local(local) = whole.kind else { return nil }
        return (first, value)
      default: return nil
      }
    }
  }

  /// The names that are assigned to.
  var assignments: [(local: Int, place: SourceLocation)] {
    all.compactMap { if case .assign(let local, _, _, let place) = $0 { (local, place) } else { nil } }
  }
}
