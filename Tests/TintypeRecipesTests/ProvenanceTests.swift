import Testing
import TintypeTestSupport

/// What shipped recipes say of themselves.
@Suite struct ProvenanceTests {
  private static func recipes(in folders: [String]) -> [String] {
    folders.flatMap { folder in
      TestFiles.names(in: TestFiles.packageRoot + "/Recipes/" + folder, endingIn: ".tint").map { folder + "/" + $0 }
    }
  }

  private func lines(_ recipe: String) throws -> [Substring] {
    let bytes = try #require(TestFiles.bytes(of: TestFiles.packageRoot + "/Recipes/" + recipe))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  @Test(arguments: recipes(in: ["Library", "Editor"])) func saysWhereItsNumbersComeFrom(_ recipe: String) throws {
    let line = try lines(recipe).filter { $0.hasPrefix("// Numbers: ") }
    #expect(line.count == 1)
    let sources = ["published", "measured", "by eye", "by calculation", "change nothing", "none"]
    #expect(sources.contains { line.first?.contains($0) == true }, "\(line)")
  }

  @Test(arguments: recipes(in: ["Cabinet", "Editor", "Templates"])) func promisesSomething(_ recipe: String) throws {
    #expect(try lines(recipe).contains { $0.hasPrefix("expect ") })
  }
}
