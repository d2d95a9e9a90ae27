import Testing
import Tintype
import TintypeIR
import TintypeOptimizer

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
}
