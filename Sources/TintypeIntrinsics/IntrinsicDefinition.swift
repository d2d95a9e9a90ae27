extension Intrinsic {
  /// The definition in the table.
  public var definition: IntrinsicDefinition { Self.ordered[position(of: self)] }

  /// Definitions in the order of the cases. (A dictionary would hash names, which is slow.)
  private static let ordered = allCases.map { definitions[$0]! }

  /// The intrinsics that a program may contain; lowering composes the others from these.
  public static let primitives = allCases.filter { !$0.isComposed }

  /// Whether it is composed of others, so that no program holds it.
  public var isComposed: Bool { if case .composed = definition.formula { true } else { false } }

  /// The operator or name an author writes.
  public var spelling: String { definition.symbol ?? rawValue }

  /// Those that an author writes by name.
  public static let named = allCases.filter { $0.definition.symbol == nil }

  /// The function or constant with this name, or nil. Operators have none.
  public static func named(_ name: String) -> Intrinsic? {
    Intrinsic(rawValue: name).flatMap { $0.definition.symbol == nil ? $0 : nil }
  }

  /// Whether it is a number without operands, which is written without parentheses.
  public var isConstant: Bool { definition.operands.isEmpty }

  /// The type of the result, or nil if the operands do not match ``IntrinsicDefinition/signature``.
  public func resultType(of operands: [ValueType]) -> ValueType? { definition.signature.resultType(of: operands) }
}

/// The definition of one intrinsic. A class, because the compiler reads definitions at every step.
public final class IntrinsicDefinition: Sendable {
  /// The operand and result types.
  public let signature: IntrinsicSignature

  /// The names of the operands, in the manual and as argument labels.
  public let operands: [String]

  /// The spelling of an operator; nil for a function.
  public let symbol: String?

  /// The meaning, in exact arithmetic on Double; truth is 1 and 0. The interpreter runs this.
  public let meaning: Meaning

  /// The lowering to the tile machine.
  public let formula: Formula

  /// Its spelling in shaders; nil for an operator, which is spelled as in the language, and for a formula.
  public let shader: ShaderSpelling?

  /// The operator of color tables (CLF) that it is, if there is one.
  public let tableOperator: TableOperator?

  /// Known results from a source independent of the formula: operands and result. The manual shows them.
  public let values: [[Double]]

  /// A function that shading languages have.
  public enum ShaderSpelling: Sendable, Hashable {
    /// By its name in Metal. A language that lacks it prints the formula.
    case native(String)
    /// A lane operation on the same operands, whose limits the shader's own function has.
    case lane(LaneOperation)
  }

  /// An operator of color tables, on the first operand; others are its numbers.
  public enum TableOperator: Sendable, Hashable {
    case srgbToLinear, linearToSrgb, power, squareRoot, atLeast, atMost, range, unitRange
  }

  /// Operands for which the result is silently surprising.
  public let hazard: Hazard?

  /// Operands for which a function returns a value that was probably not intended.
  public enum Hazard: Sendable, Hashable {
    /// A negative base of a power; the position of the base.
    case negativeBase(Int)
    /// A negative operand of a root.
    case negativeRoot(Int)
    /// A divisor of 0.
    case zeroDivisor(Int)
    /// An operand of a logarithm that is not positive.
    case noLogarithm(Int)
    /// An angle of more than 65,536 radians.
    case largeAngle(Int)
    /// Limits that no value, or every value, exceeds: the first operand is limited to the two others, or to 0 and 1.
    case limits
  }

  /// Known bounds of the result, for formulas in which interval arithmetic loses dependencies.
  let knownBounds: (@Sendable ([Interval]) -> Interval)?

  /// The description in the manual, one or two sentences.
  public let documentation: String

  /// The behavior for NaN, infinities and other values out of range.
  public let edgeCases: String

