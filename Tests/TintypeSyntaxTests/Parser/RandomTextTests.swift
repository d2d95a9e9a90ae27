import Testing
import TintypeDiagnostics
import TintypeTestSupport

@testable import TintypeSyntax

/// Whatever the bytes are, parsing does not trap, prints them back and leaves views that can be looked at.
@Suite struct RandomTextTests {
  @Test func bytes() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<1_000 {
      check((0..<Int.random(in: 0...200, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }

  @Test func characters() {
    var random = SplitMix64(seed: 2)
    let alphabet = Array("ab01.{}()[],:=->|+*/%<!&;?#\"\\ \n\r\té\u{202E}\u{FEFF}".utf8)
    for _ in 0..<1_000 {
      check((0..<Int.random(in: 0...200, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 })
    }
  }

  @Test func tokens() {
    var random = SplitMix64(seed: 3)
    let words =
      TokenKind.allCases.map(\.rawValue) + ClauseWord.allCases.map(\.rawValue)
      + DeclarationWord.allCases.map(\.rawValue) + LiteralWord.allCases.map(\.rawValue)
      + UnitWord.allCases.map(\.rawValue)
      + ["a", "b", "1", "0.5", "#fff", "\"x\"", "and", "not", "as", "while", "kernal", "float", "// c\n", "\n", "§"]
    for _ in 0..<1_500 {
      let count = Int.random(in: 0...120, using: &random)
      let picked = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
      check(Array(picked.joined(separator: Bool.random(using: &random) ? " " : "").utf8))
    }
  }

  @Test(.slow, arguments: Corpus.recipes)
  func mutations(_ sample: RecipeSample) {
    var random = SplitMix64(seed: 4)
    let pieces = pieces(of: sample.source)
    for _ in 0..<200 {
      var mutated = pieces
      for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&mutated, using: &random) }
      check(Array(mutated.joined()))
    }
  }

  /// Deletes, repeats, swaps or moves a token.
  private func mutate(_ pieces: inout [ArraySlice<UInt8>], using random: inout SplitMix64) {
    let a = Int.random(in: pieces.indices, using: &random)
    let b = Int.random(in: pieces.indices, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where pieces.count > 1: pieces.remove(at: a)
    case 1: pieces.insert(pieces[a], at: a)
    case 2: pieces.swapAt(a, b)
    default: pieces.insert(pieces[a], at: b)
    }
  }

  /// The text of every token with its trivia.
  private func pieces(of source: SourceFile) -> [ArraySlice<UInt8>] {
    var start = 0
    return Lexer.tokens(of: source).tokens.map { token in
      defer { start = token.end }
      return source.text[start..<token.end]
    }
  }

  private func check(_ bytes: [UInt8]) {
    let source = SourceFile(name: "random.tint", text: bytes)
    let (tree, diagnostics) = parse(source)
    #expect(tree.printed == bytes)
    #expect(walk(tree.recipe) >= 0)
    for diagnostic in diagnostics {
      for fixIt in diagnostic.fixIts { #expect(fixIt.location.span.end <= bytes.count) }
    }
    let isBroken = tree.dump.split(separator: "\n").contains { $0.hasSuffix(" missing") || $0.hasSuffix(" skipped") }
    #expect(
      !isBroken || !diagnostics.isEmpty, "a broken tree without a word: \(String(decoding: bytes, as: UTF8.self))")
  }
}
