import Testing
import Tintype
import TintypeExplanation
import TintypeIR
import TintypeIntrinsics
import TintypeTestSupport

@Suite struct EmittedStageTests {
  @Test(arguments: EmittedStage.allCases.filter { !$0.name.hasPrefix("after:") })
  func hasAText(_ stage: EmittedStage) throws {
    let (look, source) = try checked(
      """
      tintype 1
      look "warm" { working display }
      param amount: scalar = 0.1 in 0...1 "Amount"
      image warm = source + rgb(amount, 0, -amount)
      output warm
      """)
    let configured = ConfiguredLook(look)
    let text = try #require(
      stage.text(of: source) ?? stage.text(of: configured.bound, shot: configured.shot, depth: .sixteen))
    expectGolden(text, "warm.\(stage.name).txt")
  }

  @Test func aProgramReadsBack() throws {
    let (look, _) = try shipped("minimal-life")
    let configured = ConfiguredLook(look)
    for stage in [EmittedStage.ir, .optimized] {
      let text = try #require(stage.text(of: configured.bound, shot: configured.shot, depth: .eight))
      #expect(ProgramReader.read(SourceFile(name: "ir", text: text)).program?.description == text)
    }
  }

  /// A chain of `optimize --pass` over the first program gives what `--emit after:PASS` prints, pass by pass.
  @Test(arguments: [SampleDepth.eight, .sixteen])
  func passesRunOneByOne(_ depth: SampleDepth) throws {
    let (look, _) = try shipped("tumble-down")
    let configured = ConfiguredLook(look)
    var text = try #require(EmittedStage.ir.text(of: configured.bound, shot: configured.shot, depth: depth))
    var stages = EmittedStage.allCases.compactMap { stage in
      if case .after(let pass) = stage {
        (pass, stage.text(of: configured.bound, shot: configured.shot, depth: depth))
      } else {
        nil
      }
    }
    // Results of more than 8 bits have their curves before lines merge.
    if depth == .sixteen, let place = stages.firstIndex(where: { $0.0 == "fuse-curves" }),
      let merging = stages.firstIndex(where: { $0.0 == "drop-and-merge" })
    {
      stages.insert(stages.remove(at: place), at: merging)
    }
    #expect(stages.contains { $0.1 == nil } == (depth == .sixteen))
    for case (let pass, let wanted?) in stages {
      let source = SourceFile(name: "ir", text: text)
      text = try #require(optimizedText(of: source, passes: [pass], depth: depth).text)
      #expect(text == wanted, "\(pass)")
    }
    #expect(text == EmittedStage.optimized.text(of: configured.bound, shot: configured.shot, depth: depth))
  }

  @Test func aPassThatDoesNotExistIsNamed() {
    let source = SourceFile(name: "ir", text: "program")
    #expect(optimizedText(of: source, passes: [], depth: .eight).diagnostics.isEmpty == false)
    let (text, diagnostics) = optimizedText(
      of: SourceFile(name: "ir", text: Self.smallest), passes: ["simplyfy"], depth: .eight)
    #expect(text == nil)
    #expect(diagnostics.first?.message.hasPrefix("'simplyfy' does not run here; the passes are bind-") == true)
  }

  private static let smallest = (try? shipped("original").look.program.description) ?? ""

  @Test func anyTextHasTokensAndATree() {
    let source = SourceFile(name: "x", text: "}{ \u{0} look look ( #zz \"")
    #expect(EmittedStage.tokens.text(of: source)?.contains("end of file") == true)
    #expect(EmittedStage.tree.text(of: source)?.hasPrefix("recipe\n") == true)
  }

  @Test func tokensOfAStrangerMoveNoCursor() {
    let source = SourceFile(name: "x", text: "look \"\u{1b}[31m\u{202e}\"")
    let text = EmittedStage.tokens.text(of: source)
    #expect(text?.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" } == false)
  }
}
