/// The instructions of the tile machine. Each computes one lane from one to three lanes, in IEEE single precision.
///
/// A truth value is a lane with all bits set or none, so that `select`, `and` and `or` are bitwise.
public enum LaneOperation: String, CaseIterable, Sendable, Hashable {
  /// a + b
  case add
  /// a - b
  case subtract
  /// a * b
  case multiply
  /// a / b, IEEE 754: x/0 is an infinity, 0/0 is NaN
  case divide
  /// a * b + c with one rounding
  case multiplyAdd
  /// -a
  case negate
  /// a < b ? a : b, so b when either is NaN
  case minimum
  /// a > b ? a : b, so b when either is NaN
  case maximum
  /// a without its sign
  case absolute
  /// the largest integer not above a
  case floor
  /// the correctly rounded square root
  case squareRoot
  /// 2 to the power a
  case exp2
  /// the logarithm of a to base 2; whatever is below 2^-126 counts as 2^-126, an infinity as 2^128
  case log2
  /// a to the power b; 0 wherever a is below 2^-126
  case power
  /// the sine of a in radians
  case sine
  /// the cosine of a in radians
  case cosine
  /// the 8-bit sRGB code nearest to the light a, as a fraction of 255: encoded, clamped and rounded as it is stored
  case srgbCode
  /// a < b
  case less
  /// a <= b
  case lessOrEqual
  /// a == b
  case equal
  /// a and b, on truth values
  case and
  /// a or b, on truth values
  case or
  /// not a, on truth values
  case not
  /// where a is true b, elsewhere c
  case select

  /// The number of operands.
  public var arity: Int {
    switch self {
    case .negate, .absolute, .floor, .squareRoot, .exp2, .log2, .sine, .cosine, .srgbCode, .not: 1
    case .multiplyAdd, .select: 3
    default: 2
    }
  }

  /// Whether the result is a truth value (for `select`: whatever its branches are).
  public var givesTruth: Bool {
    switch self {
    case .less, .lessOrEqual, .equal, .and, .or, .not: true
    default: false
    }
  }

  /// Approximate cost in cycles per eight pixels, with operands in registers of the tile machine.
  ///
  /// Measured with `swift run -c release StepCosts` on one x86-64 core at 4 GHz with the AVX2 loops. The sum over a
  /// look's steps is within 10% of the look's measured cost. Short operations cost as much as fetching their operands.
  public var cost: Double {
    switch self {
    case .negate, .absolute, .floor: 0.9
    case .add, .subtract, .multiply, .minimum, .maximum, .less, .lessOrEqual, .equal, .and, .or, .not: 1.2
    case .select, .multiplyAdd: 1.8
    case .divide: 2.5
    case .squareRoot: 4.6
    case .exp2: 5.2
    case .log2: 7.5
    case .srgbCode: 10.8
    case .power: 24.4
    case .sine, .cosine: 10.8
    }
  }
}
