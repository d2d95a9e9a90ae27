import Testing
import Tintype
import TintypeExplanation
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypeTestSupport

@Suite struct ExplanationTests {
  @Test(arguments: shippedGroups[0].looks.map(\.name))
  func readsWell(_ name: String) throws {
    let (look, source) = try shipped(name)
    let text = explanation(look, source).text
    expectGolden(text, "\(name).explain.txt")
    #expect(text == explanation(look, source).text)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func saysWhatIsSet() throws {
    let (look, _) = try shipped("tumble-down")
    let configured = try ConfiguredLook(look).setting([SourceFile(name: "--set", text: "gamma=2")])
    let text = Explanation(configured.bound, shot: configured.shot, depth: .eight).text
    #expect(text.contains("2     (default 1.5)"))
  }

  /// Shipped looks compile to a single fused pass: nothing is computed outside it.
  @Test(arguments: shippedGroups[0].looks.map(\.name))
  func aShippedLookIsOneFusedPass(_ name: String) throws {
    let (look, source) = try shipped(name)
    for depth in SampleDepth.ofCodes {
      let passes = explanation(look, source, depth: depth).passes
      #expect(passes.count == 1)
      let program = Pipeline.run(
        look.program.lit(bySceneLight: false), parameters: look.parameters.map(\.defaultValue), sourceIsOpaque: true,
        sourceIsBytes: depth == .eight, resultIsBytes: depth == .eight, resultBits: 16)
      #expect(!program.instructions.contains { $0.operation.readsNeighbors })
      let computed = program.instructions.count { instruction in
        if case .lane = instruction.operation { instruction.rate == .varying } else { false }
      }
      #expect(passes.first?.laneOperationCount == computed)
    }
  }

  @Test func costsAddUp() throws {
    for source in shippedGroups[0].looks {
      let look = try #require(compile(source).look)
      let pass = try #require(explanation(look, source).passes.first)
      #expect(abs(pass.shares.reduce(0) { $0 + $1.cyclesPerPixel } - pass.cyclesPerPixel) < 1e-9)
      #expect(pass.shares.reduce(0) { $0 + $1.count } == pass.stepCount + 3)
    }
  }

  @Test func longOperationsCostMore() {
    #expect(LaneOperation.allCases.allSatisfy { $0.cost > 0.5 })
    #expect(LaneOperation.power.cost > LaneOperation.squareRoot.cost)
    #expect(LaneOperation.squareRoot.cost > LaneOperation.multiply.cost)
  }
}
