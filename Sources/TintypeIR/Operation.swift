public import TintypeIntrinsics
public import TintypeText

/// How a value is computed.
public enum Operation: Sendable, Hashable {
  /// A constant, one number per lane; truth is 1 or 0, and a table is its position in ``Program/tables``.
  case constant(Numbers)
  /// The parameter at a position of ``Program/parameters``.
  case parameter(Int)
  /// A stored picture at this pixel: straight `rgba`, encoded values 0 to 1, and all 0 outside of its rectangle.
  /// Source 0 is the photo; source n is the picture n - 1 of ``Program/pictures``.
  /// If it `isLight`, colors are numbers within ±``largestLight`` instead.
  case source(Int = 0, isLight: Bool = false)
  /// The rectangle of a source: 0, 0, width, height.
  case sourceBounds(Int = 0)
  /// Four independent, uniformly distributed numbers in 0 to 1 at this pixel; the operand is the seed, a uniform
  /// integer scalar.
  case noise
  /// The position of this pixel's center in source pixels, from the top left: `vec2`.
  case position
  /// The frame number, 0 for a still.
  case frame
  /// A field of the photo's capture metadata. The operand, if there is one, is the fallback.
  case shot(ShotField, hasFallback: Bool)
  /// The result of a measurement of the look, which the host fills in.
  case measured(Int)
  /// A curve through points x0 y0 x1 y1 ..., x rising.
  case curve([Double])
  /// Evaluates the first operand, a curve, at the lanes of the second.
  case evaluate
  /// Looks up a color in the first operand, a table: the color is the second operand, or the three lanes after it.
  case interpolate
  /// One of 256 numbers, by the 8-bit code that the operand, a channel of the source, was stored as.
  case lookup([Double])
  /// A piecewise cubic function of the operand, a scalar.
  indirect case cubics(PiecewiseCubic)
  /// A value constructed from the lanes of all operands, in order.
  case construct
  /// A text made of other values.
  case text(TextOperation)
  /// The fraction of this pixel that lines of text cover, 0 to 1. The operands are uniform: the text; x and y of its
  /// anchor in source pixels; the position of the anchor in the text, from 0 at the left to 1 at the right, and from 0
  /// at the cap height of the first line to 1 at the baseline of the last; the cap height in pixels; and where lines
  /// are aligned, from 0 at the left to 1 at the right.
  indirect case letters(Lettering)
  /// Some lanes of the operand, in the given order.
  case component([Int])
  /// An intrinsic of the language.
  case apply(Intrinsic)
  /// An instruction of the tile machine on scalars; only after intrinsics are lowered.
  case lane(LaneOperation)
  /// The intersection of two rectangles.
  case intersect
  /// A spatial step. The operands are its fields, its amounts or a place, and the rectangle of the fields.
  case spatial(SpatialOperation)
}

/// The declaration of an operation: its word in a program's text, its types, and what is known of it without its
/// operands. Printing, reading and validating a program ask it.
struct OperationDeclaration: Sendable {
  /// The word for the operation in a program's text.
  let name: String

  /// The types of operands and result, if they do not depend on each other or on a payload.
  var signature: Signature?

  /// Operand types, the result type, and whether operands must be uniform.
  struct Signature: Sendable {
    let operands: [ValueType]
    let result: ValueType
    var areUniform = false
  }

  fileprivate static let source = Self(name: "source", signature: .init(operands: [], result: .rgba))
  fileprivate static let light = Self(name: "source.light", signature: .init(operands: [], result: .rgba))
  fileprivate static let sourceBounds = Self(name: "source.bounds", signature: .init(operands: [], result: .rect))
  fileprivate static let noise = Self(
    name: "noise", signature: .init(operands: [.scalar], result: .rgba, areUniform: true))
  fileprivate static let position = Self(name: "position", signature: .init(operands: [], result: .vec2))
  fileprivate static let frame = Self(name: "frame", signature: .init(operands: [], result: .scalar))
  fileprivate static let curve = Self(name: "curve", signature: .init(operands: [], result: .curve))
  fileprivate static let lookup = Self(name: "lookup", signature: .init(operands: [.scalar], result: .scalar))
  fileprivate static let cubics = Self(name: "cubics", signature: .init(operands: [.scalar], result: .scalar))
  fileprivate static let intersect = Self(
    name: "intersect", signature: .init(operands: [.rect, .rect], result: .rect, areUniform: true))

