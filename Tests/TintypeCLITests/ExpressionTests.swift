import Testing
import TintypeTestSupport

/// `-e`: a look without a file.
@Suite struct ExpressionTests {
  private static let text = "source |> adjust(exposure: 0.3ev) |> noir(strength: 0.8) |> crop(ratio: 4 / 3)"
  private static let recipe = """
    tintype 1
    look "expression" { working linear-srgb }
    use "adjust" as adjust
    use "noir" as noir
    output \(text)

    """

  private func program() throws -> Program {
    let program = try Program()
    try TestPicture(48, 24).write(program.folder, "in.png")
    return program
  }

  /// The pixels of a picture, without what its metadata say.
  private func pixels(_ program: Program, _ name: String) throws -> [UInt8] {
    let bare = "bare-\(name)"
    expectQuiet(try program("render", "original", name, "-o", bare, "--metadata", "none", "--if-exists", "overwrite"))
    return try #require(program.folder.bytes(of: bare))
  }

  @Test func isTheRecipeThatItStandsFor() throws {
    let program = try program()
    try program.folder.write(Self.recipe, to: "same.tint")
    expectQuiet(try program("render", "./same.tint", "in.png", "-o", "file.png"))
    // Wherever it stands among the arguments.
    for arguments in [
      ["-e", Self.text, "in.png", "-o", "one.png"], ["in.png", "-o", "two.png", "-e", Self.text],
      ["=" + Self.text, "in.png", "-o", "three.png"],
    ] { expectQuiet(try program.run(["render"] + arguments)) }
    let wanted = try pixels(program, "file.png")
    for name in ["one.png", "two.png", "three.png"] { #expect(try pixels(program, name) == wanted, "\(name)") }
    #expect(program.folder.bytes(of: "one.png") == program.folder.bytes(of: "two.png"))
    #expect(try pixels(program, "in.png") != wanted)
  }

  @Test func twoExpressionsAreRefused() throws {
    let program = try program()
    for arguments in [["-e", "source", "-e", "source * 2", "in.png"], ["=source", "=source * 2", "in.png"]] {
      let refused = try program.run(["render"] + arguments + ["-o", "a.png"])
      #expect(refused.status == 64 && refused.errors.hasPrefix("Error: A render has one look"), "\(refused.errors)")
    }
    // A photo may have such a name.
    try TestPicture(48, 24).write(program.folder, "=x.png")
    expectQuiet(try program("render", "noir", "=x.png", "-o", "b.png"))
  }

  @Test func declarationsAreARecipeToo() throws {
    let program = try program()
    let body = """
      param gain: scalar = 1 in 0...4 "Gain"  kernel f(c: rgb, gain: scalar) -> rgb { return sepia(c) * gain }
      output f(source, gain: gain) |> lightLeak(amount: 0)
      """
    expectQuiet(try program("render", "-e", body, "in.png", "-o", "a.png", "--set", "gain=0.5"))
    expectQuiet(try program("render", "-e", "let x = 0.5  output source * x", "in.png", "-o", "b.png"))
    expectQuiet(try program("render", "-e", "source * 0.5", "in.png", "-o", "c.png"))
    #expect(try pixels(program, "b.png") == pixels(program, "c.png"))
    #expect(try pixels(program, "a.png") != pixels(program, "c.png"))
    expectQuiet(
      try program(
        "render", "-e", "function noir(c: rgba) -> rgba { return c } output noir(source)",
        "in.png", "-o", "d.png"))
    #expect(try pixels(program, "d.png") == pixels(program, "in.png"))
    // A curve that has the name of a look is the one that is called.
    expectQuiet(
      try program(
        "render", "-e", "let fade = curve [(0, 0), (1, 1)] let x = fade(0.5) output source * x", "in.png", "-o", "e.png"
      ))
    #expect(try pixels(program, "e.png") == pixels(program, "c.png"))
  }

  @Test func resultsCanBeMadeAgain() throws {
    let program = try program()
    let texts = [
      ("a", Self.text), ("b", "let x = 0.5 // \"half\" < 1 & so on\noutput source * x"),
      ("c", "source\r\n\t|> noir()\r\n"),
    ]
    for (name, text) in texts {
      expectQuiet(try program("render", "-e", text, "in.png", "-o", "\(name).png"))
      expectQuiet(try program("render", "--again", "\(name).png", "in.png", "-o", "\(name)-again.png"))
      #expect(program.folder.bytes(of: "\(name).png") == program.folder.bytes(of: "\(name)-again.png"))
    }
    let why = try program("why", "a.png")
    #expect(why.output.contains(Self.text) && why.output.contains("an expression, sha256"))
    #expect(try program("why", "--json", "a.png").output.contains("\"expression\":\"\(Self.text)\""))
    expectQuiet(try program("render", "-e", "source", "in.png", "-o", "out/{stem}-{look}.{ext}"))
    #expect(program.folder.bytes(of: "out/in-expression.png") != nil)
  }

  @Test func mistakesAreShownInTheExpression() throws {
    let program = try program()
    let result = try program("render", "-e", "source |> noire(strength: 0.8)", "in.png", "-o", "out.png")
    #expect(result.status == 65)
    #expect(
      result.errors.hasPrefix(
        """
        error[unknown-function]: there is no kernel or function called 'noire'
         --> -e:1:11
          |
        1 | source |> noire(strength: 0.8)
          |           ^^^^^
        """), "\(result.errors)")
    for text in ["", " ", "source |>", "1 + 2", "let x = 1", "\u{0}", "}", "look \"x\" {}"] {
      let result = try program("render", "-e", text, "in.png", "-o", "out.png")
      #expect(result.status == 65, "\(text): \(result.errors)")
      #expect(result.errors.contains("--> -e:1:"), "\(text): \(result.errors)")
    }
    let json = try program("check", "--format", "json", "-e", "source * y")
    #expect(json.output.contains("\"start\":{\"offset\":9,\"line\":1,\"column\":10}"), "\(json.output)")
    #expect(program.folder.names == ["in.png"])
  }

