import TintypeSystem

/// The built-in per-pixel computations of the language: operators, functions and constants.
///
/// Each is a case here and an entry in the table below, which is all that the other stages read: checker, interpreter,
/// optimizer, executor, exports, editors and manual.
public enum Intrinsic: String, CaseIterable, Sendable, Hashable {
  case add, subtract, multiply, divide, negate
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual
  case and, or, not
  case abs, min, max, clamp, saturate, sign
  case floor, ceil, round, fract, mod
  case mix, step, smoothstep, smootherstep, select
  case sqrt, pow, exp, log, exp2, log2, exp10, log10, sin, cos, tan, asin, acos, atan2, tanh, pi
  case dot, length, normalize
  case any, all
  case transpose, inverse
  case srgbToLinear, linearToSrgb
  case radians, gain, kelvins, number
}

/// The largest single below 1: the upper bound of `fract`.
private let belowOne = Double(Float(1).nextDown)

/// The smallest normal single: the lower bound for arguments of logarithms and bases of powers.
private let leastNormal = Double(Float.leastNormalMagnitude)

/// Defines a function on lanes, or an operator; its signature may say otherwise.
private func lanes(
  _ operands: [String], _ meaning: @escaping @Sendable ([Double]) -> Double,
  _ formula: @escaping @Sendable ([LaneFormula]) -> LaneFormula, _ documentation: String, edge: String,
  as signature: IntrinsicSignature? = nil, symbol: String? = nil, hazard: IntrinsicDefinition.Hazard? = nil,
  within knownBounds: (@Sendable ([Interval]) -> Interval)? = nil, shader: IntrinsicDefinition.ShaderSpelling? = nil,
  table: IntrinsicDefinition.TableOperator? = nil, values: [[Double]] = []
) -> IntrinsicDefinition {
  IntrinsicDefinition(
    signature: signature ?? .lanes(operands.count), operands: operands, symbol: symbol, meaning: .each(meaning),
    formula: .each(formula), hazard: hazard, knownBounds: knownBounds, documentation: documentation, edgeCases: edge,
    shader: shader, tableOperator: table, values: values)
}

/// Defines a number that has a name.
private func constant(_ number: Double, _ documentation: String) -> IntrinsicDefinition {
  lanes([], { _ in number }, { _ in .constant(number) }, documentation, edge: "None.", values: [[number]])
}

/// Defines a comparison of scalars.
private func comparison(
  _ symbol: String, _ meaning: @escaping @Sendable (Double, Double) -> Bool,
  _ formula: @escaping @Sendable (LaneFormula, LaneFormula) -> LaneFormula, _ documentation: String, edge: String
) -> IntrinsicDefinition {
  IntrinsicDefinition(
    signature: .comparison, operands: ["a", "b"], symbol: symbol, meaning: .each { meaning($0[0], $0[1]) ? 1 : 0 },
    formula: .each { formula($0[0], $0[1]) }, documentation: documentation, edgeCases: edge)
}

/// Defines an operator on truth values.
private func logic(
  _ symbol: String, _ operands: [String], _ meaning: @escaping @Sendable ([Double]) -> Bool,
  _ operation: LaneOperation, _ documentation: String
) -> IntrinsicDefinition {
  IntrinsicDefinition(
    signature: .logic(operands.count), operands: operands, symbol: symbol, meaning: .each { meaning($0) ? 1 : 0 },
    formula: .each { .apply(operation, $0) }, documentation: documentation,
    edgeCases: "None: a truth value is true or false.")
}

/// Defines a function from whole values to a scalar.
private func reduction(
  _ operands: [String], _ meaning: @escaping @Sendable ([[Double]]) -> Double,
  _ formula: @escaping @Sendable ([[LaneFormula]]) -> LaneFormula, _ documentation: String, edge: String,
  shader: IntrinsicDefinition.ShaderSpelling
) -> IntrinsicDefinition {
  IntrinsicDefinition(
    signature: .reduction(operands.count), operands: operands, symbol: nil, meaning: .whole(meaning),
    formula: .whole(formula), documentation: documentation, edgeCases: edge, shader: shader)
}