  init(
    signature: IntrinsicSignature, operands: [String], symbol: String?, meaning: Meaning, formula: Formula,
    hazard: Hazard? = nil, knownBounds: (@Sendable ([Interval]) -> Interval)? = nil, documentation: String,
    edgeCases: String, shader: ShaderSpelling? = nil, tableOperator: TableOperator? = nil, values: [[Double]] = []
  ) {
    (self.signature, self.operands, self.symbol, self.meaning) = (signature, operands, symbol, meaning)
    (self.formula, self.hazard, self.knownBounds) = (formula, hazard, knownBounds)
    (self.shader, self.tableOperator, self.values) = (shader, tableOperator, values)
    (self.documentation, self.edgeCases) = (documentation, edgeCases)
    if case .each(let formula) = formula {
      pattern = formula(operands.indices.map { .operand($0, lane: 0) })
    } else {
      pattern = nil
    }
    if case .apply(let operation, let parts)? = pattern {
      let order = parts.compactMap { if case .operand(let index, _) = $0 { index } else { nil } }
      laneOperation = order.count == parts.count && order.count == operands.count ? (operation, order) : nil
    } else {
      laneOperation = nil
    }
  }

  /// The formula of a lane, if all lanes have the same formula; built once.
  public let pattern: LaneFormula?

  /// The lane operation that it is, and the positions of the operands in its order, if it is one on its operands.
  public let laneOperation: (LaneOperation, order: [Int])?

  /// The formula of one scalar result, for operands of some widths. A composed intrinsic has none.
  public func formula(width: (_ operand: Int) -> Int) -> LaneFormula {
    pattern ?? formula.scalar(operandWidths: operands.indices.map(width))
  }

  /// A meaning, lane by lane or over whole values.
  public enum Meaning: Sendable {
    /// From one lane of each operand to one lane of the result.
    case each(@Sendable ([Double]) -> Double)
    /// From all lanes of each operand to one scalar.
    case whole(@Sendable ([[Double]]) -> Double)
    /// That of the intrinsics that it is composed of.
    case composed
  }

  /// A lane formula, lane by lane or over whole values.
  public enum Formula: Sendable {
    /// From one lane of each operand to one lane of the result.
    case each(@Sendable ([LaneFormula]) -> LaneFormula)
    /// From all lanes of each operand to one scalar.
    case whole(@Sendable ([[LaneFormula]]) -> LaneFormula)
    /// Other intrinsics, which stand in the program instead.
    case composed(Composition)
  }

  /// A composition of other intrinsics, expanded by lowering.
  public enum Composition: Sendable, Hashable {
    case direction, anyTruth, everyTruth, transpose, inverse
  }

  /// The known results as the manual shows them; nil without any.
  public func examples(as spelling: String) -> String? {
    func shown(_ number: Double) -> String {
      number == number.rounded() && number.magnitude < 1e9 ? "\(Int(number))" : "\(Float(number))"
    }
    let calls = values.map { numbers in
      let operands = numbers.dropLast().map(shown).joined(separator: ", ")
      return "`\(spelling)\(operands.isEmpty ? "" : "(\(operands))")` is \(shown(numbers[numbers.count - 1]))"
    }
    return calls.isEmpty ? nil : calls.joined(separator: ", ") + "."
  }
}

