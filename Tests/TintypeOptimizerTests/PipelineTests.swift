import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

@Suite struct PipelineTests {
  @Test(arguments: shippedLooks.map(\.name))
  func isDoneAfterOneRun(_ name: String) throws {
    let source = try #require(shippedLooks.first { $0.name == name })
    let look = try #require(compile(source).look)
    let values = look.parameters.map(\.defaultValue)
    let once = Pipeline.run(look.program, parameters: values, sourceIsOpaque: true)
    #expect(once.problems == [])
    #expect(Pipeline.run(once, parameters: values, sourceIsOpaque: true) == once)
  }

  @Test(.slow, arguments: 0..<400) func isDoneAfterOneRunOnRandomPrograms(_ seed: UInt64) {
    let program = RandomProgram.make(
      seed: seed, seed % 2 == 0 ? .everyday : .awkward, spatialSteps: seed % 7 < 3 ? 2 : 0)
    let values = seed % 3 == 0 ? nil : program.parameters.map(\.defaultValue)
    let once = Pipeline.run(program, parameters: values, sourceIsOpaque: seed % 5 == 0)
    #expect(Pipeline.run(once, parameters: values, sourceIsOpaque: seed % 5 == 0).description == once.description)
  }

  @Test(.slow, arguments: 0..<400) func keepsProgramsValid(_ seed: UInt64) {
    var program = RandomProgram.make(seed: seed, .awkward, spatialSteps: Int(seed % 3))
    let values = program.parameters.map(\.defaultValue)
    for pass in Pipeline.passes(parameters: values, sourceIsOpaque: seed % 2 == 0) {
      program = pass.run(program)
      #expect(program.problems == [], "after \(pass.name)")
    }
    #expect(flattenOverWhite(program).problems == [])
  }

  /// `Pipeline.swift` has the order, with its reasons; this test detects changes of it.
  @Test func hasItsOrder() {
    #expect(
      Pipeline.passes(parameters: [], sourceIsOpaque: true).map(\.name) == [
        "bind-parameters", "assume-opaque", "split-lanes", "lower-curves", "simplify", "cancel-inverses",
        "lower-intrinsics", "simplify-lanes", "fuse-curves", "drop-and-merge", "combine-blurs",
        "remove-dead-values",
      ])
  }
}
