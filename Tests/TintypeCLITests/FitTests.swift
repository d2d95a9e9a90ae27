import Testing
import TintypeImage
import TintypeTestSupport

@Suite struct FitTests {
  private static let look = """
    tintype 1
    look "dim" { working linear-srgb }
    param light: scalar = 1 in 0...2
    param red: scalar = 1 in 0...2
    kernel dimmed(c: rgb, light: scalar, red: scalar) -> rgb { return c * light * rgb(red, 1, 1) }
    output dimmed(source, light, red)

    """

  private func prepared() throws -> Program {
    let program = try Program()
    try program.folder.write(Self.look, to: "dim.tint")
    for name in ["before", "after"] { try program.folder.write("", to: "\(name)/.keep") }
    for name in ["a", "b"] { try TestPicture(48, 32).write(program.folder, "before/\(name).png") }
    expectQuiet(
      try program(
        "render", "./dim.tint", "before/a.png", "before/b.png", "-o", "after/{stem}.png", "-q", "--set",
        "light=0.6"))
    return program
  }

  @Test func parametersAreFoundFromFolders() throws {
    let program = try prepared()
    let result = try program("fit", "dim.tint", "--pairs", "before", "after", "-o", "fitted.tint")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(result.output.contains("light  0.6") && result.output.contains("2 pairs: dE2000"), "\(result.output)")
    let recipe = String(decoding: try #require(program.folder.bytes(of: "fitted.tint")), as: UTF8.self)
    #expect(recipe.contains("extends \"dim.tint\"") && recipe.contains("set light = 0.6"), "\(recipe)")
    #expect(try program("check", "fitted.tint").output == "fitted.tint: ok\n")
    expectQuiet(try program("fmt", "--check", "fitted.tint"))
    expectFailure(
      try program("fit", "dim.tint", "--pairs", "before", "after", "-o", "fitted.tint"), 73, "fitted.tint: exists")
    let printed = try program(
      "fit", "dim.tint", "--before", "before/a.png", "--after", "after/a.png", "--set", "red=1", "-o", "-")
    #expect(printed.status == 0 && printed.output.hasPrefix("tintype 1") && printed.output.contains("set light"))
    #expect(printed.errors.contains("now dE2000"))
  }

  /// A fitted recipe does not replace one that the look is made from.
  @Test func recipesOfTheLookAreKept() throws {
    let program = try prepared()
    let fit = ["fit", "--pairs", "before", "after", "--if-exists", "overwrite", "-o"]
    #expect(try program.run(fit + ["between.tint", "dim.tint"]).status == 0)
    expectFailure(try program.run(fit + ["dim.tint", "between.tint"]), 73, "dim.tint: is the look's file 'dim.tint'")
    #expect(program.folder.bytes(of: "dim.tint") == Array(Self.look.utf8))
  }

  @Test(.slow) func whatIsLeftIsDrawn() throws {
    let program = try prepared()
    let fit = ["fit", "dim.tint", "--pairs", "before", "after", "--set", "light=0.7"]
    let result = try program.run(fit + ["-o", "fitted.tint", "--plot", "left.png"])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let header = try #require(program.folder.bytes(of: "left.png")).prefix(24)
    #expect(Array(header.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
    #expect(Array(header[16..<24]) == [0, 0, 0x05, 0xF0, 0, 0, 0x02, 0x08], "1520 x 520 pixels")
    expectFailure(
      try program.run(fit + ["-o", "other.tint", "--plot", "left.png"]), 73, "left.png: exists")
    #expect(program.folder.bytes(of: "other.tint") == nil, "nothing is written where a part is in the way")
    expectFailure(try program.run(fit + ["-o", "other.tint", "--plot", "left.txt"]), 69, "left.txt: ")
    let photo = program.folder.bytes(of: "before/a.png")
    expectFailure(
      try program.run(fit + ["-o", "other.tint", "--plot", "before/a.png", "--if-exists", "overwrite"]), 73,
      "before/a.png: is the input itself")
    #expect(program.folder.bytes(of: "before/a.png") == photo && program.folder.bytes(of: "other.tint") == nil)
    let table = try program.run(["export", "dim.tint", "--to", "cube", "-o", "dim.cube"])
    #expect(table.status == 0, "\(table.errors)")
    let fromTable = try program("fit", "--table", "dim.cube", "-o", "table.tint", "--plot", "table.jpg")
    #expect(fromTable.status == 0 && program.folder.bytes(of: "table.jpg") != nil, "\(fromTable.errors)")
    let throughLook = try program("fit", "dim.tint", "--table", "dim.cube", "-o", "found.tint")
    #expect(throughLook.status == 0 && throughLook.output.contains("dim.cube: dE2000"), "\(throughLook)")
    let recipe = String(decoding: try #require(program.folder.bytes(of: "found.tint")), as: UTF8.self)
    #expect(recipe.contains("// Fitted to dim.cube: dE2000") && recipe.contains("extends \"dim.tint\""), "\(recipe)")
  }

  /// A table of a film becomes a film, that of another look does not.
  @Test(.slow) func theNearerOneIsWritten() throws {
    let program = try Program()
    let still = ["grain=0", "halation=0", "sharpness=0"].flatMap { ["--set", $0] }
    let export = ["export", "cool-negative", "--to", "cube", "--size", "17", "-o", "cool.cube"]
    #expect(try program.run(export + still).status == 0)
    let fit = try program("fit", "--table", "cool.cube", "-o", "film.tint")
    #expect(fit.status == 0 && fit.output.contains("it is a film"), "\(fit)")
    let recipe = String(decoding: try #require(program.folder.bytes(of: "film.tint")), as: UTF8.self)
    #expect(recipe.contains("// Fitted to cool.cube: dE2000 0.") && recipe.contains("param grain:    scalar = 1"))
    #expect(try program("check", "film.tint").output == "film.tint: ok\n")
    #expect(try program("export", "sepia", "--to", "cube", "--size", "17", "-o", "sepia.cube").status == 0)
    let other = try program("fit", "--table", "sepia.cube", "-o", "sepia.tint")
    #expect(other.status == 0 && !other.output.contains("it is a film"), "\(other)")
  }

  @Test func whatCannotBeFittedIsNamed() throws {
    let program = try prepared()
    let out = ["-o", "x.tint"]
    func usage(_ arguments: String...) throws {
      let result = try program.run(["fit"] + arguments + out)
      #expect(result.status == 64 && result.output == "" && !result.errors.isEmpty, "\(arguments)")
    }
    try usage()
    try usage("dim.tint")
    try usage("--before", "before/a.png", "before/b.png", "--after", "after/a.png")
    try usage("--pairs", "before")
    try usage("dim.tint", "--table", "x.cube", "--pairs", "before", "after")
    try usage("--pairs", "before", "after", "--set", "light=1")
    try usage("=source", "--pairs", "before", "after")
    try usage("dim.tint", "--pairs", "before", "after", "--set", "none=1")
    try usage("dim.tint", "--pairs", "before", "after", "--if-exists", "rename")
    try usage("dim.tint", "--pairs", "before", "after", "--plot", "-")
    func fails(_ status: Int32, _ start: String, _ arguments: String...) throws {
      expectFailure(try program.run(["fit"] + arguments + out), status, start)
    }
    try fails(66, "none.cube: ", "--table", "none.cube")
    try fails(65, "before/a.png: a picture of 48 x 32 pixels is not a HaldCLUT", "--table", "before/a.png")
    try fails(66, "none: is no folder", "--pairs", "before", "none")
    try fails(66, "none.png: ", "dim.tint", "--before", "before/a.png", "--after", "none.png")
    try fails(65, "dim.tint: this is not a picture", "dim.tint", "--before", "before/a.png", "--after", "dim.tint")
    try program.folder.write("x", to: "a.txt")
    #expect(try program("export", "dim.tint", "--to", "cube", "-o", "d.cube").status == 0)
    try program.folder.write(
      "tintype 1\nlook \"glow\" { working display }\noutput blur(source, radius: 1%)\n", to: "glow.tint")
    try fails(65, "glow.tint: a table has colors and no places", "glow.tint", "--table", "d.cube")
    try fails(64, "a.txt: the name has to end in one of .cube", "--table", "a.txt")
    try TestPicture(32, 48).write(program.folder, "upright.png")
    try fails(
      65, "upright.png: is 0.66 times as wide", "dim.tint", "--before", "before/a.png", "--after", "upright.png")
    expectFailure(
      try program("fit", "dim.tint", "--pairs", "before", "after", "-o", "elsewhere/x.tint"), 64, "dim.tint: the fitted"
    )
    #expect(program.folder.bytes(of: "x.tint") == nil)
  }
}
