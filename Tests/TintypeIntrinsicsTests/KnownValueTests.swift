import Testing
import TintypeIntrinsics

@Suite struct KnownValueTests {
  @Test func coverEveryIntrinsic() {
    let stated = Set(Intrinsic.primitives.filter { !$0.definition.values.isEmpty })
    #expect(Set(knownValues.map(\.intrinsic)).union(stated) == Set(Intrinsic.primitives))
    #expect(Set(edgeValues.map(\.intrinsic)).union(stated) == Set(Intrinsic.primitives))
  }

  /// What the manual shows.
  @Test(arguments: Intrinsic.primitives) func agreeWithTheTable(_ intrinsic: Intrinsic) {
    for numbers in intrinsic.definition.values {
      agree(IntrinsicValue(intrinsic, operands: numbers.dropLast().map { [$0] }, gives: numbers[numbers.count - 1]))
    }
  }

  @Test(arguments: knownValues) func agree(_ known: IntrinsicValue) {
    // C libraries are good to 1 ulp; the longest meaning (sRGB) takes five roundings.
    #expect(abs(known.meaning - known.expected) <= 1e-15 * abs(known.expected))
    // 3 ulp; `ElementaryAccuracyTests` has the finer bounds.
    #expect(abs(Double(known.singlePrecision) - known.expected) <= 0x3p-23 * abs(known.expected))
  }

  @Test(arguments: edgeValues) func keepToTheManualAtTheEdges(_ known: IntrinsicValue) {
    #expect(isSame(known.meaning, known.expected), "the meaning")
    #expect(isSame(Double(known.singlePrecision), Double(Float(known.expected))), "the formula")
  }

  /// Equal, or both NaN, or finite and as near as two roundings in single precision.
  private func isSame(_ a: Double, _ b: Double) -> Bool {
    a == b || (a.isNaN && b.isNaN) || (a - b).magnitude <= 0x1p-22 * b.magnitude
  }

  /// A `y` that is not finite: 0, 1 or infinity, and never NaN; both precisions agree.
  @Test(arguments: [Double.infinity, -.infinity, .nan], [0.25, 0.6, 1, 1.5, 8, .infinity])
  func powersOfInfiniteExponents(_ y: Double, _ x: Double) {
    let power = IntrinsicValue(.pow, x, y, gives: 0)
    let isOne = x == 1 && !y.isNaN
    let isLarge = y == (x > 1 ? .infinity : -.infinity)
    let expected = isOne ? 1 : isLarge ? Double.infinity : 0
    #expect(power.meaning == expected)
    #expect(power.singlePrecision == Float(expected))
  }
}

private let nan = Double.nan
private let inf = Double.infinity
private let huge = Double(Float.greatestFiniteMagnitude)
private let tiny = Double(Float.leastNonzeroMagnitude)

