import Testing
import TintypeDiagnostics
import TintypeIR

@Suite struct ProgramReaderTests {
  @Test func reportsEachMalformedLine() {
    let text = "program \"x\"\n%0: varying rgba = sauce\n%7: uniform scalar = constant 1\n"
    let (program, diagnostics) = ProgramReader.read(SourceFile(name: "x", text: text))
    #expect(program == nil)
    #expect(diagnostics.count == 3)
  }
}
