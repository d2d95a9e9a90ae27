import Testing
import TintypeDiagnostics
import TintypeIntrinsics

@testable import TintypeIR

@Suite struct MeasurementTests {
  @Test func resultsAreFilledInAndPrinted() {
    var builder = ProgramBuilder()
    let number = builder.measured(1, .scalar)
    let color = builder.measured(0, .rgb)
    let output = builder.construct([color, number], .rgba)
    let bounds = builder.sourceBounds()
    let whole = Program(
      name: "m", parameters: [], instructions: builder.instructions, output: .init(color: output, bounds: bounds))
    let text = SourceFile(name: "m", text: whole.description)
    #expect(ProgramReader.read(text).program == whole)
    let partly = whole.measured([[0.5, 0.25, 0]])
    #expect(partly[color].operation == .constant(Numbers([0.5, 0.25, 0])) && partly[number].operation == .measured(1))
    let known = whole.measured([[0.5, 0.25, 0], [2]])
    #expect(known[color] == partly[color] && known[number].operation == .constant(Numbers(2)))
  }
}
