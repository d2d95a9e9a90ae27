import Testing
import TintypeTestSupport

/// `--save-edits`.
@Suite struct SaveEditsTests {
  private func program() throws -> Program {
    let program = try Program()
    try TestPicture(24, 16).write(program.folder, "in.png")
    return program
  }

  /// The pixels of a picture, without what its metadata say.
  private func pixels(_ program: Program, _ name: String) throws -> [UInt8] {
    let again = try program(
      "render", "original", name, "-o", "bare.png", "--metadata", "none", "--if-exists", "overwrite")
    #expect(again.status == 0, "\(again.errors)")
    return try #require(program.folder.bytes(of: "bare.png"))
  }

  private func text(_ program: Program) throws -> String {
    String(decoding: try #require(program.folder.bytes(of: "in.png.tint")), as: UTF8.self)
  }

  @Test(.slow) func anExpressionIsThePhotosLook() throws {
    let program = try program()
    let text = "source |> noir(strength: 0.5) |> crop(ratio: 1)"
    expectQuiet(try program("render", "-e", text, "in.png", "-o", "a.png", "--save-edits"))
    #expect(try self.text(program).hasSuffix("use \"noir\" as noir\noutput \(text)\n"))
    #expect(try self.text(program).contains("\ntintype 1\n\nlook "))
    #expect(try program("fmt", "--check", "./in.png.tint").status == 0)
    #expect(try program("check", "./in.png.tint").output == "./in.png.tint: ok\n")
    let note =
      "tintype: in.png: note: its look is the recipe in its sidecar, in.png.tint, and not 'original'; "
      + "--no-sidecars ignores it\n"
    let planned = try program("render", "original", "in.png", "-o", "b.png", "--dry-run")
    #expect(planned.status == 0 && planned.errors == note, "\(planned.errors)")
    let again = try program("render", "original", "in.png", "-o", "b.png")
    #expect(again.status == 0 && again.errors == note, "\(again.errors)")
    // The result is the same file, which says by which expression it was made.
    #expect(program.folder.bytes(of: "a.png") == program.folder.bytes(of: "b.png"))
    #expect(try program("why", "b.png").output.contains("  expression  \(text)\n"))
    // A setting that the saved look does not have is no riddle.
    expectFailure(
      try program("render", "noir", "in.png", "-o", "x.png", "--set", "strength=0.3"), 65,
      "in.png: --set: the look 'expression' has no parameter 'strength'; its look is the recipe in its sidecar, "
        + "in.png.tint")
    // What is typed now counts.
    let typed = try program("render", "-e", "source * 0.25", "in.png", "-o", "t.png")
    #expect(
      typed.status == 0
        && typed.errors
          == "tintype: in.png: note: the recipe in its sidecar, in.png.tint, gives way to the expression\n"
    )
    expectQuiet(try program("render", "-e", "source * 0.25", "in.png", "-o", "u.png", "--no-sidecars"))
    #expect(program.folder.bytes(of: "t.png") == program.folder.bytes(of: "u.png"))
    expectQuiet(try program("render", "-e", text, "in.png", "-o", "v.png"))
    // A new expression replaces the old one, and is not applied over it.
    expectQuiet(try program("render", "-e", "source * 0.5", "in.png", "-o", "c.png", "--save-edits"))
    expectQuiet(try program("render", "-e", "source * 0.5", "in.png", "-o", "d.png", "--no-sidecars"))
    #expect(try program("render", "original", "in.png", "-o", "e.png").errors == note)
    let wanted = try pixels(program, "d.png")
    #expect(try pixels(program, "c.png") == wanted && pixels(program, "e.png") == wanted)
  }

  @Test func settingsAddUp() throws {
    let program = try program()
    let render = ["render", "minimal-life", "in.png", "-o"]
    expectQuiet(try program.run(render + ["a.png", "--save-edits", "--set", "contrast=2"]))
    expectQuiet(try program.run(render + ["b.png", "--save-edits", "--set", "gamma=1"]))
    #expect(try text(program).hasSuffix(")\nset contrast = 2\nset gamma = 1\n"))
    expectQuiet(try program.run(render + ["c.png"]))
    #expect(program.folder.bytes(of: "c.png") == program.folder.bytes(of: "b.png"))
    expectQuiet(try program.run(render + ["d.png", "--no-sidecars", "--set", "contrast=2", "--set", "gamma=1"]))
    #expect(program.folder.bytes(of: "d.png") == program.folder.bytes(of: "b.png"))
  }