/// Elementary functions: `python3 -c "from mpmath import *; mp.dps = 25; print(nstr(exp(0.5), 17))"` and so on; sRGB by
/// the two branches of IEC 61966-2-1 in mpmath. The rest is exact arithmetic, by hand.
private let knownValues: [IntrinsicValue] = [
  .init(.add, 0.5, 0.375, gives: 0.875),
  .init(.subtract, 0.5, 0.75, gives: -0.25),
  .init(.multiply, 1.5, -0.25, gives: -0.375),
  .init(.divide, 1, 3, gives: 0.33333333333333333),
  .init(.negate, 0.25, gives: -0.25),

  .init(.less, 1, 2, gives: 1), .init(.less, 2, 2, gives: 0), .init(.less, 3, 2, gives: 0),
  .init(.lessOrEqual, 1, 2, gives: 1), .init(.lessOrEqual, 2, 2, gives: 1), .init(.lessOrEqual, 3, 2, gives: 0),
  .init(.greater, 1, 2, gives: 0), .init(.greater, 2, 2, gives: 0), .init(.greater, 3, 2, gives: 1),
  .init(.greaterOrEqual, 1, 2, gives: 0), .init(.greaterOrEqual, 2, 2, gives: 1),
  .init(.greaterOrEqual, 3, 2, gives: 1),
  .init(.equal, 2, 2, gives: 1), .init(.equal, 2, 3, gives: 0),
  .init(.notEqual, 2, 2, gives: 0), .init(.notEqual, 2, 3, gives: 1),

  .init(.and, 0, 0, gives: 0), .init(.and, 0, 1, gives: 0), .init(.and, 1, 0, gives: 0), .init(.and, 1, 1, gives: 1),
  .init(.or, 0, 0, gives: 0), .init(.or, 0, 1, gives: 1), .init(.or, 1, 0, gives: 1), .init(.or, 1, 1, gives: 1),
  .init(.not, 0, gives: 1), .init(.not, 1, gives: 0),

  .init(.abs, -2.5, gives: 2.5), .init(.abs, 2.5, gives: 2.5),
  .init(.min, 2, -3, gives: -3), .init(.min, -3, 2, gives: -3),
  .init(.max, 2, -3, gives: 2), .init(.max, -3, 2, gives: 2),
  .init(.clamp, -1, 0.25, 0.5, gives: 0.25), .init(.clamp, 0.375, 0.25, 0.5, gives: 0.375),
  .init(.clamp, 9, 0.25, 0.5, gives: 0.5),
  .init(.saturate, -1, gives: 0), .init(.saturate, 0.375, gives: 0.375), .init(.saturate, 9, gives: 1),
  .init(.sign, -0.25, gives: -1), .init(.sign, 0, gives: 0), .init(.sign, 7, gives: 1),

  .init(.floor, 2.75, gives: 2), .init(.floor, -2.25, gives: -3), .init(.floor, 4, gives: 4),
  .init(.fract, 2.75, gives: 0.75), .init(.fract, -2.25, gives: 0.75), .init(.fract, 4, gives: 0),
  .init(.mod, 7.5, 2, gives: 1.5), .init(.mod, -1, 3, gives: 2), .init(.mod, 1, -3, gives: -2),
  .init(.mod, 6, 2, gives: 0),

  .init(.mix, 2, 4, 0.25, gives: 2.5), .init(.mix, 2, 4, 0, gives: 2), .init(.mix, 2, 4, 1, gives: 4),
  .init(.mix, 2, 4, 1.5, gives: 5), .init(.mix, 2, 4, -0.5, gives: 1),
  .init(.step, 0.5, 0.25, gives: 0), .init(.step, 0.5, 0.5, gives: 1), .init(.step, 0.5, 0.75, gives: 1),
  .init(.smoothstep, 1, 3, 1.5, gives: 0.15625), .init(.smoothstep, 1, 3, 2, gives: 0.5),
  .init(.smoothstep, 1, 3, 0, gives: 0), .init(.smoothstep, 1, 3, 5, gives: 1),
  .init(.select, 3, 4, 1, gives: 4), .init(.select, 3, 4, 0, gives: 3),

  .init(.sqrt, 2, gives: 1.414213562373095), .init(.sqrt, 0x1p-10, gives: 0.03125),
  .init(.sqrt, 0x1p100, gives: 0x1p50),
  .init(.pow, 0.5, 1.5, gives: 0.35355339059327376), .init(.pow, 2.5, -3.25, gives: 0.050897326641091243),
  .init(.pow, 0.75, 2, gives: 0.5625), .init(.pow, 0x1p-9, 0.125, gives: 0.45850202160233562),
  .init(.pow, 10, 30, gives: 1e30), .init(.pow, 0.375, 0, gives: 1), .init(.pow, 0.375, 1, gives: 0.375),
  .init(.exp, 0.5, gives: 1.6487212707001281), .init(.exp, -3.25, gives: 0.03877420783172201),
  .init(.exp, 0, gives: 1),
  .init(.log, 0.5, gives: -0.69314718055994531), .init(.log, 10, gives: 2.3025850929940457),
  .init(.log, 1.0009765625, gives: 0.0009760859730554589), .init(.log, 1, gives: 0),
  .init(.exp2, 0.5, gives: 1.414213562373095), .init(.exp2, -7.375, gives: 0.0060242610367497688),
  .init(.exp2, 0x1p-10, gives: 1.0006771306930664), .init(.exp2, 10, gives: 1024),
  .init(.log2, 3, gives: 1.5849625007211562), .init(.log2, 0.8125, gives: -0.29956028185890784),
  .init(.log2, 1.0009765625, gives: 0.0014081943928083889), .init(.log2, 1000, gives: 9.965784284662087),
  .init(.sin, 0.5, gives: 0.479425538604203), .init(.sin, -2, gives: -0.9092974268256817),
  .init(.sin, 100, gives: -0.50636564110975879), .init(.sin, 65535.5, gives: 0.9534105882011037),
  .init(.cos, 0.5, gives: 0.87758256189037272), .init(.cos, -2, gives: -0.41614683654714239),
  .init(.cos, 100, gives: 0.86231887228768393), .init(.cos, 65535.5, gives: -0.30167573701911372),
  .init(.tan, 0.5, gives: 0.54630248984379051), .init(.tan, -2, gives: 2.185039863261519),
  .init(.tan, 100, gives: -0.58721391515692908),
  .init(.atan2, 1, 2, gives: 0.46364760900080612), .init(.atan2, 2, 1, gives: 1.1071487177940905),
  .init(.atan2, -0.5, 0.25, gives: -1.1071487177940905), .init(.atan2, 0.75, -3, gives: 2.8966139904629291),
  .init(.atan2, -3, -0.125, gives: -1.612438905893485), .init(.atan2, 0, -1, gives: 3.1415926535897932),
  .init(.atan2, 1, 0, gives: 1.5707963267948966), .init(.atan2, -1, 0, gives: -1.5707963267948966),
  .init(.atan2, 0x1p-9, 1, gives: 0.0019531225164788187), .init(.atan2, 1, 1, gives: 0.78539816339744831),
  .init(.exp10, 0.5, gives: 3.1622776601683793), .init(.exp10, -1.75, gives: 0.017782794100389228),
  .init(.exp10, 2, gives: 100),
  .init(.log10, 1000, gives: 3), .init(.log10, 0.5, gives: -0.3010299956639812),
  .init(.log10, 1.0009765625, gives: 0.00042390875196115194),

  .init(.dot, [0.5, 0.25, 2], [2, 4, -0.5], gives: 1), .init(.dot, [3], [-2], gives: -6),
  .init(.dot, [1, 2, 3, 4], [5, 6, 7, 8], gives: 70), .init(.dot, [1, 2], [3, 4], gives: 11),
  .init(.length, [3, 4], gives: 5), .init(.length, [-2], gives: 2), .init(.length, [1, 1, 1, 1], gives: 2),
  .init(.length, [0.5, 0.25, 2], gives: 2.0766559657295187),

  .init(.srgbToLinear, 0.03125, gives: 0.0024187306501547988),
  .init(.srgbToLinear, 0.0625, gives: 0.0051556683990326003),
  .init(.srgbToLinear, 0.5, gives: 0.21404114048223244), .init(.srgbToLinear, 0.75, gives: 0.52252155396839182),
  .init(.srgbToLinear, 2, gives: 4.9538457515920408), .init(.srgbToLinear, 1, gives: 1),
  .init(.srgbToLinear, -0.5, gives: -0.21404114048223244), .init(.srgbToLinear, 0, gives: 0),
  .init(.linearToSrgb, 0x1p-9, gives: 0.025234375), .init(.linearToSrgb, 0x1p-7, gives: 0.084716695568632063),
  .init(.linearToSrgb, 0.5, gives: 0.73535698305244949), .init(.linearToSrgb, 0.1875, gives: 0.47021403501609002),
  .init(.linearToSrgb, 2, gives: 1.3532560461493863), .init(.linearToSrgb, 1, gives: 1),
  .init(.linearToSrgb, -0.5, gives: -0.73535698305244949), .init(.linearToSrgb, 0, gives: 0),

  // python3 -c "print(2**0.5, 2**-1.5)"; the others are the number itself.
  .init(.gain, 0.5, gives: 1.4142135623730951), .init(.gain, -1.5, gives: 0.35355339059327379),
  .init(.radians, 1.5, gives: 1.5), .init(.kelvins, 5600, gives: 5600), .init(.number, 7, gives: 7),
]

