import Foundation
import Testing
import TintypeTestSupport

/// `tintype check`
@Suite struct CheckTests {
  private static let good = "tintype 1\nlook \"plain\" {\n  working linear-srgb\n}\noutput source\n"

  private static let threeMistakes = """
    tintype 1

    look "three" {
      working linear-srgb
    }

    param amount: scaler = 0.5 in 0...1

    kernel warm(c: rgb, amount: scalar) -> rgb {
      return c * amont
    }

    output wram(source, amount)

    """

  @Test func goodFiles() throws {
    let program = try Program()
    try program.folder.write(Self.good, to: "good.tint")
    let result = try program("check", "good.tint")
    #expect(result.status == 0)
    #expect(result.output == "good.tint: ok\n")
    #expect(result.errors.isEmpty)
  }

  @Test(.slow) func shippedRecipes() throws {
    let program = try Program()
    let folders = ["", "Cabinet/", "Editor/", "Library/"].map { TestFiles.packageRoot + "/Recipes/" + $0 }
    let paths = folders.flatMap { folder in TestFiles.names(in: folder, endingIn: ".tint").map { folder + $0 } }
    #expect(paths.count > 40)
    let result = try program.run(["check"] + paths)
    #expect(result.status == 0)
    #expect(result.output == paths.map { $0 + ": ok\n" }.joined())
    #expect(result.errors.isEmpty)
  }

  @Test func warningsAreNoErrors() throws {
    let program = try Program()
    try program.folder.write(
      "tintype 1\nlook \"l\" { working display }\n"
        + "kernel k(c: rgb) -> rgb {\n  return c\n  return c\n}\noutput k(source)\n",
      to: "warns.tint")
    let result = try program("check", "warns.tint")
    #expect(result.status == 0)
    #expect(result.output == "warns.tint: ok, 1 warning\n")
    #expect(result.errors.hasPrefix("warning[unreachable]: "))
    #expect(result.errors.hasSuffix("\nmore: tintype explain-error unreachable\n"))
    #expect(try program("check", "--strict", "warns.tint").status == 65)
    try TestPicture(8, 8).write(program.folder, "in.png")
    expectQuiet(try program("render", "./warns.tint", "in.png", "-o", "out.png"))
  }

  /// A file of kernels: nobody says what comes in, and still something can be said.
  @Test func warningsInALibrary() throws {
    let program = try Program()
    try program.folder.write(
      "tintype 1\nfunction bent(x: scalar, y: scalar) -> scalar { return pow(sin(x), 2) }\n", to: "kernels.tint")
    let result = try program("check", "kernels.tint")
    #expect(result.status == 0)
    #expect(result.output == "kernels.tint: ok, 2 warnings\n")
    let codes = result.errorLines.filter { $0.hasPrefix("warning[") }.map { $0.split(separator: "]")[0] }
    #expect(codes == ["warning[unused-input", "warning[pow-of-negative"])
  }

  @Test func threeMistakesAndTheirWaysOut() throws {
    let program = try Program()
    try program.folder.write(Self.threeMistakes, to: "three.tint")
    let result = try program("check", "three.tint")
    #expect(result.status == 65)
    #expect(result.output == "three.tint: 3 errors\n")
    #expect(result.errorLines.count { $0.hasPrefix("error[") } == 3)
    #expect(result.errorLines.count { $0.contains("^") } == 3)
    #expect(result.errorLines.count { $0.hasPrefix("help: ") } == 3)
    expectGolden(result.errors, "three-mistakes.txt")
  }

