import Testing
import Tintype
import TintypeColor
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

/// Colors on their way into a look and out of it.
@Suite struct ConvertColorsTests {
  static let curved = RGBSpace(
    name: "curved",
    curves: [
      .sampled((0...255).map { UInt16(pow2($0)) }), .gamma(1.9),
      .power(PowerCurve(gamma: 2.1, a: 0.95, b: 0.05, c: 0.2, d: 0.03, e: 0.002)),
    ], colorants: RGBSpace.displayP3.colorants)

  private static func pow2(_ code: Int) -> Int { code * code * 65535 / 65025 }

  static let spaces: [RGBSpace] = [.srgb, .displayP3, .adobeRGB, .proPhoto, .rec2020] + [curved].compactMap { $0 }

  /// A look that does not change colors, in a way that no pass detects.
  private func look(_ space: String, _ output: String = "c * amount") throws -> Look {
    let text = """
      tintype 1
      look "same" { working \(space) }
      param amount: scalar = 1 in 0...2
      kernel same(c: rgb, amount: scalar) -> rgb { return \(output) }
      output same(source, amount)
      """
    return try #require(compile(SourceFile(name: "same.tint", text: text)).look)
  }

  @Test func curvesOfAllKindsAreAmongThem() { #expect(Self.spaces.count == 6) }

  @Test func betweenLikeSpacesNothingIsDone() throws {
    let look = try look("linear-srgb")
    #expect(convertColors(look.program, from: .srgb, to: .srgb, sourceIsBytes: true) == look.program)
  }

  @Test(arguments: spaces) func whatIsLeftAloneStaysBitForBit(_ space: RGBSpace) throws {
    let original = try #require(shippedLooks.first { $0.name == "original" }.flatMap { compile($0).look })
    let program = convertColors(original.program, from: space, to: space, sourceIsBytes: false)
    let plan = Planner.plan(Pipeline.run(program, parameters: [], sourceIsOpaque: true))
    let evaluator = ScalarEvaluator(plan, width: 10, height: 10)
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      let codes = (0..<3).map { _ in UInt16.random(in: 0...65535, using: &random) }
      let stored = evaluator.color(of: codes, depth: .sixteen, column: 0, row: 0)
      #expect(stored.prefix(3).map { SampleDepth.sixteen.code(of: $0) } == codes)
    }
  }

  /// The interpreter and the plan against the conversion in double precision.
  @Test(arguments: spaces, ["display", "linear-srgb"]) func givesTheColorOfTheOtherSpace(
    _ source: RGBSpace, _ working: String
  ) throws {
    let look = try look(working)
    for result in Self.spaces {
      let program = convertColors(look.program, from: source, to: result, sourceIsBytes: false)
      #expect(program.problems == [])
      let interpreter = Interpreter(program, parameters: [[1]], width: 10, height: 10)
      let plan = Planner.plan(Pipeline.run(program, parameters: [[1]], sourceIsOpaque: true, resultIsBytes: false))
      let evaluator = ScalarEvaluator(plan, width: 10, height: 10)
      var random = SplitMix64(seed: 9)
      for _ in 0..<60 {
        let codes = (0..<3).map { _ in UInt16.random(in: 0...65535, using: &random) }
        let color = SIMD3(codes.map { Double($0) / 65535 })
        let light = source.matrix(to: result) * SIMD3((0..<3).map { source.curves[$0].light(of: color[$0]) })
        let values = interpreter.values(
          at: .init(color: [color.x, color.y, color.z, 1], column: 0, row: 0))
        let exact = values[program.output.color.index]
        let stored = evaluator.color(of: codes, depth: .sixteen, column: 0, row: 0)
        for channel in 0..<3 {
          let expected = result.curves[channel].code(of: min(max(light[channel], 0), 1))
          // A table between numbers of 16 bits; near no light a pure power magnifies every rounding.
          let isDark = light[channel] < 1e-4
          #expect((min(max(exact[channel], 0), 1) - expected).magnitude < (isDark ? 2e-3 : 2e-5))
          #expect((min(max(Double(stored[channel]), 0), 1) - expected).magnitude < (isDark ? 4e-3 : 3e-5))
        }
      }
    }
  }

  @Test func linearLooksAreNotEncodedInBetween() throws {
    let look = try look("linear-srgb", "clamp(c, 0, 1)")
    let program = convertColors(look.program, from: .displayP3, to: .displayP3, sourceIsBytes: true)
    let run = Pipeline.run(
      program, parameters: [[1]], sourceIsOpaque: true, sourceIsBytes: true, resultIsBytes: true)
    // Light by table, codes by table, and two matrices.
    #expect(!run.instructions.contains { $0.operation == .lane(.power) })
  }

  @Test(arguments: spaces) func bytesOfPhotosTakeTables(_ space: RGBSpace) throws {
    let look = try look("linear-srgb", "clamp(c, 0, 1)")
    let program = convertColors(look.program, from: space, to: .srgb, sourceIsBytes: true)
    let run = Pipeline.run(
      program, parameters: [[1]], sourceIsOpaque: true, sourceIsBytes: true, resultIsBytes: true)
    #expect(!run.instructions.contains { $0.operation == .lane(.power) || $0.operation == .interpolate })
  }
}
