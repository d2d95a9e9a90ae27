import Testing
import Tintype
import TintypeImage
import TintypeManual
import TintypeTestSupport

/// Every code has a page, and every page is true.
@Suite struct ErrorPageTests {
  /// Codes that no short recipe gives.
  private static let withoutExamples: Set = [
    "expression-too-long", "file-too-large", "too-deep", "too-large", "too-many-errors", "too-many-recipes",
    "no-folder", "text-too-long",
    "unreadable-file", "not-a-hald", "too-many-tables",
  ]

  private static let codes = ErrorPage.all.map(\.code)

  @Test func everyCodeHasOnePageAndEveryPageACode() throws {
    let reported = try reportedCodes()
    #expect(reported.count > 150)
    #expect(reported.subtracting(Self.codes).sorted() == [], "these have no page in Sources/TintypeManual/Pages")
    #expect(Set(Self.codes).subtracting(reported).sorted() == [], "nothing reports these")
    #expect(Set(Self.codes).count == Self.codes.count)
  }

  /// The words behind `code: "` in what reads recipes, and the warnings.
  private func reportedCodes() throws -> Set<String> {
    var codes = Set(Warning.allCases.map(\.rawValue))
    for target in ["TintypeSyntax", "TintypeSemantics", "TintypeTables"] {
      let folder = TestFiles.packageRoot + "/Sources/\(target)/Diagnostics"
      for name in TestFiles.names(in: folder, endingIn: ".swift") {
        let text = String(decoding: try #require(TestFiles.bytes(of: folder + "/" + name)), as: UTF8.self)
        codes.formUnion(text.matches(of: /code: "([^"]*)"/).map { String($0.output.1) })
      }
    }
    return codes
  }

  @Test(arguments: codes) func isShortAndWhole(_ code: String) throws {
    let page = try #require(ErrorPage.page(of: code))
    #expect(!page.summary.isEmpty)
    #expect(page.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 48)
    #expect(page.text.split(separator: "\n").allSatisfy { $0.count <= 121 })
    let titles = page.examples.map(\.title).filter { !$0.hasPrefix("file ") }
    #expect(titles == (Self.withoutExamples.contains(code) ? [] : ["wrong", "right"]))
  }

  @Test(.slow, arguments: codes) func examplesAreWhatTheySay(_ code: String) throws {
    let page = try #require(ErrorPage.page(of: code))
    let folder = try ScratchFolder()
    for example in page.examples where example.title.hasPrefix("file ") {
      try folder.write(example.text + "\n", to: String(example.title.dropFirst(5)))
    }
    for example in page.examples where !example.title.hasPrefix("file ") {
      let found = diagnostics(of: example.text, in: folder)
      let wanted: Set<String> = example.title == "wrong" ? [code] : []
      #expect(
        Set(found.map(\.code)) == wanted, "\(example.title): \(found.map(\.rendered).joined(separator: "\n"))")
    }
  }

  /// All there is to say about an example, with its `--set` lines.
  private func diagnostics(of example: String, in folder: ScratchFolder) -> [Diagnostic] {
    let lines = example.split(separator: "\n", omittingEmptySubsequences: false)
    let settings = lines.filter { $0.hasPrefix("--set ") }.map {
      SourceFile(name: "--set", text: String($0.dropFirst(6)))
    }
    let path = folder.path + "/recipe.tint"
    let text = whole(lines.filter { !$0.hasPrefix("--set ") }.joined(separator: "\n"))
    let (look, found) = compile(
      SourceFile(name: path, text: text), loader: FolderLoader(for: FilePath(path)), withLints: true)
    guard let look, !settings.isEmpty else { return found }
    return found + parameterValues(of: look, settings: settings).diagnostics
  }

  /// A recipe of what stands below its header.
  private func whole(_ text: String) -> String {
    if text.hasPrefix("tintype ") || text.hasPrefix("look ") { return text + "\n" }
    let head = "tintype 1\nlook \"x\" {\n  working display\n}\n"
    return head + text + "\n"
  }
}
