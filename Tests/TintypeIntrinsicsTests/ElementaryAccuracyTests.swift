import Testing
import TintypeIntrinsics
import TintypeTestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How far the elementary functions of the tile machine are from the C library's in double precision.
@Suite struct ElementaryAccuracyTests {
  @Test(arguments: Sweep.all) func staysWithinItsBound(_ sweep: Sweep) {
    var random = SplitMix64(seed: 1)
    var worst = (error: 0.0, at: [Float]())
    for _ in 0..<20_000 {
      let operands = sweep.ranges.map { range in
        let drawn = Double.random(in: range, using: &random)
        return Float(sweep.isLogarithmic ? exp2(drawn) : drawn)
      }
      let exact = sweep.operation.exact(operands.map(Double.init))
      let difference = abs(Double(sweep.operation(operands[0], operands.count > 1 ? operands[1] : 0)) - exact)
      let error = sweep.isRelative ? difference / exact.magnitude * 0x1p24 : difference * 0x1p24
      if error > worst.error { worst = (error, operands) }
    }
    #expect(worst.error <= sweep.bound, "at \(worst.at)")
  }

  /// Operands to draw, and the largest error in units of 2^-24 (half an ulp of 1), relative to the result or absolute.
  struct Sweep: Sendable, CustomTestStringConvertible {
    let operation: LaneOperation
    let ranges: [ClosedRange<Double>]
    var isLogarithmic = false
    var isRelative = true
    let bound: Double

    var testDescription: String { "\(operation) \(ranges)" }

    /// Measured: exp2 1.37, log2 2.38, power 3.36 for everyday exponents (1.77 and 2.44 for those of sRGB) and 0.6 for
    /// each unit of a large exponent, sine 1.14, cosine 1.10.
    static let all: [Sweep] = [
      Sweep(operation: .exp2, ranges: [-1...1], bound: 1.6),
      Sweep(operation: .exp2, ranges: [-126...127.9], bound: 1.6),
      Sweep(operation: .log2, ranges: [0.5...2], bound: 2.6),
      Sweep(operation: .log2, ranges: [0.99...1.01], bound: 2.6),
      Sweep(operation: .log2, ranges: [-126...128], isLogarithmic: true, bound: 2.6),
      Sweep(operation: .power, ranges: [0.001...1, 0.1...5], bound: 4),
      Sweep(operation: .power, ranges: [0.001...1, 2.4...2.4], bound: 2.8),
      Sweep(operation: .power, ranges: [0.001...1, 0.41666666...0.41666667], bound: 2),
      Sweep(operation: .power, ranges: [0.5...2, -100...100], bound: 64),
      Sweep(operation: .power, ranges: [0.9...1.1, -600...600], bound: 128),
      Sweep(operation: .sine, ranges: [-0.7...0.7], bound: 1.25),
      Sweep(operation: .sine, ranges: [-6.3...6.3], isRelative: false, bound: 1.15),
      Sweep(operation: .sine, ranges: [-65536...65536], isRelative: false, bound: 1.15),
      Sweep(operation: .cosine, ranges: [-6.3...6.3], isRelative: false, bound: 1.15),
      Sweep(operation: .cosine, ranges: [-65536...65536], isRelative: false, bound: 1.15),
      Sweep(operation: .arcTangent, ranges: [-1...1], bound: 2),
      Sweep(operation: .arcTangent, ranges: [-100...100], bound: 2),
    ]
  }
}
