import Foundation
import Testing
import Tintype
import TintypeIntrinsics
import TintypeRecipes
import TintypeSemantics
import TintypeSyntax
import TintypeTables
import TintypeTestSupport

/// The manual: its snippets compile, and its tables are those of intrinsics and of the library.
@Suite(.serialized) struct LanguagePageTests {
  private static let path = TestFiles.packageRoot + "/Documentation/Language.md"
  private static let snippets = RecipeSample.all(inPage: "Language.md")

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

  @Test(arguments: snippets)
  func snippetsCompile(_ snippet: RecipeSample) {
    let (look, diagnostics) = compile(snippet.source, loader: Self.loader, withLints: true)
    #expect(diagnostics.map(\.rendered) == [])
    let hasHeader = parse(snippet.source).tree.recipe.declarations.contains { $0.syntax.kind == .look }
    #expect((look != nil) == hasHeader)
  }

  @Test func functionsAreThoseOfTheTable() throws {
    let rows = Intrinsic.allCases.map { intrinsic in
      let definition = intrinsic.definition
      let call =
        definition.symbol.map { symbol in
          definition.operands.count == 1 ? "\(symbol)a" : "a \(symbol) b"
        }
        ?? (intrinsic.isConstant
          ? intrinsic.rawValue : "\(intrinsic.rawValue)(\(definition.operands.joined(separator: ", ")))")
      let spelled = call.replacing("|", with: "\\|")
      let meaning = [definition.documentation, definition.examples(as: intrinsic.rawValue)].compactMap(\.self)
      return "| `\(spelled)` | \(meaning.joined(separator: " ")) | \(definition.edgeCases) |"
    }
    try Self.expect(
      ["| | what it gives | at NaN, infinity and other edges |", "| --- | --- | --- |"] + rows,
      between: "<!-- functions: made from the table of intrinsics -->", and: "<!-- end of functions -->")
  }

  @Test func typesAreThoseThatAreDeclared() throws {
    let rows = ValueType.allCases.filter { $0 != .rect }.map { type in
      "| `\(type.rawValue)` | \(type.declaration.documentation) | \(type.declaration.forms) |"
    }
    try Self.expect(
      ["| type | what it is | written |", "| --- | --- | --- |"] + rows,
      between: "<!-- types: made from the declarations of value types -->", and: "<!-- end of types -->")
  }

  @Test func usesOfTypesAreThoseThatAreDeclared() throws {
    let columns: [ValueType.Uses] = [.chosen, .compared, .computed, .set, .stated]
    let rows = ValueType.allCases.filter { $0 != .rect }.map { type in
      "| `\(type.rawValue)` | " + columns.map { type.allows($0) ? "yes" : "" }.joined(separator: " | ") + " |"
    }
    try Self.expect(
      [
        "| type | chosen by `if` | compared whole | in kernels | `param` | `let name: type` |",
        "| --- | --- | --- | --- | --- | --- |",
      ]
        + rows, between: "<!-- uses: made from the declarations of value types -->", and: "<!-- end of uses -->")
  }

  @Test func wordsAreThoseOfTheLanguage() throws {
    func table(_ name: String, _ title: String, _ source: String, _ words: [WordDocumentation]) throws {
      try Self.expect(
        ["| \(title) | what it says |", "| --- | --- |"]
          + words.map { "| `\($0.form.replacing("|", with: "\\|"))` | \($0.meaning) |" },
        between: "<!-- \(name): made from \(source) -->", and: "<!-- end of \(name) -->")
    }
    try table("keywords", "keyword", "the kinds of tokens", TokenKind.allCases.compactMap(\.documentation))
    #expect(TokenKind.allCases.allSatisfy { $0.isKeyword == ($0.documentation != nil) })
    try table(
      "words", "word", "the contextual words",
      DeclarationWord.allCases.map(\.documentation) + ConnectingWord.allCases.dropFirst().map(\.documentation))
    try table("clauses", "clause", "the clauses of a parameter", ClauseWord.allCases.map(\.documentation))
    try table("units", "unit", "the words for units", UnitWord.allCases.map(\.documentation))
    try Self.expect(
      ["| word | what it says |", "| --- | --- |"]
        + LookHeader.Key.allCases.map { "| `\($0.rawValue)` | \($0.documentation) |" },
      between: "<!-- header: made from the keys of a header -->", and: "<!-- end of header -->")
  }

  @Test func libraryIsThatOfTheRecipes() throws {
    let rows = ShippedRecipes.library.flatMap { recipe in
      parse(SourceFile(name: recipe.name, text: recipe.text)).tree.recipe.declarations.compactMap { declaration in
        // What has no comment serves the others.
        declaration.documentation.map { "| `\(declaration.heading)` | \($0.replacing("\n", with: " ")) |" }
      }
    }
    try Self.expect(
      ["| | |", "| --- | --- |"] + rows,
      between: "<!-- library: made from Recipes/Library -->", and: "<!-- end of library -->")
  }

  /// Checks, or makes anew, the lines between two comments of the page.
  private static func expect(_ lines: [String], between opening: String, and closing: String) throws {
    let table = "\n" + lines.joined(separator: "\n") + "\n"
    let page = TestFiles.bytes(of: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let start = try #require(page.range(of: opening))
    let end = try #require(page.range(of: closing))
    if ProcessInfo.processInfo.environment["TINTYPE_UPDATE_GOLDENS"] == "1" {
      try TestFiles.write(Array((page[..<start.upperBound] + table + page[end.lowerBound...]).utf8), to: path)
    } else {
      #expect(String(page[start.upperBound..<end.lowerBound]) == table)
    }
  }
}

extension DeclarationSyntax {
  /// The declaration without what it does.
  fileprivate var heading: String {
    let text =
      switch self {
      case .function(let function):
        function.location.file.text(in: Span(function.span.start, function.body.span.start))
      case .constant(let constant): "let \(constant.name?.text ?? "")"
      default: self.text
      }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("( ", with: "(")
      .replacing(" )", with: ")")
  }
}
