import Testing
import TintypeIntrinsics
import TintypeTestSupport

@testable import TintypeSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct TextMateGrammarTests {
  private let path = TestFiles.packageRoot + "/Grammar/tintype.tmLanguage.json"
  private let text = TextMateGrammar.text(types: (ValueType.allCases.map(\.rawValue) + ["mask", "position"]).sorted())

  /// `TINTYPE_UPDATE_GOLDENS=1 swift test` writes it anew.
  @Test func isFresh() throws {
    if ProcessInfo.processInfo.environment["TINTYPE_UPDATE_GOLDENS"] == "1" {
      try TestFiles.write(Array(text.utf8), to: path)
    }
    #expect(TestFiles.bytes(of: path).map { String(decoding: $0, as: UTF8.self) } == text, "the file is stale")
  }

  @Test func isJSON() throws {
    struct Grammar: Decodable {
      struct Rule: Decodable {
        let name: String?
        let match: String?
      }
      let scopeName: String
      let patterns: [[String: String]]
      let repository: [String: Rule]
    }
    let grammar = try JSONDecoder().decode(Grammar.self, from: Data(text.utf8))
    #expect(grammar.scopeName == "source.tintype")
    #expect(
      grammar.patterns.compactMap { $0["include"]?.dropFirst() }.map(String.init).sorted()
        == grammar.repository.keys.sorted())
    // Looking behind is known to Oniguruma, which editors use, but not to Swift.
    for match in grammar.repository.values.compactMap(\.match) where !match.contains("(?<!") {
      #expect(throws: Never.self) { try Regex(match) }
    }
  }

  @Test func operatorsAreTriedLongestFirst() throws {
    for spelling in ["+=", "->", "|>", "...", "<=", "!=", "&&"] {
      #expect(text.contains(pattern(spelling)), "\(spelling)")
    }
  }

  private func pattern(_ spelling: String) -> String {
    spelling.map { "|*+?.".contains($0) ? "\\\\\($0)" : String($0) }.joined()
  }
}
