import Testing
import Tintype
import TintypeExplanation
import TintypeIR
import TintypeIntrinsics
import TintypeTestSupport

@Suite struct EmittedStageTests {
  @Test(arguments: EmittedStage.allCases)
  func hasAText(_ stage: EmittedStage) throws {
    let (look, source) = try checked(
      """
      tintype 1
      look "warm" { working display }
      param amount: scalar = 0.1 in 0...1 "Amount"
      image warm = source + rgb(amount, 0, -amount)
      output warm
      """)
    let values = look.parameters.map(\.defaultValue)
    let text = try #require(
      stage.text(of: source) ?? stage.text(of: look, parameters: values, depth: .sixteen))
    expectGolden(text, "warm.\(stage.rawValue).txt")
  }

  @Test func aProgramReadsBack() throws {
    let (look, _) = try shipped("minimal-life")
    let values = look.parameters.map(\.defaultValue)
    for stage in [EmittedStage.ir, .optimized] {
      let text = try #require(stage.text(of: look, parameters: values, depth: .eight))
      #expect(ProgramReader.read(SourceFile(name: "ir", text: text)).program?.description == text)
    }
  }

  @Test func anyTextHasTokensAndATree() {
    let source = SourceFile(name: "x", text: "}{ \u{0} look look ( #zz \"")
    #expect(EmittedStage.tokens.text(of: source)?.contains("endOfFile") == true)
    #expect(EmittedStage.tree.text(of: source)?.hasPrefix("recipe\n") == true)
  }

  @Test func tokensOfAStrangerMoveNoCursor() {
    let source = SourceFile(name: "x", text: "look \"\u{1b}[31m\u{202e}\"")
    let text = EmittedStage.tokens.text(of: source)
    #expect(text?.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" } == false)
  }
}
