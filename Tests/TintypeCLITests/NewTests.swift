import Testing
import TintypeTestSupport

/// `tintype new`
@Suite struct NewTests {
  private static let templates = ["blank", "negative", "slide", "black-and-white", "cine", "instant", "stock", "lut"]

  @Test func listsTheTemplates() throws {
    let program = try Program()
    for arguments in [["new"], ["new", "--list"]] {
      let result = try program.run(arguments)
      #expect(result.status == 0)
      #expect(
        result.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
          == Self.templates)
    }
  }

  /// A new recipe has no warnings, is formatted as by `fmt`, has comments, and changes the photo.
  @Test(.slow, arguments: templates) func writesARecipe(_ template: String) throws {
    let program = try Program()
    let made = try program("new", "mine", "--template", template)
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    #expect(program.folder.names == (template == "lut" ? ["mine.cube", "mine.tint"] : ["mine.tint"]))
    let check = try program("check", "--strict", "mine.tint")
    #expect(check.output + check.errors == "mine.tint: ok\n")
    #expect(try program("fmt", "--check", "mine.tint").status == 0)
    let text = String(decoding: try #require(program.folder.bytes(of: "mine.tint")), as: UTF8.self)
    #expect(text.contains("look \"mine\"") && !text.contains("NAME"))
    #expect(text.split(separator: "\n").count { $0.contains("//") } >= 4)
    #expect(try program("scene", "-o", "scene.png", "--width", "96", "--height", "64").status == 0)
    for (look, output) in [("./mine.tint", "new.png"), ("original", "old.png")] {
      let result = try program("render", look, "scene.png", "-o", output, "--metadata", "none")
      #expect(result.status == 0, "\(result.errors)")
    }
    let isAsBefore = program.folder.bytes(of: "new.png") == program.folder.bytes(of: "old.png")
    #expect(isAsBefore == (template == "blank"))
  }

  /// A new stock is a data sheet's curves and less than forty lines, and looks as film should.
  @Test(.slow, arguments: ["negative", "slide"]) func filmInFortyLines(_ template: String) throws {
    let program = try Program()
    #expect(try program("new", "mine", "--template", template).status == 0)
    let text = String(decoding: try #require(program.folder.bytes(of: "mine.tint")), as: UTF8.self)
    #expect(text.split(separator: "\n").count < 40)
    let character = """

      expect lightness of #767676 in 44...56
      expect chroma of #767676 in 0...4
      expect hue of darkSkin in 40...56
      expect density of #ffffff in 0...0.06
      expect density of #000000 in 1.8...3
      expect distance from "original" in 3...12
      """
    try program.folder.write(text + character, to: "mine.tint")
    let result = try program("test", "mine.tint")
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func overwritesNothing() throws {
    let program = try Program()
    try program.folder.write("mine", to: "mine.cube")
    let result = try program("new", "mine", "--template", "lut")
    #expect(result.status == 73)
    #expect(result.errors.contains("mine.cube") && result.errors.contains("exists already"))
    #expect(program.folder.names == ["mine.cube"])
    #expect(try program("new", "missing/mine").status == 73)
  }

  @Test func misspelledTemplates() throws {
    let program = try Program()
    let result = try program("new", "mine", "--template", "slyde")
    #expect(result.status == 64)
    #expect(result.errors.contains("did you mean 'slide'?"))
    #expect(program.folder.names == [])
  }

  @Test func namesWithQuotes() throws {
    let program = try Program()
    #expect(try program("new", "a \"b\" c.tint").status == 0)
    #expect(try program("check", "a \"b\" c.tint").status == 0)
  }
}