  /// Capture metadata from `--shot` are saved as edits; a date is not, as no sidecar can hold one.
  @Test func theShotIsSaved() throws {
    let program = try program()
    try program.folder.write(
      """
      tintype 1
      look "iso" { about "A." working linear-srgb }
      param p: scalar = 0.5 in 0...1
      output source * p * ((source.iso ?? 100) / 1000)

      """, to: "iso.tint")
    let render = ["render", "./iso.tint", "in.png", "-o"]
    expectQuiet(try program.run(render + ["a.png", "--save-edits", "--set", "p=0.25", "--shot", "iso=800"]))
    #expect(try text(program).hasSuffix(")\nset p = 0.25\nset source.iso = 800\n"))
    expectQuiet(try program.run(render + ["b.png", "--save-edits", "--set", "p=0.75"]))
    #expect(try text(program).hasSuffix(")\nset p = 0.75\nset source.iso = 800\n"))
    expectQuiet(try program.run(render + ["c.png"]))
    #expect(program.folder.bytes(of: "c.png") == program.folder.bytes(of: "b.png"))
    let expression = ["render", "-e", "source", "in.png", "-o"]
    for arguments in [
      render + ["d.png", "--date", "2024-08-31"], render + ["d.png", "--date-shift", "+1h"],
      // How a photo is read, and what letters say, would be lost.
      render + ["d.png", "--input-space", "s-log3"], expression + ["d.png", "--input-space", "s-log3"],
      render + ["d.png", "--white", "auto"], render + ["d.png", "--hdr", "ignore"],
      render + ["d.png", "--max-headroom", "2"], render + ["d.png", "--locale", "de"],
      expression + ["d.png", "--shot", "iso=800"],
    ] {
      let refused = try program.run(arguments + ["--save-edits"])
      #expect(refused.status == 64 && refused.errors.hasPrefix("Error: --save-edits"), "\(refused.errors)")
    }
    let form = ["e.png", "--hdr", "auto", "--icc", "p3", "--save-edits"]
    expectQuiet(try program.run(render + form))
  }

  @Test func whatSomebodyWroteStays() throws {
    let program = try program()
    let render = ["render", "minimal-life", "in.png", "-o"]
    expectQuiet(try program.run(render + ["a.png", "--save-edits", "--set", "contrast=2"]))
    for edited in ["set contrast = 3\n", try text(program) + "set gamma = 1\n"] {
      try program.folder.write(edited, to: "in.png.tint")
      let refused = try program.run(render + ["b.png", "--save-edits", "--set", "contrast=1"])
      expectFailure(refused, 73, "in.png.tint: was written by hand")
      #expect(try text(program) == edited && program.folder.bytes(of: "b.png") == nil)
    }
    let replaced = try program.run(
      render + ["b.png", "--save-edits", "--set", "contrast=1", "--if-exists", "overwrite"])
    #expect(replaced.status == 0 && replaced.errors.contains("its sidecar, which was written by hand, is replaced"))
    #expect(try text(program).hasSuffix(")\nset contrast = 1\n"))
  }

  @Test func nothingIsSavedWithoutAResult() throws {
    let program = try program()
    try program.folder.write("no picture", to: "bad.png")
    #expect(try program("render", "noir", "bad.png", "-o", "a.png", "--save-edits").status != 0)
    let saved = ["render", "-e", "source * 0.5", "in.png", "--save-edits"]
    for arguments in [["-o", "-"], ["--in-place"], ["-o", "a.png", "--no-sidecars"]] {
      let result = try program.run(saved + arguments)
      #expect(result.status == 64 && result.errors.hasPrefix("Error: "), "\(arguments): \(result.errors)")
    }
    let set = try program(
      "render", "-e", "param a: scalar = 1 output source * a", "in.png", "-o", "a.png", "--save-edits", "--set", "a=0.5"
    )
    #expect(set.status == 64 && set.errors.hasPrefix("Error: "), "\(set.errors)")
    #expect(program.folder.names == ["bad.png", "in.png"])
  }
}
