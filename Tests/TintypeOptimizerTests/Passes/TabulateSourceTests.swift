import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

@Suite struct TabulateSourceTests {
  @Test(arguments: shippedLooks.prefix(3).map(\.name))
  func changesNoBit(_ name: String) throws {
    let source = try #require(shippedLooks.first { $0.name == name })
    let look = try #require(compile(source).look)
    let values = look.parameters.map(\.defaultValue)
    func evaluator(_ sourceIsBytes: Bool) -> ScalarEvaluator {
      let program = Pipeline.run(
        look.program, parameters: values, sourceIsOpaque: true, sourceIsBytes: sourceIsBytes)
      #expect(program.problems == [])
      return ScalarEvaluator(Planner.plan(program), width: 100, height: 100)
    }
    let (computed, tabulated) = (evaluator(false), evaluator(true))
    var random = SplitMix64(seed: 5)
    for pixel in 0..<4_000 {
      let codes =
        pixel < 256
        ? [UInt16](repeating: UInt16(pixel), count: 3) : (0..<3).map { _ in UInt16.random(in: 0...255, using: &random) }
      let (column, row) = (pixel % 100, pixel / 100)
      let expected = computed.color(of: codes, depth: .eight, column: column, row: row)
      #expect(tabulated.color(of: codes, depth: .eight, column: column, row: row) == expected)
    }
  }

  @Test func tabulatesEveryLongChainOfALook() throws {
    let source = try #require(shippedLooks.first { $0.name == "tumble-down" })
    let look = try #require(compile(source).look)
    let program = Pipeline.run(
      look.program, parameters: look.parameters.map(\.defaultValue), sourceIsOpaque: true, sourceIsBytes: true)
    let powers = program.instructions.count { $0.operation == .lane(.power) }
    #expect(powers == 3, "only the three of the output's encoding are left")
  }
}
