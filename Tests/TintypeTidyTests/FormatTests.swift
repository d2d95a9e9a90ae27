import Testing
import TintypeTestSupport

@Suite struct FormatTests {
  @Test(.enabled(if: programOnSearchPath("swift") != nil, "there is no 'swift' on the search path to format with"))
  func everythingIsFormatted() throws {
    let swift = try #require(programOnSearchPath("swift"))
    let result = try runProgram(
      swift,
      ["format", "lint", "--strict", "--recursive", "--parallel", "Sources", "Tests", "Recipes", "Package.swift"],
      in: TestFiles.packageRoot)
    #expect(result.status == 0, "run: swift format -i -r -p Sources Tests Recipes Package.swift\n\(result.errors)")
  }

  /// Beyond this a file holds more than one thing.
  @Test func noFileIsLong() {
    let files = ProjectFile.all(
      in: ["Sources", "Tests", "Recipes", "Grammar", "Scripts"], endingIn: [".swift", ".c", ".h", ".tint", ".ebnf"])
    #expect(files.count > 100)
    for file in files {
      #expect(file.code.count <= 600, "\(file.path) is long: split it where it has a second concern")
    }
  }
}