/// What `edgeCases` promises, in both precisions.
private let edgeValues: [IntrinsicValue] = [
  .init(.add, nan, 1, gives: nan), .init(.add, inf, -inf, gives: nan), .init(.add, inf, 1, gives: inf),
  .init(.add, tiny, tiny, gives: 2 * tiny),
  .init(.subtract, 1, nan, gives: nan), .init(.subtract, inf, inf, gives: nan), .init(.subtract, tiny, tiny, gives: 0),
  .init(.multiply, 0, inf, gives: nan), .init(.multiply, -2, inf, gives: -inf), .init(.multiply, nan, 0, gives: nan),
  .init(.multiply, 0x1p-140, 0.5, gives: 0x1p-141),
  .init(.divide, 1, 0, gives: inf), .init(.divide, -1, 0, gives: -inf), .init(.divide, 1, -0.0, gives: -inf),
  .init(.divide, 0, 0, gives: nan), .init(.divide, inf, inf, gives: nan), .init(.divide, 1, inf, gives: 0),
  .init(.negate, nan, gives: nan), .init(.negate, inf, gives: -inf), .init(.negate, tiny, gives: -tiny),

  .init(.less, nan, 1, gives: 0), .init(.less, 1, nan, gives: 0), .init(.less, -0.0, 0, gives: 0),
  .init(.less, -inf, inf, gives: 1), .init(.less, 0, tiny, gives: 1),
  .init(.lessOrEqual, nan, nan, gives: 0), .init(.lessOrEqual, 0, -0.0, gives: 1),
  .init(.greater, nan, 1, gives: 0), .init(.greater, inf, huge, gives: 1),
  .init(.greaterOrEqual, 1, nan, gives: 0), .init(.greaterOrEqual, inf, inf, gives: 1),
  .init(.equal, nan, nan, gives: 0), .init(.equal, 0, -0.0, gives: 1), .init(.equal, inf, inf, gives: 1),
  .init(.notEqual, nan, nan, gives: 1), .init(.notEqual, 0, -0.0, gives: 0),
  .init(.and, 1, 1, gives: 1), .init(.or, 0, 0, gives: 0), .init(.not, 0, gives: 1),

  .init(.abs, nan, gives: nan), .init(.abs, -inf, gives: inf), .init(.abs, -tiny, gives: tiny),
  .init(.min, nan, 1, gives: 1), .init(.min, 1, nan, gives: nan), .init(.min, -inf, inf, gives: -inf),
  .init(.max, nan, 1, gives: 1), .init(.max, 1, nan, gives: nan), .init(.max, -inf, inf, gives: inf),
  .init(.clamp, nan, 0.25, 0.5, gives: 0.25), .init(.clamp, inf, 0.25, 0.5, gives: 0.5),
  .init(.clamp, 0.375, 0.5, 0.25, gives: 0.25), .init(.clamp, -inf, 0.25, 0.5, gives: 0.25),
  .init(.saturate, nan, gives: 0), .init(.saturate, inf, gives: 1), .init(.saturate, -inf, gives: 0),
  .init(.saturate, tiny, gives: tiny),
  .init(.sign, nan, gives: 0), .init(.sign, -inf, gives: -1), .init(.sign, tiny, gives: 1),
  .init(.sign, -0.0, gives: 0),

  .init(.floor, nan, gives: nan), .init(.floor, inf, gives: inf), .init(.floor, -inf, gives: -inf),
  .init(.floor, -tiny, gives: -1), .init(.floor, huge, gives: huge),
  .init(.fract, nan, gives: nan), .init(.fract, inf, gives: nan),
  .init(.fract, -tiny, gives: Double(Float(1).nextDown)),
  .init(.fract, huge, gives: 0),
  .init(.mod, 1, 0, gives: nan), .init(.mod, inf, 2, gives: nan), .init(.mod, 1, inf, gives: nan),
  .init(.mod, nan, 2, gives: nan), .init(.mod, -tiny, 1, gives: 1),

  .init(.mix, nan, 1, 0.5, gives: nan), .init(.mix, 1, nan, 0.5, gives: nan), .init(.mix, 1, 2, nan, gives: nan),
  .init(.step, nan, 1, gives: 0), .init(.step, 1, nan, gives: 0), .init(.step, 1, inf, gives: 1),
  .init(.smoothstep, 0, 1, nan, gives: 0), .init(.smoothstep, 0.5, 0.5, 0.75, gives: 1),
  .init(.smoothstep, 0.5, 0.5, 0.25, gives: 0), .init(.smoothstep, 1, 0, 0.25, gives: 0.84375),
  .init(.smoothstep, 0, 1, inf, gives: 1), .init(.smoothstep, 0, 1, -inf, gives: 0),
  .init(.smoothstep, nan, 1, 0, gives: 0),
  .init(.select, nan, 4, 1, gives: 4), .init(.select, 3, nan, 0, gives: 3),

  .init(.sqrt, -1, gives: 0), .init(.sqrt, nan, gives: 0), .init(.sqrt, -0.0, gives: 0), .init(.sqrt, inf, gives: inf),
  .init(.sqrt, -inf, gives: 0), .init(.sqrt, 0x1p-148, gives: 0x1p-74),
  .init(.pow, 0, 0, gives: 0), .init(.pow, -2, 2, gives: 0), .init(.pow, nan, 2, gives: 0),
  .init(.pow, 0x1p-127, 0.5, gives: 0), .init(.pow, 0x1p-126, 0.5, gives: 0x1p-63),
  .init(.pow, inf, 0.5, gives: 0x1p64),
  .init(.pow, inf, 0, gives: 1), .init(.pow, 1, 1e30, gives: 1), .init(.pow, 0.5, nan, gives: 0),
  .init(.pow, 0, -1, gives: 0), .init(.pow, -inf, 1, gives: 0),
  .init(.exp, nan, gives: 0), .init(.exp, inf, gives: inf), .init(.exp, -inf, gives: 0), .init(.exp, -0.0, gives: 1),
  .init(.log, 0, gives: -87.336544750553109), .init(.log, -1, gives: -87.336544750553109),
  .init(.log, nan, gives: -87.336544750553109), .init(.log, inf, gives: 88.722839111673),
  .init(.exp2, nan, gives: 0), .init(.exp2, inf, gives: inf), .init(.exp2, -inf, gives: 0),
  .init(.exp2, -126, gives: 0x1p-126), .init(.exp2, 127, gives: 0x1p127), .init(.exp2, -huge, gives: 0),
  .init(.log2, 0, gives: -126), .init(.log2, -1, gives: -126), .init(.log2, nan, gives: -126),
  .init(.log2, inf, gives: 128), .init(.log2, tiny, gives: -126), .init(.log2, -inf, gives: -126),
  .init(.sin, nan, gives: 0), .init(.sin, inf, gives: 0), .init(.sin, 65537, gives: 0), .init(.sin, -0.0, gives: 0),
  .init(.sin, -65537, gives: 0), .init(.sin, tiny, gives: tiny),
  .init(.cos, nan, gives: 1), .init(.cos, -inf, gives: 1), .init(.cos, 65537, gives: 1), .init(.cos, tiny, gives: 1),
  .init(.tan, nan, gives: 0), .init(.tan, inf, gives: 0), .init(.tan, 65537, gives: 0), .init(.tan, tiny, gives: tiny),
  .init(.atan2, 0, 0, gives: 0), .init(.atan2, -0.0, 0, gives: 0), .init(.atan2, -0.0, -1, gives: .pi),
  .init(.atan2, 0, -0.0, gives: 0), .init(.atan2, nan, -1, gives: .pi), .init(.atan2, 1, nan, gives: .pi / 2),
  .init(.atan2, inf, inf, gives: .pi / 4), .init(.atan2, -inf, -inf, gives: -.pi * 3 / 4),
  .init(.atan2, 1, inf, gives: 0), .init(.atan2, 1, -inf, gives: .pi), .init(.atan2, huge, 1, gives: .pi / 2),
  .init(.exp10, nan, gives: 0), .init(.exp10, inf, gives: inf), .init(.exp10, -inf, gives: 0),
  .init(.log10, 0, gives: -37.929779453661633), .init(.log10, nan, gives: -37.929779453661633),
  .init(.log10, inf, gives: 38.531839444989593),

  .init(.dot, [nan, 1], [0, 1], gives: nan), .init(.dot, [inf, 0], [1, 1], gives: inf),
  .init(.length, [nan, 1], gives: 0), .init(.length, [inf, 1], gives: inf), .init(.length, [0, 0, 0], gives: 0),

  .init(.srgbToLinear, nan, gives: 0), .init(.srgbToLinear, -0.0, gives: 0),
  .init(.linearToSrgb, nan, gives: -0.055), .init(.linearToSrgb, -0.0, gives: 0),

  .init(.gain, .nan, gives: 0), .init(.gain, .infinity, gives: .infinity), .init(.gain, -4000, gives: 0),
  .init(.radians, .nan, gives: .nan), .init(.kelvins, .nan, gives: .nan), .init(.number, .nan, gives: .nan),
]
