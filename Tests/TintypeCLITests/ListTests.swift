import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// `tintype list`, `tintype help`, and the smaller commands.
@Suite struct ListTests {
  @Test func looksAsText() throws {
    let result = try Program()("list")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    expectGolden(result.output, "list.txt")
  }

  @Test func looksAsJSON() throws {
    let result = try Program()("list", "--json")
    #expect(result.status == 0)
    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: [[String: Any]]]
    let looks = try #require(document?["looks"])
    let names = try Program()("list", "--names").output.split(separator: "\n").map(String.init)
    #expect(looks.map { $0["name"] as? String } == names)
    expectGolden(result.output, "list.json")
  }

  @Test func everyShippedRecipeIsListed() throws {
    let files = ["", "/Cabinet", "/Editor"].flatMap {
      TestFiles.names(in: TestFiles.packageRoot + "/Recipes" + $0, endingIn: ".tint").map { $0.dropLast(5) }
    }
    let names = try Program()("list", "--names").output.split(separator: "\n")
    #expect(Set(names) == Set(files))
  }

  @Test func aRecipeOfOnesOwn() throws {
    let program = try Program()
    try program.folder.write(
      "tintype 1\nlook \"mine\" {\n  about \"All \\\"mine\\\".\"\n  working display\n}\noutput source\n",
      to: "mine.tint")
    let result = try program("list", "./mine.tint", "--json")
    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: [[String: Any]]]
    #expect(document?["looks"]?.first?["title"] as? String == "mine")
    expectFailure(
      try program("list", "orginal"), 66, "orginal: there is no look of this name; did you mean 'original'?")
  }

  @Test(arguments: [[], ["--help"], ["help", "render"], ["render", "--help"], ["check", "-h"]] as [[String]])
  func help(_ arguments: [String]) throws {
    let result = try Program().run(arguments)
    #expect(result.status == 0)
    #expect(result.output.contains("USAGE: tintype"))
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [
    ("hueMask", ["hueMask: a kernel of the library", "hue: angle = 25deg", "See also: chromaMask"]),
    ("blur", ["blur: a step", "blur(image: image, radius: length", "In `"]),
    (
      "sepia",
      ["sepia: a kernel of the library", "middle gray (`#808080`) becomes `#", "sepia: a look that comes with"]
    ),
    ("pow", ["pow: a function", "0 wherever x is below 2^-126"]), ("um", ["um: a unit", "micrometers on the film"]),
    ("ev", ["ev: a unit", "ev: a type"]), ("kernel", ["kernel: a keyword"]), ("expect", ["expect: a declaration"]),
    ("slider", ["slider: a clause of a parameter"]), ("working", ["working: an entry of a look's header"]),
    ("unknown-name", ["unknown-name: the code of an error", "wrong:", "right:"]),
    ("|>", ["|>: an operator", "the first argument of the step on the right"]), ("??", ["??: an operator"]),
    ("position", ["position: a type of inputs", "at.relative"]), ("mask", ["mask: a type of inputs"]),
    ("neutral", ["neutral: a promise of a look", "expect neutral"]), ("hue", ["hue: a promise of a look"]),
    ("lookup", ["lookup: a function", "The color that a table holds"]),
    ("lightSkin", ["lightSkin: a color of the chart", "#c29682"]),
    ("max-edge", ["--max-edge: an option of render"]), ("--max-edge", ["--max-edge: an option of render"]),
    ("sheet", ["USAGE: tintype sheet"]),
  ])
  func helpOfAName(_ name: String, _ parts: [String]) throws {
    let result = try Program()("help", name)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    for part in parts { #expect(result.output.contains(part), "\(result.output)") }
  }

  @Test func helpOfAMisspelledName() throws {
    let result = try Program()("help", "huemask")
    #expect(result.status == 64)
    #expect(result.errors.contains("Did you mean 'tintype help hueMask'?"))
  }

  @Test(arguments: [["rander"], ["--frobnicate"], ["check"], ["sheet", "original", "-o", "a.png"]] as [[String]])
  func misuse(_ arguments: [String]) throws {
    let result = try Program().run(arguments)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("Error: "))
    #expect(result.output.isEmpty)
  }

  /// Words that resemble a command, and that are one elsewhere.
  @Test(arguments: [("chekc", "check"), ("format", "fmt"), ("init", "new")])
  func wrongCommands(_ word: String, _ command: String) throws {
    let result = try Program()(word, "x.tint")
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("Error: There is no command '\(word)'; did you mean 'tintype \(command)'?\n"))
    #expect(result.output.isEmpty)
  }

  @Test func explainsCodes() throws {
    let program = try Program()
    let page = try program("explain-error", "missing-else")
    #expect(page.status == 0)
    expectGolden(page.output, "explain-error.txt")
    let list = try program("explain-error")
    #expect(list.status == 0)
    #expect(list.output.split(separator: "\n").count > 150)
    #expect(list.output.contains("\npow-of-negative "))
    let unknown = try program("explain-error", "mising-else")
    #expect(unknown.status == 64)
    #expect(
      unknown.errors.hasPrefix("Error: There is no error or warning 'mising-else'. Did you mean 'missing-else'?\n"))
  }

  @Test(.slow) func sceneAndSheet() throws {
    let program = try Program()
    expectQuiet(try program("scene", "-o", "scene.png", "--width", "96", "--height", "64"))
    #expect(try TestPicture(program.folder, "scene.png").format.width == 96)
    expectFailure(try program("scene", "-o", "scene.png"), 73, "scene.png: exists already; choose another name")
    expectQuiet(try program("sheet", "scene.png", "-o", "sheet.jpg", "--size", "96"))
    expectFailure(
      try program("sheet", "minimal-lief", "scene.png", "-o", "other.jpg"), 66,
      "minimal-lief: there is no look of this name; did you mean 'minimal-life'?")
    expectFailure(try program("sheet", "none.png", "-o", "other.jpg"), 66, "none.png: cannot be opened")
    expectFailure(try program("sheet", "scene.png", "-o", "sheet.jpg"), 73, "sheet.jpg: exists already")
    #expect(program.folder.names == ["scene.png", "sheet.jpg"])
  }
}
