import Testing
import TintypeTestSupport

@Suite struct FormatTests {
  @Test(
    .slow, .enabled(if: programOnSearchPath("swift") != nil, "there is no 'swift' on the search path to format with"))
  func everythingIsFormatted() throws {
    let swift = try #require(programOnSearchPath("swift"))
    let result = try runProgram(
      swift,
      ["format", "lint", "--strict", "--recursive", "--parallel", "Sources", "Tests", "Recipes", "Package.swift"],
      in: TestFiles.packageRoot)
    #expect(result.status == 0, "run: swift format -i -r -p Sources Tests Recipes Package.swift\n\(result.errors)")
  }

  /// The formatter breaks neither comments nor literals.
  @Test func noLineIsWide() {
    let files =
      ProjectFile.all(
        in: ["Sources", "Tests", "Benchmarks", "Hosts"], endingIn: [".swift", ".c", ".h", ".js", ".css", ".html"])
      + ProjectFile.scripts
      + [ProjectFile(path: "Package.swift")]
    for file in files {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      let wide = lines.indices.filter { lines[$0].utf8.count > 120 && lines[$0].count > 120 }.map { $0 + 1 }
      #expect(wide.isEmpty, "\(file.path) is wider than 120 columns")
    }
  }

  /// The limit on the length of a file; a longer one probably has several responsibilities.
  @Test func noFileIsLong() {
    let files = ProjectFile.all(
      in: ["Sources", "Tests", "Recipes", "Grammar", "Scripts"], endingIn: [".swift", ".c", ".h", ".tint", ".ebnf"])
    #expect(files.count > 100)
    for file in files {
      #expect(file.code.count <= 600, "\(file.path) is long: split it where it has a second concern")
    }
  }
}
