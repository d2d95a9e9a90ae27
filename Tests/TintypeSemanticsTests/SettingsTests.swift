import Testing
import Tintype
import TintypeIR
import TintypeTestSupport

/// Values from outside of a recipe: `--set exposure=0.5`.
@Suite struct SettingsTests {
  private static let recipe = """
    tintype 1

    look "evening" {
      working linear-srgb
    }

    param exposure: scalar = 0.25 in -1...1
    param tint:     rgb    = rgb(0.1, 0.2, 0.3) in 0...1
    param shift:    vec2   = vec2(1, 2)
    param glass:    rgba   = rgba(0, 0, 0, 1)
    param warm:     bool   = true

    output if warm { source * tint + exposure + shift.x + glass.a } else { source }

    """

  private func values(_ settings: [String]) throws -> (values: [[Double]], diagnostics: [Diagnostic]) {
    let (look, diagnostics) = compile(SourceFile(name: "evening.tint", text: Self.recipe))
    #expect(diagnostics.map(\.rendered) == [])
    return parameterValues(of: try #require(look), settings: settings.map { SourceFile(name: "--set", text: $0) })
  }

  @Test func withoutSettingsTheDefaultsCount() throws {
    let (values, diagnostics) = try values([])
    #expect(values == [[0.25], [0.1, 0.2, 0.3], [1, 2], [0, 0, 0, 1], [1]])
    #expect(diagnostics.isEmpty)
  }

  @Test func eachTypeCanBeSet() throws {
    let (values, diagnostics) = try values([
      "exposure=-0.5", "tint = rgb(1, 0.5, 0)", "shift=vec2(-1, 1e2)", "glass=rgba(0.1, 0.2, 0.3, 0.5)", "warm=false",
    ])
    #expect(diagnostics.map(\.rendered) == [])
    #expect(values == [[-0.5], [1, 0.5, 0], [-1, 100], [0.1, 0.2, 0.3, 0.5], [0]])
  }

  /// A shell takes what follows `#` for a comment, and people leave it out.
  @Test(arguments: ["1a1440", "112233", "ff8000cc", "f80"]) func aColorWithoutItsHash(_ digits: String) throws {
    let (_, diagnostics) = try values(["tint= \(digits)"])
    let found = try #require(diagnostics.first)
    #expect(diagnostics.count == 1 && found.message == "'tint' is an rgb, and its codes begin with '#'")
    #expect(found.fixIts.first?.applied.text == Array("tint= #\(digits)".utf8))
    // A number of three digits is one.
    #expect(try values(["tint=100"]).diagnostics.first?.message.contains("a scalar") == true)
    #expect(try values(["exposure=112233"]).diagnostics.first?.code == "value-out-of-range")
  }

  /// A percentage is a hundredth of a plain number, or as many as it says where the parameter counts hundredths.
  @Test func percentages() throws {
    let text = """
      tintype 1
      look "x" { working display }
      param share: scalar = 60% in 0%...100%
      param amount: scalar = 40% in 0...100 unit %
      param size: length = 2%
      kernel k(c: rgb, by: scalar = 50%) -> rgb { let a: scalar = -(25%) return c * by + a }
      output k(source, 75%) * share * amount + pixels(size)
      variant "v" { share = 30%  amount = 30% }
      """
    let (found, diagnostics) = compile(SourceFile(name: "x.tint", text: text))
    #expect(diagnostics.map(\.rendered) == [])
    let look = try #require(found)
    #expect(look.parameters.map(\.defaultValue) == [[0.6], [40], [2, 0, 0]])
    #expect(look.parameters.map(\.unit) == [nil, "%", "%"])
    #expect(look.variants[0].values == ["share": [0.3], "amount": [30]])
    let settings = ["share=12.5%", "amount=-(-12.5%)", "size=3%"].map { SourceFile(name: "--set", text: $0) }
    #expect(parameterValues(of: look, settings: settings).values == [[0.125], [12.5], [3, 0, 0]])
    // A size of another unit is no number.
    let codes = ["share=2px", "share=0um", "size=0.5"].map {
      parameterValues(of: look, settings: [SourceFile(name: "--set", text: $0)]).diagnostics.map(\.code)
    }
    #expect(codes == [["type-mismatch"], ["type-mismatch"], ["type-mismatch"]])
  }

  @Test func theLaterOfTwoCounts() throws {
    #expect(try values(["exposure=0.5", "exposure=0.75"]).values[0] == [0.75])
  }

  @Test func arithmeticIsTheLanguagesOwn() throws {
    let (values, diagnostics) = try values(["exposure=mix(0, 1, 0.5) - 2 * 0.125", "warm=1 > 2 || !false"])
    #expect(diagnostics.map(\.rendered) == [])
    #expect(values[0] == [0.25])
    #expect(values[4] == [1])
  }

  // python3 -c "print([((c/255+0.055)/1.055)**2.4 for c in (192, 128, 96)])"
  @Test func aColorIsWhatAScreenShows() throws {
    let tint = try values(["tint=#c08060"]).values[1]
    for (found, wanted) in zip(tint, [0.5271151257058131, 0.21586050011389926, 0.11697066775851084]) {
      #expect(abs(found - wanted) < 1e-12)
    }
  }

  @Test func aWrongSettingLeavesTheOthers() throws {
    let (values, diagnostics) = try values(["exposure=5", "warm=false", "nothing=1"])
    #expect(diagnostics.map(\.code) == ["value-out-of-range", "unknown-parameter"])
    #expect(values[0] == [0.25])
    #expect(values[4] == [0])
  }

  @Test func saysWhatIsWrong() throws {
    let wrong = [
      "exposre=0.5", "saturation=1", "grain.amount=1", "exposure=2", "exposure=-1.5", "tint=rgb(0.5, 2, 0.5)",
      "exposure=#fff", "tint=0.5", "tint=#c0806080", "glass=#c08060", "warm=1", "warm=yes", "warm=off", "exposure=true",
      "exposure=1 / 0", "exposure=source", "exposure=tint", "exposure=luma709(#fff)", "exposure=sqrt",
      "exposure=\"bright\"", "exposure=noise(1).g", "exposure", "exposure=", "=0.5", "exposure=0.5 0.6", "exposure=0,5",
      "exposure=50px", "exposure=(", "",
    ]
    var text = ""
    for setting in wrong {
      let (values, diagnostics) = try values([setting])
      #expect(!diagnostics.isEmpty, "\(setting) is not wrong")
      #expect(diagnostics.count == 1, "\(setting)")
      #expect(values == [[0.25], [0.1, 0.2, 0.3], [1, 2], [0, 0, 0, 1], [1]])
      text += diagnostics.map(\.rendered).joined() + "\n"
    }
    expectGolden(text, "settings.txt")
  }

  @Test func aLookWithoutParametersSaysSo() throws {
    let look = try #require(compile(shippedLooks[0]).look)
    let diagnostics = parameterValues(of: look, settings: [SourceFile(name: "--set", text: "exposure=1")]).diagnostics
    #expect(diagnostics.map(\.notes) == [["it has no parameters"]])
  }
}
