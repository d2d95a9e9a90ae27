import Foundation
import Testing
import Tintype
import TintypeIntrinsics
import TintypeTables
import TintypeTestSupport

/// The manual: its snippets compile, and its table of functions is the table of intrinsics.
@Suite struct LanguagePageTests {
  private static let path = TestFiles.packageRoot + "/Documentation/Language.md"
  private static let page = TestFiles.bytes(of: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  private static let opening = "<!-- functions: made from the table of intrinsics -->\n"
  private static let closing = "<!-- end of functions -->"

  /// Fenced blocks of the page: what stands behind the fence, and the text.
  private static let snippets: [(kind: String, text: String)] = page.components(separatedBy: "\n```tint").dropFirst()
    .compactMap { part in
      guard let line = part.firstIndex(of: "\n"), let end = part.range(of: "\n```") else { return nil }
      return (part[..<line].trimmingCharacters(in: .whitespaces), String(part[line..<end.lowerBound]))
    }

  /// The tables that snippets name: both change nothing.
  private static let loader = MemoryLoader(
    for: "Language.md",
    files: [
      "tables/film.cube": Array(
        ("LUT_3D_SIZE 2\n" + (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined()).utf8)
    ],
    pictures: [
      "tables/paper.png": HaldPicture(
        width: 8, height: 8, largestCode: 255,
        codes: (0..<64).flatMap { [$0 & 3, $0 >> 2 & 3, $0 >> 4].map { UInt16($0 * 85) } })
    ])

  @Test func hasSnippets() { #expect(Self.snippets.count >= 2) }

  @Test(arguments: snippets.indices)
  func snippetsCompile(_ index: Int) {
    let (kind, text) = Self.snippets[index]
    let recipe =
      switch kind {
      case "kernel": "tintype 1\n\(text)"
      default: text
      }
    let (look, diagnostics) = compile(
      SourceFile(name: "Language.md", text: recipe), loader: Self.loader, withAdvice: true)
    #expect(diagnostics.map(\.rendered) == [])
    #expect((look != nil) == (kind != "kernel"))
  }

  @Test func functionsAreThoseOfTheTable() throws {
    let rows = Intrinsic.allCases.map { intrinsic in
      let definition = intrinsic.definition
      let call =
        definition.symbol.map { symbol in
          definition.operands.count == 1 ? "\(symbol)a" : "a \(symbol) b"
        } ?? "\(intrinsic.rawValue)(\(definition.operands.joined(separator: ", ")))"
      let spelled = call.replacing("|", with: "\\|")
      return "| `\(spelled)` | \(definition.documentation) | \(definition.edgeCases) |"
    }
    let table =
      (["| | what it gives | at NaN, infinity and other edges |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
      + "\n"
    let start = try #require(Self.page.range(of: Self.opening))
    let end = try #require(Self.page.range(of: Self.closing))
    if ProcessInfo.processInfo.environment["TINTYPE_UPDATE_GOLDENS"] == "1" {
      let updated = Self.page[..<start.upperBound] + table + Self.page[end.lowerBound...]
      try TestFiles.write(Array(updated.utf8), to: Self.path)
    } else {
      #expect(String(Self.page[start.upperBound..<end.lowerBound]) == table)
    }
  }
}
