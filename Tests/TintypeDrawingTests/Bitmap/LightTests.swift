import Testing

@testable import TintypeDrawing

struct LightTests {
  @Test func everyCodeComesBack() {
    for code in UInt8.min...UInt8.max { #expect(Light.code(Light.ofCode[Int(code)]) == code) }
  }

  /// From python: `((c / 255 + 0.055) / 1.055) ** 2.4`.
  @Test(arguments: [(1, 0.000303526983548837), (118, 0.181164244453), (128, 0.215860500114), (255, 1.0)])
  func lightOfACodeIsTheStandards(code: Int, light: Double) {
    #expect(abs(Double(Light.ofCode[code]) - light) <= 1e-7)
  }

  @Test func aCodeBeginsHalfwayToTheOneBefore() {
    for code in 1...255 {
      // The curve bends by less than a hundredth of a code within one.
      let middle = (Light.ofCode[code - 1] + Light.ofCode[code]) / 2
      let quarter = (Light.ofCode[code] - Light.ofCode[code - 1]) / 16
      #expect(Light.code(middle + quarter) == UInt8(code))
      #expect(Light.code(middle - quarter) == UInt8(code - 1))
    }
  }

  @Test func whatIsNoLightIsClamped() {
    let codes = [Light.code(-1), Light.code(.nan), Light.code(-.infinity), Light.code(2), Light.code(.infinity)]
    #expect(codes == [0, 0, 0, 255, 255])
  }
}
