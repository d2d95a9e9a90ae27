import Testing
import TintypeDiagnostics
import TintypeTestSupport

@testable import TintypeSyntax

/// Properties of every text: formatting is idempotent and loses no token and no comment.
@Suite struct FormatterLawTests {
  @Test(arguments: FormatterCorpus.wellFormed)
  func asWritten(_ sample: RecipeSample) {
    #expect(check(sample.source))
    let tree = parse(sample.source).tree
    #expect(formatted(tree) == prettyPrinted(TokenStream(tree)))
  }

  @Test(.slow) func mangled() {
    let manglings = FormatterCorpus.wellFormed.map(Mangling.init)
    var random = SplitMix64(seed: 11)
    var checked = 0
    for round in 0..<1_200 {
      if check(manglings[round % manglings.count].anything(using: &random)) { checked += 1 }
    }
    // Some line breaks make a token look like the start of another declaration, which is an error.
    #expect(checked >= 1_000)
  }

  @Test(.slow) func insignificantTriviaChangesNothing() {
    var random = SplitMix64(seed: 12)
    var checked = 0
    for sample in FormatterCorpus.wellFormed {
      let mangling = Mangling(sample)
      // Whether a comment continues the one above depends on its column.
      if mangling.stream.trivia.contains(where: { $0.comments.contains { $0.place == .continuing } }) { continue }
      let expected = text(formatted(parse(sample.source).tree)).replacing("\r\n", with: "\n")
      for _ in 0..<16 {
        let source = mangling.withInsignificantChanges(using: &random)
        let (tree, diagnostics) = parse(source)
        guard diagnostics.isEmpty else { continue }
        checked += 1
        let result = text(prettyPrinted(TokenStream(tree))).replacing("\r\n", with: "\n")
        #expect(result == expected, "from\n\(text(source.text))")
        if result != expected { return }
      }
    }
    #expect(checked >= 1_000)
  }

  /// Checks the properties for a text. Returns false if the text has errors.
  private func check(_ source: SourceFile) -> Bool {
    let (tree, diagnostics) = parse(source)
    guard diagnostics.isEmpty else { return false }
    let before = TokenStream(tree)
    let once = prettyPrinted(before)
    let (again, remarks) = parse(SourceFile(name: source.name, text: once))
    let after = TokenStream(again)
    #expect(remarks.map(\.message) == [], "from\n\(text(source.text))")
    #expect(after.tokens.map(\.text) == before.tokens.map(\.text), "from\n\(text(source.text))")
    #expect(comments(of: after) == comments(of: before), "from\n\(text(source.text))")
    #expect(text(prettyPrinted(after)) == text(once), "from\n\(text(source.text))")
    #expect(documentation(of: again) == documentation(of: tree), "from\n\(text(source.text))")
    #expect(isTidy(once), "\(text(once))")
    return true
  }

  private func comments(of stream: TokenStream) -> [String] {
    stream.trivia.flatMap { $0.comments.map { text($0.text) } }
  }

  /// The documentation of each declaration without trailing spaces; nil for `set`, which has none.
  private func documentation(of tree: SyntaxTree) -> [String?] {
    tree.recipe.declarations.map { declaration in
      declaration.syntax.kind == .setting
        ? nil
        : declaration.documentation?.split(separator: "\n", omittingEmptySubsequences: false)
          .map { $0.replacing(/[ \t]+$/, with: "") }.joined(separator: "\n")
    }
  }

  /// No trailing spaces, no two consecutive blank lines, none at the top or bottom, and a final line terminator.
  private func isTidy(_ bytes: [UInt8]) -> Bool {
    let lines = text(bytes).replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, lines[lines.count - 1].isEmpty else { return bytes.isEmpty }
    let inner = lines.dropLast()
    let hasPair = zip(inner, inner.dropFirst()).contains { $0.isEmpty && $1.isEmpty }
    return inner.first != "" && inner.last != "" && !hasPair && !inner.contains { $0.last == " " || $0.last == "\t" }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
