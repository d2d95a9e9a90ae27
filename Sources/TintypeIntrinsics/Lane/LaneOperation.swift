/// The instructions of the tile machine. Each computes one lane from one to three lanes, in IEEE single precision.
///
/// This is their table; each is declared once, with everything the compiler knows of it (``LaneDeclaration``). A truth
/// value is a lane with all bits set or none, so that `select`, `and` and `or` are bitwise.
public enum LaneOperation: String, CaseIterable, Sendable, Hashable {
  case add, subtract, multiply, divide, multiplyAdd, negate
  case minimum, maximum, absolute, floor
  case squareRoot, exp2, log2, power, sine, cosine, arcTangent, srgbCode
  case less, lessOrEqual, equal
  case and, or, not, select

  /// The declaration.
  public var declaration: LaneDeclaration { Self.declarations[position(of: self)] }

  /// In the order of the cases. (Static properties would be looked up one by one, which is slower.)
  private static let declarations = allCases.map { $0.entry }

  private var entry: LaneDeclaration {
    switch self {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .multiplyAdd: .multiplyAdd
    case .negate: .negate
    case .minimum: .minimum
    case .maximum: .maximum
    case .absolute: .absolute
    case .floor: .floor
    case .squareRoot: .squareRoot
    case .exp2: .exp2
    case .log2: .log2
    case .power: .power
    case .sine: .sine
    case .cosine: .cosine
    case .arcTangent: .arcTangent
    case .srgbCode: .srgbCode
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .equal: .equal
    case .and: .and
    case .or: .or
    case .not: .not
    case .select: .select
    }
  }
}

extension LaneOperation {
  /// The number of operands.
  public var arity: Int { declaration.signature.arity }

  /// Approximate cost; see ``LaneDeclaration/cost``.
  public var cost: Double { declaration.cost }

  /// The operation in double precision; see ``LaneDeclaration/exact``. Operands beyond ``arity`` are ignored.
  public func exact(_ a: Double, _ b: Double = 0, _ c: Double = 0) -> Double { declaration.exact(a, b, c) }

  /// The operation in double precision on an array of operands.
  public func exact(_ x: [Double]) -> Double { exact(x[0], x.count > 1 ? x[1] : 0, x.count > 2 ? x[2] : 0) }

  /// The operation in single precision; see ``LaneDeclaration/single``. Operands beyond ``arity`` are ignored.
  public func callAsFunction(_ a: Float, _ b: Float = 0, _ c: Float = 0) -> Float { declaration.single(a, b, c) }
}
