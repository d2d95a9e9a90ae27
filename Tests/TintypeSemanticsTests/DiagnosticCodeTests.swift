import Testing
import Tintype
import TintypeDiagnostics
import TintypeTestSupport

/// Every code that Sources can report is in a golden, so that its message has been reviewed.
@Suite struct DiagnosticCodeTests {
  /// Codes without a small recipe: limits are tested with generated recipes, and the text form of programs has its own
  /// tests.
  private static let elsewhere: Set = [
    "file-too-large", "too-deep", "expression-too-long", "too-many-errors", "malformed-program", "malformed-setting",
    "too-many-recipes", "no-folder", "too-many-tables", "table-in-setting",
  ]

  @Test(arguments: ["TintypeSemantics", "TintypeSyntax", "TintypeTables"])
  func everyCodeIsInTheCorpus(_ target: String) throws {
    let folder = TestFiles.packageRoot + "/Sources/\(target)/Diagnostics"
    let names = TestFiles.names(in: folder, endingIn: ".swift")
    #expect(!names.isEmpty)
    let goldens = ["TintypeSemantics", "TintypeSyntax"].map { corpus(of: $0) }.joined()
    var missing: Set<String> = []
    for name in names {
      let text = String(decoding: try #require(TestFiles.bytes(of: folder + "/" + name)), as: UTF8.self)
      missing.formUnion(codes(in: text).subtracting(Self.elsewhere).filter { !goldens.contains("[\($0)]") })
    }
    #expect(missing.sorted() == [])
  }

  @Test(arguments: Warning.allCases) func everyWarningIsInTheCorpus(_ warning: Warning) {
    #expect(corpus(of: "TintypeSemantics").contains("[\(warning.rawValue)]"))
  }

  /// The words behind `code: "`.
  private func codes(in text: String) -> Set<String> {
    var codes: Set<String> = []
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "code: \"", omittingEmptySubsequences: false)
      for part in parts.dropFirst() { codes.insert(String(part.prefix { $0 != "\"" })) }
    }
    return codes
  }

  private func corpus(of target: String) -> String {
    let folder = TestFiles.packageRoot + "/Tests/\(target)Tests/Goldens"
    let topics = TestFiles.names(in: folder, endingIn: "").filter { !$0.contains(".") }.map { folder + "/" + $0 }
    return ([folder] + topics).flatMap { place in
      TestFiles.names(in: place, endingIn: ".txt").compactMap { TestFiles.bytes(of: place + "/" + $0) }
    }.map { String(decoding: $0, as: UTF8.self) }.joined()
  }
}
