import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

@Suite struct EncodeByTableTests {
  // The ones that look at one pixel only.
  @Test(arguments: shippedLooks.prefix(3).map(\.name), [false, true])
  func changesNoStoredByte(_ name: String, sourceIsBytes: Bool) throws {
    let source = try #require(shippedLooks.first { $0.name == name })
    let look = try #require(compile(source).look)
    let values = look.parameters.map(\.defaultValue)
    func evaluator(_ resultIsBytes: Bool) -> ScalarEvaluator {
      let program = Pipeline.run(
        look.program, parameters: values, sourceIsOpaque: true, sourceIsBytes: sourceIsBytes,
        resultIsBytes: resultIsBytes)
      #expect(program.problems == [])
      return ScalarEvaluator(Planner.plan(program), width: 100, height: 100)
    }
    let (computed, looked) = (evaluator(false), evaluator(true))
    var random = SplitMix64(seed: 8)
    for pixel in 0..<3_000 {
      let codes = (0..<3).map { _ in UInt16.random(in: 0...255, using: &random) }
      let (column, row) = (pixel % 100, pixel / 100)
      func stored(_ evaluator: ScalarEvaluator) -> [UInt16] {
        evaluator.color(of: codes, depth: .eight, column: column, row: row).map { SampleDepth.eight.code(of: $0) }
      }
      #expect(stored(looked) == stored(computed), "\(codes)")
    }
  }

  @Test func leavesNoPowerInAShippedLook() throws {
    // The first ones, whose powers are those of color encodings and of tables.
    for source in shippedLooks.prefix(3) {
      let look = try #require(compile(source).look)
      let program = Pipeline.run(
        look.program, parameters: look.parameters.map(\.defaultValue), sourceIsOpaque: true, sourceIsBytes: true,
        resultIsBytes: true)
      #expect(!program.instructions.contains { $0.operation == .lane(.power) }, "\(source.name)")
    }
  }
}