  @Test func standsWhereverALookIsNamed() throws {
    let program = try program()
    let check = try program("check", "-e", Self.text)
    #expect(check.status == 0 && check.output == "-e: ok\n" && check.errors == "")
    #expect(try program("explain", "-e", "source * 0.5").status == 0)
    #expect(try program("probe", "#808080", "-e", "source * 0.5").status == 0)
    #expect(
      try program("list", "-e", "param a: scalar = 0.5 in 0...1 \"A\" output source * a").output.contains("0...1"))
    expectQuiet(try program("sheet", "in.png", "-e", "source * 0.5", "noir", "-o", "sheet.png"))
    // The order of the two counts: black is darker than half of the light.
    let diff = try program("diff", "original", "-e", "source * 0.5", "in.png", "-o", "diff.png")
    #expect(diff.status == 0 && diff.output.hasPrefix("dE2000"))
    let job = #"{"look": "= source * 0.5", "input": "in.png", "output": "job.png"}"#
    let answer = try program.shell("printf '%s\\n' '\(job)' | \"$0\" worker")
    #expect(answer.output.contains("\"ok\":true"), "\(answer.output)")
    expectQuiet(try program("render", "-e", " source * 0.5", "in.png", "-o", "same.png"))
    #expect(program.folder.bytes(of: "job.png") == program.folder.bytes(of: "same.png"))
  }

  @Test func whatCannotBeIsSaid() throws {
    let program = try program()
    for arguments in [
      ["watch", "-e", "source", "in.png", "-o", "out.png"], ["check", "--fix", "-e", "source"],
      ["render", "in.png", "-e"],
      ["fmt", "-e", "source"],
    ] {
      let result = try program.run(arguments)
      #expect(result.status == 64 && result.errors.hasPrefix("Error: "), "\(arguments): \(result.errors)")
    }
    #expect(program.folder.names == ["in.png"])
  }
}