  /// Names that are nearly right are guesses: shown, and applied only when asked.
  @Test func guessesAreAppliedOnlyWhenAsked() throws {
    let program = try Program()
    try program.folder.write(Self.threeMistakes, to: "three.tint")
    let safe = try program("check", "--fix", "three.tint")
    #expect(safe.status == 65)
    #expect(program.folder.bytes(of: "three.tint") == Array(Self.threeMistakes.utf8))
    #expect(safe.errorLines.first == "tintype: three.tint: 3 more can be fixed with --unsafe-fixes; look at them first")
    let result = try program("check", "--unsafe-fixes", "three.tint")
    #expect(result.status == 0)
    #expect(result.output == "three.tint: ok\n")
    let text = String(decoding: try #require(program.folder.bytes(of: "three.tint")), as: UTF8.self)
    #expect(text.contains("param amount: scalar") && text.contains("c * amount") && text.contains("warm(source"))
    #expect(program.folder.names == ["three.tint"])
  }

  /// An editor checks what is not saved yet, and the files beside it are found.
  @Test func unsavedTextsResolveWhatTheyName() throws {
    let program = try Program()
    try program.folder.write(Self.good, to: "other.tint")
    let text = Self.good.replacing("output source", with: "use \"other.tint\" as other\noutput source |> other()")
    try program.folder.write(text, to: "buffer")
    let result = try program.shell(#""$0" check - --stdin-path unsaved.tint < buffer"#)
    #expect(result.output == "-: ok\n", "\(result.errors)")
    #expect(try program.shell(#""$0" check - < buffer"#).errors.hasPrefix("error[no-folder]"))
    #expect(try program("check", "other.tint", "--stdin-path", "x.tint").status == 64)
  }

  @Test func formattingLeavesRecipesWithErrorsAlone() throws {
    let program = try Program()
    let wrong = Self.good.replacing("output source", with: "output   sauce")
    try program.folder.write(wrong, to: "wrong.tint")
    let result = try program("fmt", "wrong.tint")
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("error[unknown-name]"))
    #expect(program.folder.bytes(of: "wrong.tint") == Array(wrong.utf8))
  }

  @Test func renderingSaysTheSame() throws {
    let program = try Program()
    try program.folder.write(Self.threeMistakes, to: "three.tint")
    try TestPicture(8, 8).write(program.folder, "in.png")
    let rendered = try program("render", "three.tint", "in.png", "-o", "out.png")
    #expect(rendered.status == 65)
    let checked = try program("check", "three.tint")
    let more = "more: tintype explain-error unknown-type, or another word in brackets\n"
    #expect(checked.errors == rendered.errors + more)
    #expect(program.folder.names == ["in.png", "three.tint"])
  }

  @Test func diagnosticsForTools() throws {
    let program = try Program()
    try program.folder.write(Self.threeMistakes, to: "three.tint")
    let result = try program("check", "three.tint", "--format", "json")
    #expect(result.status == 65)
    #expect(result.errors.isEmpty)
    let codes = try result.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["code"] as? String
    }
    #expect(codes.compactMap { $0 }.count == 3)
    #expect(Set(codes).isSuperset(of: ["unknown-name", "unknown-function"]))
  }

  @Test func oneBadFileAmongGoodOnes() throws {
    let program = try Program()
    try program.folder.write(Self.good, to: "good.tint")
    try program.folder.write("tintype 1\noutput", to: "bad.tint")
    let result = try program("check", "good.tint", "bad.tint", "none.tint", "good.tint")
    #expect(result.status == 65)
    #expect(result.output.hasPrefix("good.tint: ok\nbad.tint: "))
    #expect(result.output.hasSuffix("good.tint: ok\n"))
    #expect(result.errors.contains("tintype: none.tint: cannot be opened"))
  }

  @Test func whatIsNoRecipe() throws {
    let program = try Program()
    expectFailure(try program("check", "none.tint"), 66, "none.tint: cannot be opened")
    expectFailure(try program("check", "."), 66, ".: this is a folder")
    try program.folder.write([UInt8](repeating: 0x20, count: 9 << 20), to: "huge.tint")
    expectFailure(try program("check", "huge.tint"), 75, "huge.tint: the file has 9437184 bytes")
  }

  /// A line of a megabyte once took more than ten minutes to be complained about.
  @Test func bytesInPlaceOfText() throws {
    let program = try Program()
    try program.folder.write([UInt8](repeating: 0, count: 200_000), to: "zeros.tint")
    let clock = ContinuousClock()
    var result: ProgramResult?
    let took = try clock.measure { result = try program("check", "zeros.tint") }
    #expect(result?.status == 65)
    #expect(took < .seconds(20))
    #expect((result?.errors.count ?? 0) < 20_000)
  }
}
