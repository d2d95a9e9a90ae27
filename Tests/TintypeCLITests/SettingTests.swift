import Testing
import TintypeTestSupport

/// `--set`.
@Suite struct SettingTests {
  private func setting(_ settings: String...) throws -> (ProgramResult, names: [String]) {
    let program = try Program()
    try TestPicture(8, 8).write(program.folder, "in.png")
    let arguments = settings.flatMap { ["--set", $0] }
    return (try program.run(["render", "minimal-life", "in.png", "-o", "out.png"] + arguments), program.folder.names)
  }

  @Test func valuesInRange() throws {
    for value in ["contrast=0", "contrast=4", "contrast = 1.5", "exposure=-1"] {
      let (result, names) = try setting(value)
      expectQuiet(result)
      #expect(names == ["in.png", "out.png"])
    }
  }

  @Test func theLaterCounts() throws {
    let program = try Program()
    try TestPicture(8, 8).write(program.folder, "in.png")
    let render = ["render", "minimal-life", "in.png", "--set"]
    expectQuiet(try program.run(render + ["contrast=1", "-o", "one.png"]))
    expectQuiet(try program.run(render + ["contrast=3", "--set", "contrast=1", "-o", "two.png"]))
    #expect(program.folder.bytes(of: "one.png") == program.folder.bytes(of: "two.png"))
  }

  @Test func theRangeIsNamed() throws {
    let (result, names) = try setting("contrast=9")
    #expect(result.status == 64)
    #expect(
      result.errors == """
        error[value-out-of-range]: 'contrast' lies in 0...4
         --> --set:1:10
          |
        1 | contrast=9
          |          ^ outside of 0...4
        note: its default is 0.75

        """)
    #expect(names == ["in.png"])
  }

  @Test func theParameterIsGuessed() throws {
    let (result, _) = try setting("contras=1")
    #expect(result.status == 64)
    #expect(result.errors.contains("error[unknown-parameter]: the look 'minimal life' has no parameter 'contras'"))
    #expect(result.errors.contains("did you mean 'contrast'?"))
    #expect(result.errors.contains("it has exposure, contrast, gamma and grainScale"))
  }

  @Test func allMistakesAtOnce() throws {
    let (result, names) = try setting("contrast=9", "gama=1", "exposure", "gamma=1", "gamma=\"two\"")
    #expect(result.status == 64)
    let errors = result.errorLines.filter { $0.hasPrefix("error[") }.map { $0.prefix { $0 != "]" } }
    #expect(errors.count == 4)
    #expect(errors.prefix(3) == ["error[value-out-of-range", "error[unknown-parameter", "error[malformed-setting"])
    #expect(names == ["in.png"])
  }
}
