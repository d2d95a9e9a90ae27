import Foundation
import Testing
import Tintype
import TintypeDiagnostics
import TintypeExport
import TintypeImage
import TintypeTestSupport

@Suite struct ShaderTests {
  @Test func mostLooksOfOnePassAreThere() throws {
    let count = try shippedLooks.count { recipe in
      let look = try configured(recipe)
      return (try? ExportedShader(look)) != nil
    }
    #expect(count > 18)
  }

  /// A look of one pass, one with a parameter that is no number, and one of several passes, in every language.
  @Test func goldens() throws {
    let look = try configured("tumble-down")
    expectGolden(try ExportedShader(look).text, "tumble-down.glsl")
    for language in PassLanguage.allCases {
      expectGolden(try ExportedPasses(look, in: language).json, "tumble-down.\(language.rawValue).json")
    }
    let filter = try ExportedFilter(look)
    expectGolden(filter.kernels, "tumble-down.metal")
    expectGolden(filter.filter, "tumble-down.swift.golden")
    let second = try configured("minimal-life")
    expectGolden(try ExportedShader(second, freezing: ["contrast"]).text, "minimal-life.glsl")
    expectGolden(try ExportedFilter(second, freezing: ["contrast"]).kernels, "minimal-life.metal")
  }

  /// A coefficient of a steep curve has an exponent, whose sign is no operator.
  @Test func exponentsKeepTheirSign() throws {
    let recipe = SourceFile(
      name: "steep.tint",
      text: "tintype 1\nlook \"steep\" { working display }\nlet c = curve [(0, 0), (0.5, 0.1), (0.501, 0.9), (1, 1)]\n"
        + "output c(source)\n")
    let steep = try configured(recipe)
    for language in PassLanguage.allCases {
      let text = try ExportedPasses(steep, in: language).json
      #expect(text.contains("e+09") && !text.contains("e + 09"), "\(language)")
    }
  }

  private static let tools = ["glslangValidator", "spirv-val"].compactMap(programOnSearchPath)

  @Test(.slow, .enabled(if: tools.count == 2, "there is no glslangValidator or no spirv-val: Scripts/setup --tests"))
  func validatorsAcceptTheText() throws {
    let folder = try ScratchFolder()
    var files: [String: [String]] = [:]
    var seen: Set<[String]> = []
    func add(_ lines: [String], _ language: String) throws {
      // Filters are the same in all looks.
      guard seen.insert(lines).inserted else { return }
      let name = "\(files[language, default: []].count).\(language)"
      files[language, default: []].append(name)
      try folder.write(lines.joined(separator: "\n") + "\n", to: name)
    }
    for one in PassCase.all where one.settings.isEmpty {
      if let shader = try? ExportedShader(one.look) { try add([shader.text], "frag") }
      let json = try JSONSerialization.jsonObject(with: Data(ExportedPasses(one.look, in: .hlsl).json.utf8))
      let description = try #require(json as? [String: Any])
      let passes = description["passes"] as? [[String: Any]] ?? []
      let filters = (description["filters"] as? [String: [String: Any]] ?? [:]).sorted { $0.key < $1.key }
      for text in (passes + filters.map(\.value)).compactMap({ $0["shader"] as? [String] }) { try add(text, "hlsl") }
    }
    let glsl = try runProgram(Self.tools[0], files["frag"] ?? [], in: folder.path)
    #expect(glsl.status == 0, "\(glsl.output)")
    // One call for all: the compiler writes one module for each file of a stage.
    let script = """
      for file in *.hlsl; do
        "$0" -D -V -e draw -S frag -o module.spv "$file" >log && "$1" module.spv 2>>log || { cat "$file" log; exit 1; }
      done
      """
    let hlsl = try runProgram("/bin/sh", ["-c", script] + Self.tools, in: folder.path)
    #expect(hlsl.status == 0, "\(hlsl.output)")
  }

  @Test func whatIsNotOnePassIsNamed() throws {
    let refusal = #expect(throws: ExportRefusal.self) {
      try ExportedShader(configured("warm-negative"))
    }
    #expect(
      refusal?.lines == [
        "a shader of one pass cannot hold 'haloed' at warm-negative:104:13: it depends on other pixels",
        "a shader of one pass cannot hold 'resolved' at warm-negative:107:6: it depends on other pixels",
        "a shader of one pass cannot hold 'grainy' at warm-negative:108:6: it depends on other pixels and the "
          + "photo's metadata",
        "--without haloed,resolved,grainy leaves that out",
      ])
    #expect(throws: Never.self) {
      try ExportedShader(configured("warm-negative"), without: ["haloed", "resolved", "grainy"])
    }
    let unknown = #expect(throws: ExportRefusal.self) {
      try ExportedShader(configured("tumble-down"), freezing: ["gama"])
    }
    #expect(unknown?.lines == ["--freeze 'gama': the look has no parameter of this name; did you mean 'gamma'?"])
  }

  /// Who takes a look into a page reads its runtime first.
  @Test(arguments: [webRuntime, pythonRuntime]) func runtimesAreShort(_ text: String) {
    let code = text.replacing(/\/\*\*(?:.|\n)*?\*\/|"""(?:.|\n)*?"""/, with: "").split(separator: "\n").filter { line in
      let word = line.drop { $0 == " " }
      return !word.isEmpty && !word.hasPrefix("//") && !word.hasPrefix("#")
    }
    #expect(code.count <= 300)
  }
}