  fileprivate static func shot(_ field: ShotField, _ hasFallback: Bool) -> Self {
    Self(
      name: hasFallback ? "shot.\(field.rawValue).or" : "shot.\(field.rawValue)",
      signature: .init(operands: hasFallback ? [field.type] : [], result: field.type, areUniform: true))
  }

  fileprivate static func text(_ operation: TextOperation) -> Self {
    Self(name: operation.name, signature: .init(operands: operation.operands, result: .text, areUniform: true))
  }

  fileprivate static func letters(_ style: String) -> Self {
    let operands = [ValueType.text] + Array(repeating: .scalar, count: 6)
    return Self(
      name: "letters.\(style)", signature: .init(operands: operands, result: .scalar, areUniform: true))
  }
}

extension Operation {
  /// The largest number that a source of light has: that of half precision.
  public static let largestLight = 65_504.0

  /// The declaration.
  var declaration: OperationDeclaration {
    switch self {
    case .constant: .init(name: "constant")
    case .parameter: .init(name: "parameter")
    case .source(_, let isLight): isLight ? .light : .source
    case .sourceBounds: .sourceBounds
    case .noise: .noise
    case .position: .position
    case .frame: .frame
    case .shot(let field, let hasFallback): .shot(field, hasFallback)
    case .measured: .init(name: "measured")
    case .curve: .curve
    case .evaluate: .init(name: "evaluate")
    case .interpolate: .init(name: "interpolate")
    case .lookup: .lookup
    case .cubics: .cubics
    case .construct: .init(name: "construct")
    case .text(let operation): .text(operation)
    case .letters(.face(let face)): .letters(face.rawValue)
    case .letters(.font): .letters("font")
    case .component: .init(name: "component")
    case .apply(let intrinsic): .init(name: intrinsic.rawValue)
    case .lane(let operation): .init(name: "lane.\(operation.rawValue)")
    case .intersect: .intersect
    case .spatial(let operation): .init(name: operation.name)
    }
  }

  /// The operations that their word in a program's text tells completely.
  static let byName: [String: Operation] = {
    var operations: [Operation] = [
      .source(), .source(isLight: true), .sourceBounds(), .noise, .position, .frame, .evaluate, .interpolate,
      .construct, .intersect,
    ]
    operations += Intrinsic.primitives.map { .apply($0) } + LaneOperation.allCases.map { .lane($0) }
    operations += SpatialOperation.allCases.map { .spatial($0) } + LetterFace.allCases.map { .letters(.face($0)) }
    operations += ShotField.allCases.flatMap { [.shot($0, hasFallback: false), .shot($0, hasFallback: true)] }
    operations += TextOperation.allCases.map { .text($0) }
    return Dictionary(uniqueKeysWithValues: operations.map { ($0.declaration.name, $0) })
  }()

  /// The source that the operation reads, or whose rectangle it is.
  public var sourceNumber: Int? {
    switch self {
    case .source(let number, _), .sourceBounds(let number): number
    case .constant, .parameter, .noise, .position, .frame, .shot, .measured, .curve, .evaluate, .interpolate, .lookup,
      .cubics, .construct, .text, .letters, .component, .apply, .lane, .intersect, .spatial:
      nil
    }
  }

  /// Whether the value varies between pixels even if all operands are uniform.
  public var variesByItself: Bool {
    switch self {
    case .source, .noise, .position, .letters: true
    case .constant, .parameter, .sourceBounds, .frame, .shot, .measured, .curve, .evaluate, .interpolate, .lookup,
      .cubics, .construct, .text, .component, .apply, .lane, .intersect, .spatial:
      false
    }
  }
}

extension Instruction {
  /// The rate that the operation and the rates of the operands imply.
  public func impliedRate(_ rate: (Value) -> Rate) -> Rate {
    operation.variesByItself || operands.contains { rate($0) == .varying } ? .varying : .uniform
  }
}
