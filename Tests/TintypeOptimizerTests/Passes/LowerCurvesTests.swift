import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypePlan
import TintypeTestSupport

@testable import TintypeOptimizer

/// Curves as arithmetic in single precision.
@Suite struct LowerCurvesTests {
  /// The places of points are compared in single precision, and the last piece may be narrower than its last bit.
  @Test(
    arguments: [
      ("(0, 0), (0.9999999, 1), (1, 0)", 0), ("(0, 0), (1, 1), (1.0001, 0)", 0), ("(0, 0), (1, 1), (1.001, 0)", 0),
      ("(-0.155, 1.45), (0.358, 0.114), (1.204, 0.95), (1.205, 0.149)", 0.149), ("(0, 0.2), (1, 0.8)", 0.8),
    ] as [(String, Float)]) func holdsItsLastValue(_ points: String, _ last: Float) throws
  {
    let text = """
      tintype 1
      look "curve" { working display }
      let bent = curve [\(points)]
      output bent(source * 2)
      """
    let look = try #require(compile(SourceFile(name: "curve", text: text)).look)
    for bits in [nil, 16, 8] as [Int?] {
      let program = Pipeline.run(look.program, parameters: [], sourceIsOpaque: true, resultBits: bits)
      let evaluator = ScalarEvaluator(Planner.plan(program), width: 9, height: 9)
      let color = evaluator.color(of: [255, 255, 255], depth: .eight, column: 0, row: 0)
      #expect(abs(color[0] - last) < 2e-6, "\(bits.map { "\($0) bits" } ?? "exact"): \(color[0])")
    }
  }
}
