package import TintypeDiagnostics
package import TintypeIR
package import TintypeIntrinsics

/// An expression with resolved names, and arguments matched to inputs.
///
/// A value of a class, since trees are shared and never changed.
package final class TypedExpression: Sendable {
  package let kind: Kind
  package let type: ExpressionType
  /// All of its text.
  package let location: SourceLocation

  init(_ kind: Kind, _ type: ExpressionType, at location: SourceLocation) {
    (self.kind, self.type, self.location) = (kind, type, location)
  }

  /// An expression with an error, with the parts of it that are understood.
  static func unknown(at location: SourceLocation, _ parts: [TypedExpression] = []) -> TypedExpression {
    TypedExpression(.invalid(parts), .unknown, at: location)
  }

  /// The alternatives.
  package enum Kind: Sendable {
    /// A literal: numbers, a bool, the points of a curve, a text, or the index of a table or of a choice's word.
    case constant([Double])
    /// A constant of another type, such as a text as a date, with its numbers.
    case converted(TypedExpression, [Double])
    /// The color that a screen shows for these codes; without a space of its own it is meant in the space of the look
    /// at work.
    case color([UInt8], WorkingSpace?)
    /// A declaration at the top level of its module, `source` or `frame`.
    case reference(Symbol)
    /// A local of the body around it.
    case local(Int)
    /// A declaration of a used recipe, by the names that lead there.
    case member(UsedModule, Symbol)
    /// A word of a choice.
    case word
    /// The date of the photo, which is the operand.
    case date(TypedExpression)
    /// A field of the capture metadata of `source`, or its fallback. `.photo` has no source.
    case shot(ShotField, source: TypedExpression?, fallback: TypedExpression?)
    case parenthesized(TypedExpression)
    /// A function or operator of the table, with the place of its name or operator.
    case apply(Intrinsic, [TypedExpression], at: SourceLocation)
    case construct(ValueType, [TypedExpression])
    /// Some lanes of a value, or one channel of an image as a mask.
    case component([Int], TypedExpression)
    case bounds(TypedExpression)
    case place(PlaceMember, TypedExpression)
    case conditional(TypedConditional)
    /// A curve through computed points, x and y of each.
    case curve([TypedExpression])
    /// A curve at a value.
    case evaluate(TypedExpression, TypedExpression)
    /// `[a, b, c]`
    case list([TypedExpression])
    /// An element of a list, by an index, which may be made of constants and the numbers of loops.
    case element(TypedExpression, TypedExpression, isCounted: Bool)
    /// A table at a color; `isShown` when both are in display values.
    case lookUp(TypedExpression, TypedExpression, isShown: Bool)
    /// An operation on whole pictures.
    case operation(PictureCall)
    /// A kernel or function; inputs without an argument have their defaults or, of type `position`, the pixel's place.
    case call(Int, [Input], at: SourceLocation)
    /// A used look as a step; the first operand is the picture, each other one sets a parameter.
    case develop(UsedModule, TypedExpression, [(parameter: Int, value: TypedExpression, label: SourceLocation?)])
    /// An expression with an error, with the parts of it that are understood.
    case invalid([TypedExpression])
  }

  /// An argument at its input.
  package struct Input: Sendable {
    package let index: Int
    package let value: TypedExpression
    /// The span of its name; nil for a positional argument.
    var label: SourceLocation?
  }

  /// A member of a position.
  package enum PlaceMember: String, CaseIterable, Sendable {
    case relative, pixels, size
  }

  /// The expressions that it is computed from, in the order of the text; none for a conditional, of which one branch is
  /// evaluated.
  package var operands: [TypedExpression] {
    switch kind {
    case .constant, .converted, .color, .reference, .local, .member, .word, .date, .shot, .conditional: []
    case .parenthesized(let inner), .component(_, let inner), .bounds(let inner), .place(_, let inner):
      [inner]
    case .apply(_, let operands, _), .construct(_, let operands), .list(let operands), .curve(let operands),
      .invalid(let operands):
      operands
    case .evaluate(let curve, let x): [curve, x]
    case .element(let list, let index, _): [list, index]
    case .lookUp(let color, let table, _): [color, table]
    case .operation(let call): call.arguments.map({ $0.value })
    case .call(_, let inputs, _): inputs.map({ $0.value })
    case .develop(_, let picture, let given): [picture] + given.map({ $0.value })
    }
  }

  /// Every expression below, one level down.
  package var children: [TypedExpression] {
    switch kind {
    case .conditional(let conditional): conditional.expressions
    case .date(let photo): [photo]
    case .shot(_, let source, let fallback): [source, fallback].compactMap({ $0 })
    case .converted(let original, _): [original]
    default: operands
    }
  }

  /// All expressions below and itself, each behind those that it is computed from. (A list instead of recursion, since
  /// the call stack is limited.)
  package var all: [TypedExpression] {
    var found: [TypedExpression] = []
    var open = [self]
    while let next = open.popLast() {
      found.append(next)
      open += next.children
    }
    return found.reversed()
  }

  /// Without the parentheses around it.
  var withoutParentheses: TypedExpression {
    var expression = self
    while case .parenthesized(let inner) = expression.kind { expression = inner }
    return expression
  }
}

extension [TypedExpression.Input] {
  /// The argument of an input; nil where a call leaves it out.
  package func value(at index: Int) -> TypedExpression? { first { $0.index == index }?.value }
}

/// `if a { b } else { c }` as a value.
package struct TypedConditional: Sendable {
  package let condition: TypedExpression
  package let then: TypedValueBlock
  package let otherwise: TypedValueBlock

  var expressions: [TypedExpression] { [condition] + then.expressions + otherwise.expressions }
}

/// A block in an expression: names, then the value.
package struct TypedValueBlock: Sendable {
  package let constants: [(local: (index: Int, name: String), value: TypedExpression)]
  package let value: TypedExpression

  var expressions: [TypedExpression] { constants.map { $0.value } + [value] }
}

/// The module of a dotted name.
package struct UsedModule: Sendable, Hashable {
  /// Which module.
  package var index: Int
  /// The names that `use` gives on the way, from the module whose text names it.
  package var path: [String]
}

/// The referent of a name.
package enum Symbol: Sendable, Hashable {
  case source, frame
  /// By their positions in the ``SemanticModel``.
  case parameter(Int)
  case image(Int)
  case constant(Int)
  case function(Int)
  /// A recipe that another one uses.
  case module(Int)
  /// An input or a name inside of a body.
  case local(function: Int, Int)
  /// A built-in one.
  case intrinsic(Intrinsic)
  case operation(PictureOperation)

  var function: Int? { if case .function(let index) = self { index } else { nil } }

  var module: Int? { if case .module(let index) = self { index } else { nil } }

  /// Whether it is a kernel, a function or a recipe.
  var isCallable: Bool { function != nil || module != nil }

  /// Whether it is a parameter or a constant.
  var isNumber: Bool {
    switch self {
    case .parameter, .constant: true
    default: false
    }
  }
}