/// The operand and result types of an intrinsic.
///
/// *Lanes* are numeric values of one type; a scalar counts as a value with equal lanes. A *quantity* is a number with a
/// unit: it combines only with quantities of the same unit.
public enum IntrinsicSignature: Sendable, Hashable {
  /// A number of lanes of one type; the result has that type.
  case lanes(Int)
  /// A number of lanes of one type, or of quantities of one unit; the result has that type.
  case linear(Int)
  /// Two lanes, or a quantity and a scalar in either order; the result has the type of the lanes or the unit.
  case product
  /// Two lanes, a quantity by a scalar, or two single quantities of one unit, whose ratio is a scalar.
  case quotient
  /// Three lanes, or two quantities of one unit or two matrices and a scalar.
  case blend
  /// One lane value or an angle; an angle gives a scalar.
  case turn
  /// One quantity of this unit, or its lane where a program is split into lanes; gives a scalar.
  case conversion(ValueType)
  /// Two scalars, two single quantities of one unit, or two choices; gives a truth value.
  case comparison
  /// A number of truth values; the result is a truth value.
  case logic(Int)
  /// A number of numeric operands of one type; the result is a scalar.
  case reduction(Int)
  /// Two values of one type (a scalar widens) and a truth value; gives that type.
  case choice
  /// One value of several lanes; the result has its type.
  case direction
  /// One vector of truth values, such as a comparison of colors gives; the result is a truth value.
  case truths
  /// One matrix; the result is a matrix.
  case matrix

  /// The number of operands.
  public var arity: Int {
    switch self {
    case .lanes(let count), .linear(let count), .logic(let count), .reduction(let count): count
    case .turn, .conversion, .direction, .truths, .matrix: 1
    case .product, .quotient, .comparison: 2
    case .blend, .choice: 3
    }
  }

  /// The type of the result for operands of these types, or nil if they do not match.
  public func resultType(of operands: [ValueType]) -> ValueType? { resultType(of: operands.count) { operands[$0] } }

  /// The type of the result for `count` operands, whose types `type` returns; nil if they do not match.
  public func resultType(of count: Int, _ type: (_ operand: Int) -> ValueType) -> ValueType? {
    guard count == arity else { return nil }
    switch self {
    case .lanes: return Self.common(count, type)
    case .linear: return Self.common(count, type) ?? Self.unit(count, type)
    case .product:
      if type(1) == .scalar, type(0).isQuantity { return type(0) }
      if type(0) == .scalar, type(1).isQuantity { return type(1) }
      return Self.common(count, type)
    case .quotient:
      if type(1) == .scalar, type(0).isQuantity { return type(0) }
      if let unit = Self.unit(count, type) { return unit.width == 1 ? .scalar : nil }
      return Self.common(count, type)
    case .blend:
      if type(0) == .matrix, type(1) == .matrix { return type(2) == .scalar ? .matrix : nil }
      if let unit = Self.unit(2, type) { return type(2) == .scalar ? unit : nil }
      return Self.common(count, type)
    case .turn: return type(0) == .angle ? .scalar : Self.common(count, type)
    case .conversion(let unit): return type(0) == unit || type(0) == .scalar ? .scalar : nil
    case .comparison:
      return type(0) == type(1) && type(0).allows(.compared) ? .bool : nil
    case .logic: return (0..<count).allSatisfy { type($0) == .bool } ? .bool : nil
    case .reduction:
      return type(0).isNumeric && (0..<count).allSatisfy { type($0) == type(0) } ? .scalar : nil
    case .choice:
      guard type(2) == .bool else { return nil }
      return type(0) == type(1) && type(0).allows(.chosen) ? type(0) : Self.common(2, type)
    case .direction: return type(0).isNumeric && type(0).width > 1 ? type(0) : nil
    // No value of a program has several truths.
    case .truths: return nil
    case .matrix: return type(0) == .matrix ? .matrix : nil
    }
  }

  /// The common numeric type; scalars widen.
  private static func common(_ count: Int, _ type: (Int) -> ValueType) -> ValueType? {
    var wide = ValueType.scalar
    for operand in 0..<count where type(operand) != .scalar {
      guard type(operand).isNumeric, wide == .scalar || wide == type(operand) else { return nil }
      wide = type(operand)
    }
    return wide
  }

  /// The common unit.
  private static func unit(_ count: Int, _ type: (Int) -> ValueType) -> ValueType? {
    type(0).isQuantity && (0..<count).allSatisfy { type($0) == type(0) } ? type(0) : nil
  }
}
