/// The declaration of a lane operation: everything the compiler knows of it.
///
/// ``exact`` and ``single`` say what it means. The other rules bound its result, and are derived from the meaning where
/// the kind of the operation allows it: a rising function has its extremes at the ends of a range, a comparison follows
/// from its predicate. Rules take three operands; those beyond the arity repeat the first, and are ignored.
public final class LaneDeclaration: Sendable {
  /// The types of the operands and the result.
  public let signature: LaneSignature

  /// Approximate cost in cycles per eight pixels, with operands in registers of the tile machine.
  ///
  /// Measured with `swift run -c release StepCosts` on one x86-64 core at 4 GHz with the AVX2 loops. The sum over a
  /// look's steps is within 10% of the look's measured cost. Short operations cost as much as fetching their operands.
  public let cost: Double

  /// The operation in double precision, with the accuracy of the C library; truth is 1 and 0. The interpreter runs
  /// this.
  public let exact: Rule<Double, Double>

  /// The operation in single precision: the reference that the tile machine matches bit for bit.
  public let single: Rule<Float, Float>

  /// The operation on eight lanes with the bits of ``single``, if vectors are faster than lane by lane.
  public let vector: Rule<SIMD8<Float>, SIMD8<Float>>?

  /// The range of the result in exact arithmetic; truth is 1 and 0.
  public let range: Rule<LaneRange, LaneRange>

  /// The range of ``single``, roundings included; nil if the result may be NaN or nothing is known. Nil operands are
  /// unknown.
  public let singleRange: Rule<SingleRange?, SingleRange?>

  /// The Taylor model of the result. Nil if samples do not represent the operation: it is not smooth between them, even
  /// apart from places where a comparison or a limit changes sides.
  package let model: Rule<TaylorModel, TaylorModel>?

  /// How the operation combines linear forms, if it does.
  public let linear: LinearRule?

  /// The constraints on the operands that a truth value of the result implies.
  public let implication: Implication?

  /// Whether the operation is a polynomial with many steps, slower than a table look-up.
  public let isElementary: Bool

  /// A function of three operands.
  public typealias Rule<Operand, Result> = @Sendable (Operand, Operand, Operand) -> Result

  init(
    _ signature: LaneSignature, cost: Double, exact: @escaping Rule<Double, Double>,
    single: @escaping Rule<Float, Float>, vector: Rule<SIMD8<Float>, SIMD8<Float>>? = nil,
    range: @escaping Rule<LaneRange, LaneRange>, singleRange: @escaping Rule<SingleRange?, SingleRange?>,
    model: Rule<TaylorModel, TaylorModel>?, linear: LinearRule? = nil, implication: Implication? = nil,
    isElementary: Bool = false
  ) {
    (self.signature, self.cost, self.exact, self.single, self.vector) = (signature, cost, exact, single, vector)
    (self.range, self.singleRange, self.model) = (range, singleRange, model)
    (self.linear, self.implication, self.isElementary) = (linear, implication, isElementary)
  }
}

/// The operand and result types of a lane operation. All are single lanes.
public enum LaneSignature: Sendable, Hashable {
  /// A number of numbers; the result is a number.
  case numbers(Int)
  /// Two numbers; the result is a truth value.
  case comparison
  /// A number of truth values; the result is a truth value.
  case logic(Int)
  /// A truth value and two values of one type, which is the type of the result.
  case choice

  /// The number of operands.
  public var arity: Int {
    switch self {
    case .numbers(let count), .logic(let count): count
    case .comparison: 2
    case .choice: 3
    }
  }

  /// The type of the result for operands of these types, or nil if they do not match.
  public func resultType(of operands: [ValueType]) -> ValueType? { resultType(of: operands.count) { operands[$0] } }

  /// The same for a number of operands, each with its type.
  public func resultType(of count: Int, _ type: (_ operand: Int) -> ValueType) -> ValueType? {
    guard count == arity else { return nil }
    return switch self {
    case .numbers: (0..<count).allSatisfy { type($0) == .scalar } ? .scalar : nil
    case .comparison: type(0) == .scalar && type(1) == .scalar ? .bool : nil
    case .logic: (0..<count).allSatisfy { type($0) == .bool } ? .bool : nil
    case .choice: type(0) == .bool && type(1) == type(2) && type(1).width == 1 ? type(1) : nil
    }
  }
}

/// How an operation combines linear forms: sums of values with constant factors.
public enum LinearRule: Sendable, Hashable {
  /// a + b
  case sum
  /// a - b
  case difference
  /// -a
  case negation
  /// a b, linear if a or b is a constant
  case product
  /// a b + c, linear if a or b is a constant
  case productSum
}

/// The constraints that a truth value implies for the operands of its operation.
public enum Implication: Sendable, Hashable {
  /// a is below b; if not strictly, it may also be b.
  case order(isStrict: Bool)
  /// a and b are the same number.
  case equality
  /// Both operands hold.
  case conjunction
  /// At least one operand holds.
  case disjunction
  /// The operand does not hold.
  case negation
}
