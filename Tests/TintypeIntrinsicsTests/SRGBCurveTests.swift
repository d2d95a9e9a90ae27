import Testing
import TintypeIntrinsics

/// The two sRGB curves on every code a file can hold.
@Suite struct SRGBCurveTests {
  @Test(arguments: SampleDepth.ofCodes) func followTheStandardAndGiveEveryCodeBack(_ depth: SampleDepth) {
    var (decodeError, encodeError, changed) = (0.0, 0.0, 0)
    for code in 0...UInt16(depth.largest) {
      let value = depth.value(of: code)
      let light = decode(value)
      let back = encode(light)
      decodeError = max(decodeError, abs(Double(light) - exact(.srgbToLinear, Double(value))))
      encodeError = max(encodeError, abs(Double(back) - exact(.linearToSrgb, Double(light))))
      if depth.code(of: back) != code || depth.code(of: value) != code { changed += 1 }
    }
    // Measured: 1.7e-7 and 1.3e-7.
    #expect(decodeError <= 1e-6)
    #expect(encodeError <= 1e-6)
    #expect(changed == 0)
  }

  @Test func goOnAboveOne() {
    for step in 0...1000 {
      let value = 1 + Float(step) / 250
      let light = decode(value)
      #expect(abs(Double(light) - exact(.srgbToLinear, Double(value))) <= 1e-6 * Double(light))
      #expect(abs(Double(encode(light)) - Double(value)) <= 1e-6 * Double(value))
    }
  }

  private func exact(_ intrinsic: Intrinsic, _ x: Double) -> Double { IntrinsicValue(intrinsic, x, gives: 0).meaning }

  private let decode = curve(.srgbToLinear)
  private let encode = curve(.linearToSrgb)

  private static func curve(_ intrinsic: Intrinsic) -> (Float) -> Float {
    let formula = intrinsic.definition.formula.scalar(operandWidths: [1])
    return { x in formula.evaluated { _, _ in x } }
  }
}