/// Defines a function that is composed of other intrinsics.
private func composed(
  _ operands: [String], _ composition: IntrinsicDefinition.Composition, _ documentation: String, edge: String,
  as signature: IntrinsicSignature
) -> IntrinsicDefinition {
  IntrinsicDefinition(
    signature: signature, operands: operands, symbol: nil, meaning: .composed, formula: .composed(composition),
    documentation: documentation, edgeCases: edge)
}

/// IEC 61966-2-1, extended to negative values by point symmetry about 0, as in extended sRGB.
@Sendable private func decoded(_ v: Double) -> Double {
  let x = v.magnitude
  let light = x <= 0.04045 ? x / 12.92 : totalPower((x + 0.055) / 1.055, 2.4)
  return v < 0 ? -light : light
}

@Sendable private func encoded(_ v: Double) -> Double {
  let x = v.magnitude
  let code = x <= 0.0031308 ? x * 12.92 : 1.055 * totalPower(x, 1 / 2.4) - 0.055
  return v < 0 ? -code : code
}

/// The argument of a logarithm, limited to 2^-126 ... 2^128; NaN becomes 2^-126.
@Sendable private func positive(_ x: Double) -> Double { least(greatest(x, leastNormal), 0x1p128) }

/// An exponent within limits beyond which every power of a single is 0, 1 or infinity: `power` takes no infinite one.
/// NaN stays NaN. It costs nothing for an exponent that is the same at all pixels.
@Sendable private func decisive(exponent y: LaneFormula) -> LaneFormula {
  .min(.constant(0x1p40), .max(.constant(-0x1p40), y))
}

/// 3 t^2 - 2 t^3
@Sendable private func eased(_ t: Double) -> Double { t * t * (3 - 2 * t) }

/// 6 t^5 - 15 t^4 + 10 t^3 (Perlin 2002, "Improving noise")
@Sendable private func easedTwice(_ t: Double) -> Double { t * t * t * (t * (6 * t - 15) + 10) }

/// A rising step is smallest at the smallest x and the largest edges, and largest at the opposite ends.
@Sendable private func smoothRange(
  low: Interval, high: Interval, x: Interval, _ eased: (Double) -> Double = eased
) -> Interval {
  // Where a difference is infinite the quotient is 0 or NaN.
  let numbers = [high.lower - low.lower, high.upper - low.upper, x.lower, x.upper]
  guard low.upper < high.lower, numbers.allSatisfy({ $0.isFinite }) else { return .unit }
  func smooth(_ low: Double, _ high: Double, _ x: Double) -> Double {
    eased(least(greatest((x - low) / (high - low), 0), 1))
  }
  return .spanning(smooth(low.upper, high.upper, x.lower), smooth(low.lower, high.lower, x.upper))
}

@Sendable private func boundedAngle(_ x: Double) -> Double {
  x.magnitude <= Double(ElementaryPolynomials.largestAngle) ? x : 0
}

/// The angle of a point, with +0 for a zero and for NaN.
@Sendable private func arcTangent(y: Double, x: Double) -> Double {
  func counted(_ v: Double) -> Double { v.isNaN || v == 0 ? 0 : v }
  return atan2(counted(y), counted(x))
}

/// The angle of a point: that of the smaller coordinate against the larger, mirrored about the diagonal and the axes.
@Sendable private func arcTangent(y: LaneFormula, x: LaneFormula) -> LaneFormula {
  let (height, width) = (LaneFormula.max(.abs(y), 0), LaneFormula.max(.abs(x), 0))
  // Of two infinities the quotient is NaN, and `min` gives 1.
  let ratio = LaneFormula.min(.min(height, width) / .max(.max(height, width), .constant(leastNormal)), 1)
  let near = LaneFormula.apply(.arcTangent, [ratio])
  let quadrant = LaneFormula.select(.apply(.less, [width, height]), .constant(.pi / 2) - near, near)
  let half = LaneFormula.select(.apply(.less, [x, 0]), .constant(.pi) - quadrant, quadrant)
  return .select(.apply(.less, [y, 0]), .apply(.negate, [half]), half)
}

extension Intrinsic {
  static var definitions: [Intrinsic: IntrinsicDefinition] { table }
}

