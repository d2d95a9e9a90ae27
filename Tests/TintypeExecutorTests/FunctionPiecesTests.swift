import Testing
import TintypeExecutor
import TintypeIntrinsics
import TintypePlan
import TintypeTestSupport

/// A function in pieces over a tile against the same function of one number, bit for bit.
@Suite struct FunctionPiecesTests {
  @Test(arguments: [(8, 3), (24, 3), (1, 9), (8, 7), (1, 0), (16, 2), (8, 2), (5, 1), (13, 2)])
  func givesTheBitsOfOneNumber(_ form: (octaves: Int, bits: Int)) throws {
    var random = SplitMix64(seed: UInt64(form.octaves * 100 + form.bits))
    var coefficients = (0...form.octaves << form.bits).map { _ in
      SIMD4<Float>.random(in: -1...1, using: &random) * SIMD4(1, 0x1p-16, 0x1p-32, 0x1p-48)
    }
    // Behind the end a constant goes on, which may be -0.
    coefficients[coefficients.count - 1] = SIMD4(form.bits == 2 ? -0.0 : 0.5, 0, 0, 0)
    try check(
      try #require(
        PiecewiseCubic(
          on: Interval(-0.055, 1.25), octaves: form.octaves, bits: form.bits, coefficients: coefficients)), &random)
  }

  @Test(arguments: [1, 2, 4, 5, 8, 9, 12, 16, 17, 31, 32, 33, 64])
  func givesTheBitsOfOneNumberWherePiecesHaveStarts(_ count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let starts = (0..<count).map { _ in Float.random(in: -0.1...1.2, using: &random) }.sorted()
    let coefficients = starts.map { _ in SIMD4<Float>.random(in: -1...1, using: &random) }
    try check(try #require(PiecewiseCubic(starts: starts, upTo: 1.25, coefficients: coefficients)), &random)
  }

  private func check(_ function: PiecewiseCubic, _ random: inout SplitMix64) throws {
    // Into another register, and into its own; from a number that is the same everywhere.
    for (result, operand) in [(1, Plan.Operand.register(.init(0))), (0, .register(.init(0))), (1, .uniform(.init(0)))] {
      var plan = Plan(
        explicit: [.cubics(0, into: .init(result), operand)], registerCount: 2, uniforms: [.constant(0.3)], tables: [],
        color: [], bounds: [])
      plan.functions = [function]
      // The starts themselves are in the piece behind them.
      let contents = (0..<2).map { _ in function.starts + (function.starts.count..<253).map { _ in number(&random) } }
      for isNarrow in [false, true] {
        let found = Execution.registers(after: plan, from: contents, isNarrow: isNarrow)
        for pixel in 0..<253 {
          let wanted = function(operand == .uniform(.init(0)) ? 0.3 : contents[0][pixel])
          #expect(found[result][pixel].bitPattern == wanted.bitPattern || found[result][pixel].isNaN && wanted.isNaN)
        }
      }
    }
  }

  private func number(_ random: inout SplitMix64) -> Float {
    let strange: [Float] = [.nan, .infinity, -.infinity, -0.0, 0, 1, 1.25, -0.055, 3e38, -3e38, .leastNonzeroMagnitude]
    return Int.random(in: 0..<4, using: &random) == 0
      ? strange.randomElement(using: &random)! : .random(in: -0.2...1.4, using: &random)
  }
}
