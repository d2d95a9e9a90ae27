import Testing
import TintypeSemantics

@Suite struct RecipePathTests {
  private let root = RecipePath(fileName: "look.tint")

  @Test(arguments: [
    ("warm.cube", ["warm.cube"]), ("film/warm.cube", ["film", "warm.cube"]), ("./a.tint", ["a.tint"]),
    ("film/../warm.cube", ["warm.cube"]), ("über uns.tint", ["über uns.tint"]),
  ])
  func leadsBelowTheFolder(_ text: String, _ components: [String]) throws {
    #expect(try root.resolving(text).components == components)
  }

  @Test func startsAtTheFileThatNamesIt() throws {
    let inner = try root.resolving("film/base.tint")
    #expect(try inner.resolving("warm.cube").description == "film/warm.cube")
    #expect(try inner.resolving("../other.tint") == RecipePath(fileName: "other.tint"))
  }

  @Test(arguments: [
    ("", RecipePath.Problem.noFile), ("film/", .noFile), (".", .noFile), ("a//b", .noFile), ("film/..", .noFile),
    ("/etc/passwd", .absolute), ("C:/x.cube", .absolute), ("http://example.org/x.cube", .absolute),
    ("film\\x.cube", .backslash), ("../x.cube", .leavesFolder), ("film/../../x.cube", .leavesFolder),
    ("a\u{0}b", .controlCharacter), ("a\nb", .controlCharacter),
  ])
  func refuses(_ text: String, _ problem: RecipePath.Problem) {
    #expect(throws: problem) { try root.resolving(text) }
  }
}
