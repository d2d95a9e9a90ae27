import Testing
import TintypeImage

@testable import TintypeFit

@Suite struct LeastSquaresTests {
  /// y = a exp(-b x) at eight places, of which one may be wrong.
  private func problem(_ a: Double, _ b: Double, outlier: Float = 0, range: ClosedRange<Double> = 0...10)
    -> LeastSquares
  {
    let places = (0..<8).map { Double($0) / 4 }
    func value(_ a: Double, _ b: Double, _ x: Double) -> Float { Float(10 * a * power(b, x)) }
    return LeastSquares(unknowns: [.init(range: range, scale: 1), .init(range: 0.01...10, scale: 1)]) { numbers in
      places.enumerated().map { index, x in
        SIMD3(value(numbers[0], numbers[1], x) - value(a, b, x) + (index == 3 ? outlier : 0), 0, 0)
      }
    }
  }

  /// b to the power of -x for x in quarters.
  private func power(_ b: Double, _ x: Double) -> Double {
    let root = b.squareRoot().squareRoot()
    return 1 / (0..<Int(x * 4)).reduce(1) { product, _ in product * root }
  }

  @Test func findsWhatMadeTheNumbers() throws {
    let minimum = try problem(2, 3).minimum(from: [1, 1], iterations: 50)
    #expect(abs(minimum.values[0] - 2) < 1e-4 && abs(minimum.values[1] - 3) < 1e-4)
    #expect(minimum.cost < 1e-6)
  }

  @Test func staysWithinBounds() throws {
    let minimum = try problem(2, 3, range: 0...1.5).minimum(from: [1, 1], iterations: 50)
    #expect(minimum.values[0] == 1.5)
  }

  @Test func oneWrongNumberHardlyPulls() throws {
    let minimum = try problem(2, 3, outlier: 100).minimum(from: [1, 1], iterations: 50)
    #expect(abs(minimum.values[0] - 2) < 0.1 && abs(minimum.values[1] - 3) < 0.3)
  }

  @Test func whatNothingDependsOnHasNoError() throws {
    let still = LeastSquares(unknowns: [.init(range: 0...1, scale: 1), .init(range: 0...1, scale: 1)]) { numbers in
      (0..<5).map { SIMD3(Float(numbers[0]) - 0.25, Float($0 % 2) / 100, 0) }
    }
    let minimum = try still.minimum(from: [1, 0.5], iterations: 20)
    #expect(abs(minimum.values[0] - 0.25) < 1e-3)
    #expect(minimum.values[1] == 0.5)
    #expect(minimum.errors[0] != nil && minimum.errors[1] == nil)
  }
}