/// The single table of the language's intrinsics. (Outside the type, so that `exp` is the C library's function, not a
/// case.)
private let table: [Intrinsic: IntrinsicDefinition] = [
  .add: lanes(
    ["a", "b"], { $0[0] + $0[1] }, { $0[0] + $0[1] }, "The sum.", edge: "IEEE 754: NaN spreads, inf + -inf is NaN.",
    as: .linear(2), symbol: "+"),
  .subtract: lanes(
    ["a", "b"], { $0[0] - $0[1] }, { $0[0] - $0[1] }, "The difference.",
    edge: "IEEE 754: NaN spreads, inf - inf is NaN.", as: .linear(2), symbol: "-"),
  .multiply: lanes(
    ["a", "b"], { $0[0] * $0[1] }, { $0[0] * $0[1] }, "The product, lane by lane.",
    edge: "IEEE 754: NaN spreads, 0 * inf is NaN.", as: .product, symbol: "*"),
  .divide: lanes(
    ["a", "b"], { $0[0] / $0[1] }, { $0[0] / $0[1] }, "The quotient, lane by lane.",
    edge: "IEEE 754: x / 0 is an infinity with the sign of x, 0 / 0 and inf / inf are NaN.", as: .quotient,
    symbol: "/", hazard: .zeroDivisor(1)),
  .negate: lanes(
    ["a"], { -$0[0] }, { .apply(.negate, [$0[0]]) }, "The negative.", edge: "NaN stays NaN.", as: .linear(1),
    symbol: "-"),

  .less: comparison(
    "<", { $0 < $1 }, { .apply(.less, [$0, $1]) }, "True where a is below b.", edge: "False when either is NaN."),
  .lessOrEqual: comparison(
    "<=", { $0 <= $1 }, { .apply(.lessOrEqual, [$0, $1]) }, "True where a is not above b.",
    edge: "False when either is NaN."),
  .greater: comparison(
    ">", { $0 > $1 }, { .apply(.less, [$1, $0]) }, "True where a is above b.", edge: "False when either is NaN."),
  .greaterOrEqual: comparison(
    ">=", { $0 >= $1 }, { .apply(.lessOrEqual, [$1, $0]) }, "True where a is not below b.",
    edge: "False when either is NaN."),
  .equal: comparison(
    "==", { $0 == $1 }, { .apply(.equal, [$0, $1]) }, "True where a and b are the same number.",
    edge: "False when either is NaN; 0 and -0 are equal."),
  .notEqual: comparison(
    "!=", { $0 != $1 }, { .not(.apply(.equal, [$0, $1])) }, "True where a and b differ.",
    edge: "True when either is NaN."),

  .and: logic("&&", ["a", "b"], { $0[0] != 0 && $0[1] != 0 }, .and, "True where both are."),
  .or: logic("||", ["a", "b"], { $0[0] != 0 || $0[1] != 0 }, .or, "True where at least one is."),
  .not: logic("!", ["a"], { $0[0] == 0 }, .not, "True where a is not."),

  .abs: lanes(
    ["x"], { $0[0].magnitude }, { .abs($0[0]) }, "x without its sign.", edge: "NaN stays NaN.", as: .linear(1)),
  .min: lanes(
    ["a", "b"], { least($0[0], $0[1]) }, { .min($0[0], $0[1]) }, "The smaller, lane by lane.",
    edge: "b when either is NaN.", as: .linear(2), table: .atMost),
  .max: lanes(
    ["a", "b"], { greatest($0[0], $0[1]) }, { .max($0[0], $0[1]) }, "The larger, lane by lane.",
    edge: "b when either is NaN.", as: .linear(2), table: .atLeast),
  .clamp: lanes(
    ["x", "low", "high"], { least(greatest($0[0], $0[1]), $0[2]) }, { .min(.max($0[0], $0[1]), $0[2]) },
    "x, but at least low and at most high.", edge: "NaN becomes low; where low is above high the result is high.",
    as: .linear(3), hazard: .limits, table: .range),
  .saturate: lanes(
    ["x"], { least(greatest($0[0], 0), 1) }, { .min(.max($0[0], 0), 1) }, "x, but at least 0 and at most 1.",
    edge: "NaN becomes 0.", hazard: .limits, table: .unitRange),
  .sign: lanes(
    ["x"], { $0[0] > 0 ? 1 : $0[0] < 0 ? -1 : 0 },
    { .select(.apply(.less, [0, $0[0]]), 1, .select(.apply(.less, [$0[0], 0]), -1, 0)) },
    "1 above 0, -1 below, 0 at 0.", edge: "NaN gives 0.", shader: .native("sign")),

  .floor: lanes(
    ["x"], { $0[0].rounded(.down) }, { .floor($0[0]) }, "The largest integer not above x.",
    edge: "NaN and infinities stay what they are."),
  .ceil: lanes(
    ["x"], { $0[0].rounded(.up) }, { .apply(.negate, [.floor(.apply(.negate, [$0[0]]))]) },
    "The smallest integer not below x.", edge: "NaN and infinities stay what they are.",
    within: { $0[0].mapped { $0.rounded(.up) } }, values: [[2.25, 3], [-2.75, -2], [4, 4]]),
  .round: lanes(
    ["x"], { $0[0].rounded(.toNearestOrAwayFromZero) },
    {
      // Each step is exact, so a number just below a half stays below it.
      let (size, whole) = (LaneFormula.abs($0[0]), LaneFormula.floor(.abs($0[0])))
      let nearest = whole + .select(.apply(.lessOrEqual, [0.5, size - whole]), 1, 0)
      return .select(.apply(.less, [$0[0], 0]), .apply(.negate, [nearest]), nearest)
    },
    "The nearest integer; a half is rounded away from 0, as in C.", edge: "NaN and infinities stay what they are.",
    within: { $0[0].mapped { $0.rounded(.toNearestOrAwayFromZero) } },
    values: [[2.25, 2], [2.5, 3], [-2.5, -3], [-0.25, 0]]),
  .fract: lanes(
    ["x"], { least(belowOne, $0[0] - $0[0].rounded(.down)) }, { .min(.constant(belowOne), $0[0] - .floor($0[0])) },
    "x - floor(x), always below 1.", edge: "NaN and infinities give NaN.", shader: .native("fract")),
  .mod: lanes(
    ["x", "y"], { $0[0] - $0[1] * inSingleRange($0[0] / $0[1]).rounded(.down) },
    { $0[0] - $0[1] * .floor($0[0] / $0[1]) },
    "The remainder of x by y, x - y floor(x / y): it has the sign of y.",
    edge:
      "NaN where y is 0, where either is not finite, and at NaN; an infinity where x / y passes 3.4e38. Where x / y "
      + "passes 2^24 the result is no remainder.", hazard: .zeroDivisor(1)),

  .mix: lanes(
    ["a", "b", "t"], { $0[0] * (1 - $0[2]) + $0[1] * $0[2] }, { .fma($0[1], $0[2], $0[0] * (1 - $0[2])) },
    "a (1 - t) + b t, of matrices element by element. t is not clamped: outside 0 to 1 it extrapolates.",
    edge: "NaN spreads, and an infinite end gives NaN where its weight is 0.", as: .blend,
    within: { $0[2].isWithin(.unit) ? $0[0].union($0[1]) : .everything }, shader: .native("mix")),
  .step: lanes(
    ["edge", "x"], { $0[0] <= $0[1] ? 1 : 0 }, { .select(.apply(.lessOrEqual, [$0[0], $0[1]]), 1, 0) },
    "0 below edge, 1 from edge on.", edge: "0 when either is NaN.", shader: .native("step")),
  .smoothstep: lanes(
    ["low", "high", "x"],
    { eased(least(greatest(($0[2] - $0[0]) / ($0[1] - $0[0]), 0), 1)) },
    {
      let t = LaneFormula.min(.max(($0[2] - $0[0]) / ($0[1] - $0[0]), 0), 1)
      return t * t * .fma(-2, t, 3)
    },
    "0 up to low, 1 from high on, and 3 t^2 - 2 t^3 between.",
    edge:
      "NaN gives 0, and so does an infinite high - low; where low equals high it is a step; where low is above high it "
      + "falls instead of rising.",
    within: { smoothRange(low: $0[0], high: $0[1], x: $0[2]) }),
  .smootherstep: lanes(
    ["low", "high", "x"], { easedTwice(least(greatest(($0[2] - $0[0]) / ($0[1] - $0[0]), 0), 1)) },
    {
      let t = LaneFormula.min(.max(($0[2] - $0[0]) / ($0[1] - $0[0]), 0), 1)
      return t * t * t * .fma(t, .fma(6, t, -15), 10)
    },
    "0 up to low, 1 from high on, and 6 t^5 - 15 t^4 + 10 t^3 between: it bends more gently at both ends.",
    edge: "As smoothstep.", within: { smoothRange(low: $0[0], high: $0[1], x: $0[2], easedTwice) },
    // By hand: t = 0.25, 0.5, 0.75.
    values: [[0, 1, 0.25, 0.103515625], [1, 3, 2, 0.5], [1, 0, 0.25, 0.896484375]]),
  .select: IntrinsicDefinition(
    signature: .choice, operands: ["a", "b", "condition"], symbol: nil,
    meaning: .each { $0[2] != 0 ? $0[1] : $0[0] }, formula: .each { .select($0[2], $0[1], $0[0]) },
    documentation: "b where the condition is true, elsewhere a (the order of Metal). `if` reads better.",
    edgeCases: "The branch that is not taken has no effect, not even a NaN in it."),

  .sqrt: lanes(
    ["x"], { greatest($0[0], 0).squareRoot() }, { .sqrt($0[0]) }, "The square root.",
    edge: "0 below 0 and for NaN.", hazard: .negativeRoot(0), table: .squareRoot),
  .pow: lanes(
    ["x", "y"], { totalPower($0[0], $0[1]) }, { .power($0[0], decisive(exponent: $0[1])) }, "x to the power y.",
    edge:
      "0 wherever x is below 2^-126: for negative x, for 0 (`pow(0, 0)` too) and for NaN. An infinite x counts as "
      + "2^128. An infinite y gives infinity, 0, or 1 where x is 1; a y that is NaN gives 0. A result below 2^-126 may "
      + "be 0.",
    hazard: .negativeBase(0), shader: .lane(.power), table: .power),
  .exp: lanes(
    ["x"], { $0[0] * 1.4426950408889634 >= -126 ? exp($0[0]) : 0 }, { .apply(.exp2, [$0[0] * 1.4426950408889634]) },
    "e to the power x.",
    edge: "As exp2: 0 below -87.3, infinity from 88.7 on, 0 for NaN.", shader: .native("exp")),
  .log: lanes(
    ["x"], { log(positive($0[0])) },
    { .apply(.log2, [$0[0]]) * 0.6931471805599453 }, "The natural logarithm.",
    edge: "As log2: -87.3 for whatever is below 2^-126 and for NaN, 88.7 for infinity.", hazard: .noLogarithm(0)),
  .exp2: lanes(
    ["x"], { powerOfTwo($0[0]) }, { .apply(.exp2, [$0[0]]) }, "2 to the power x.",
    edge: "0 below -126, infinity from 128 on, 0 for NaN."),
  .log2: lanes(
    ["x"], { log2(positive($0[0])) }, { .apply(.log2, [$0[0]]) },
    "The logarithm to base 2: stops of light.",
    edge: "-126 for whatever is below 2^-126 (0 and negative numbers too) and for NaN, 128 for infinity.",
    hazard: .noLogarithm(0)),
  .exp10: lanes(
    ["x"], { $0[0] * 3.321928094887362 >= -126 ? pow(10, $0[0]) : 0 }, { .apply(.exp2, [$0[0] * 3.321928094887362]) },
    "10 to the power x: 10 to the density is the opacity.",
    edge: "As exp2: 0 below -37.9, infinity from 38.6 on, 0 for NaN."),
  .log10: lanes(
    ["x"], { log10(positive($0[0])) }, { .apply(.log2, [$0[0]]) * 0.3010299956639812 }, "The logarithm to base 10.",
    edge: "As log2: -37.9 for whatever is below 2^-126 and for NaN, 38.5 for infinity.", hazard: .noLogarithm(0)),
  .sin: lanes(
    ["x"], { sin(boundedAngle($0[0])) }, { .apply(.sine, [$0[0]]) }, "The sine of an angle, or of a number of radians.",
    edge: "Beyond 65536 radians either way, and for NaN, the angle counts as 0.", as: .turn, hazard: .largeAngle(0)),
  .cos: lanes(
    ["x"], { cos(boundedAngle($0[0])) }, { .apply(.cosine, [$0[0]]) },
    "The cosine of an angle, or of a number of radians.",
    edge: "Beyond 65536 radians either way, and for NaN, the angle counts as 0.", as: .turn, hazard: .largeAngle(0)),
  .tan: lanes(
    ["x"], { sin(boundedAngle($0[0])) / cos(boundedAngle($0[0])) },
    { .apply(.sine, [$0[0]]) / .apply(.cosine, [$0[0]]) },
    "The tangent of an angle, or of a number of radians.",
    edge: "Beyond 65536 radians either way, and for NaN, the angle counts as 0.", as: .turn, hazard: .largeAngle(0)),
  .asin: lanes(
    ["x"], { $0[0].isNaN ? 0 : asin(least(greatest($0[0], -1), 1)) },
    {
      let size = LaneFormula.min(.max(.abs($0[0]), 0), 1)
      let cosine = LaneFormula.sqrt(.max((1 - size) * (1 + size), .constant(leastNormal)))
      let angle = LaneFormula.apply(.arcTangent, [size / cosine])
      return .select(.apply(.less, [$0[0], 0]), .apply(.negate, [angle]), angle)
    },
    "The angle with the sine x in radians, from -pi/2 to pi/2.",
    edge: "-pi/2 below -1, pi/2 above 1, 0 for NaN.",
    within: { $0[0].mapped { asin(least(greatest($0, -1), 1)) } },
    // python3 -c "from mpmath import *; mp.dps = 25; print(asin(0.5), acos(0.5), tanh(0.5))" and so on
    values: [[0.5, 0.52359877559829887], [-0.875, -1.0654358165107393], [2, .pi / 2]]),
  .acos: lanes(
    ["x"], { acos(greatest(least($0[0], 1), -1)) },
    {
      let x = LaneFormula.max(.min($0[0], 1), -1)
      return 2 * .apply(.arcTangent, [.sqrt((1 - x) / .max(1 + x, .constant(leastNormal)))])
    },
    "The angle with the cosine x in radians, from 0 to pi.",
    edge: "pi below -1, 0 above 1 and for NaN.",
    within: { $0[0].mapped { acos(greatest(least($0, 1), -1)) } },
    values: [[0.5, 1.0471975511965977], [-0.875, 2.6362321433056359], [2, 0]]),
  .tanh: lanes(
    ["x"], { $0[0].isNaN ? 0 : tanh($0[0]) },
    {
      let size = LaneFormula.max(.abs($0[0]), 0)
      let power = LaneFormula.apply(.exp2, [size * 2.8853900817779268])
      // (e^2x - 1) / (e^2x + 1), where e^2x - 1 is 2x (u - 1) / log u for a u near e^2x: the errors of u cancel
      // (Higham: "Accuracy and stability of numerical algorithms", 1.14.1).
      let slope = (power - 1) * 1.4426950408889634 / .apply(.log2, [power])
      let gain = 2 * size * .select(.apply(.equal, [power, 1]), 1, slope)
      let near = LaneFormula.min(.max(gain / (gain + 2), 0), 1)
      // From here on the two equal terms of the quotient lose no digits.
      let far = 1 - 2 / (power + 1)
      let tangent = LaneFormula.select(.apply(.less, [size, 0.625]), near, far)
      return .select(.apply(.less, [$0[0], 0]), .apply(.negate, [tangent]), tangent)
    },
    "The hyperbolic tangent: x near 0, bending towards -1 and 1.", edge: "0 for NaN, -1 and 1 at the infinities.",
    within: { $0[0].mapped { tanh($0) } }, values: [[0.5, 0.46211715726000976], [-2, -0.96402758007581688], [20, 1]]),
  .pi: constant(.pi, "The number pi, half a turn in radians."),
  .atan2: lanes(
    ["y", "x"], { arcTangent(y: $0[0], x: $0[1]) }, { arcTangent(y: $0[0], x: $0[1]) },
    "The angle of the point (x, y) in radians, from -pi to pi, counted from the x axis towards the y axis.",
    edge:
      "0 at (0, 0); a zero counts as +0, NaN as 0, and two infinities as equal. Where both are below 2^-126 the angle "
      + "leans towards an axis.",
    within: { _ in Interval(-.pi, .pi) }),

  .dot: reduction(
    ["a", "b"], { zip($0[0], $0[1]).reduce(0) { $0 + $1.0 * $1.1 } }, { .dot($0[0], $0[1]) },
    "The sum of the products, lane by lane.", edge: "NaN spreads.", shader: .native("dot")),
  .length: reduction(
    ["v"], { inSingleRange(greatest($0[0].reduce(0) { $0 + $1 * $1 }, 0)).squareRoot() }, { .sqrt(.dot($0[0], $0[0])) },
    "The Euclidean length.", edge: "0 for NaN, and below 1e-23; infinity when the sum of squares passes 3.4e38.",
    shader: .native("length")),
  .normalize: composed(
    ["v"], .direction, "v / length(v): the direction of v, whose length is 1.",
    edge:
      "0 where v is 0 and where its length passes 3.4e38. Below a length of 1e-19 the result is shorter than 1. If a "
      + "lane is infinite, it becomes NaN and the others 0. If a lane is NaN, the others become v * 2^63.",
    as: .direction),

  .any: composed(
    ["lanes"], .anyTruth, "True where at least one lane is: `any(c > 1)`.",
    edge: "A comparison with NaN is false, but for `!=`.",
    as: .truths),
  .all: composed(
    ["lanes"], .everyTruth, "True where every lane is: `all(c > 0)`.",
    edge: "A comparison with NaN is false, but for `!=`.",
    as: .truths),

  .transpose: composed(
    ["m"], .transpose, "The matrix whose rows are the columns of m.", edge: "None.", as: .matrix),
  .inverse: composed(
    ["m"], .inverse, "The matrix that undoes m: inverse(m) * m * c is c.",
    edge:
      "A constant without an inverse is an error; elsewhere NaN or infinities where the determinant is 0 or passes "
      + "3.4e38.",
    as: .matrix),

  .srgbToLinear: lanes(
    ["x"], { decoded($0[0]) },
    {
      let x = LaneFormula.abs($0[0])
      let curve = LaneFormula.power(.fma(x, .constant(1 / 1.055), .constant(0.055 / 1.055)), 2.4)
      let light = LaneFormula.select(.apply(.lessOrEqual, [x, 0.04045]), x * .constant(1 / 12.92), curve)
      return .select(.apply(.less, [$0[0], 0]), .apply(.negate, [light]), light)
    },
    "Linear light of an sRGB code value (IEC 61966-2-1), mirrored about 0.", edge: "NaN gives 0, infinity stays.",
    within: { $0[0].mapped(decoded) }, table: .srgbToLinear),
  .linearToSrgb: lanes(
    ["x"], { encoded($0[0]) },
    {
      let x = LaneFormula.abs($0[0])
      let curve = LaneFormula.fma(1.055, .power(x, .constant(1 / 2.4)), -0.055)
      let code = LaneFormula.select(.apply(.lessOrEqual, [x, 0.0031308]), x * 12.92, curve)
      return .select(.apply(.less, [$0[0], 0]), .apply(.negate, [code]), code)
    },
    "The sRGB code value of linear light (IEC 61966-2-1), mirrored about 0.",
    edge: "NaN gives -0.055, infinity 1.198e16.",
    within: { $0[0].mapped(encoded) }, table: .linearToSrgb),

  .radians: lanes(
    ["angle"], { $0[0] }, { $0[0] }, "An angle as a number of radians.", edge: "NaN stays NaN.", as: .conversion(.angle)
  ),
  .gain: lanes(
    ["stops"], { powerOfTwo($0[0]) }, { .apply(.exp2, [$0[0]]) },
    "How many times as much light so many stops are: 2 to their number.", edge: "As exp2.", as: .conversion(.ev)),
  .kelvins: lanes(
    ["temperature"], { $0[0] }, { $0[0] }, "A color temperature as a number of kelvin.",
    edge: "NaN stays NaN.", as: .conversion(.kelvin)),
  .number: lanes(
    ["seed"], { $0[0] }, { $0[0] }, "A seed as a whole number: noise(seed: number(grain) + 1) is another noise.",
    edge: "NaN stays NaN.", as: .conversion(.seed)),
]
