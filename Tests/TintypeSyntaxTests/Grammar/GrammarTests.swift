import Testing
import TintypeDiagnostics
import TintypeTestSupport

@testable import TintypeSyntax

/// `Grammar/tintype.ebnf` and the parser say the same.
@Suite struct GrammarTests {
  /// What the parser asks beyond the grammar: a parameter has each clause at most once.
  private static let beyondGrammar: Set = ["duplicate-clause"]

  @Test func generatedSentencesAreParsed() {
    var generator = SentenceGenerator(seed: 11)
    for _ in 0..<2_000 {
      let source = SourceFile(name: "generated.tint", text: generator.recipe().text)
      let complaints = parse(source).diagnostics.filter { !Self.beyondGrammar.contains($0.code) }
      #expect(complaints.map(listed) == [], "\(String(decoding: source.text, as: UTF8.self))")
    }
  }

  @Test func generatedSentencesAreRecognized() {
    var generator = SentenceGenerator(seed: 12)
    for _ in 0..<100 { check(generator.recipe(), isRight: true) }
  }

  @Test(arguments: Corpus.recipes + Corpus.wrongRecipes)
  func recipes(_ sample: RecipeSample) {
    check(Sentence(sample.source))
  }

  @Test(.slow) func mutatedSentences() {
    var generator = SentenceGenerator(seed: 21)
    var random = SplitMix64(seed: 22)
    for _ in 0..<4_000 {
      var sentence = generator.recipe()
      for _ in 0..<Int.random(in: 1...2, using: &random) { sentence.mutate(using: &random) }
      check(sentence)
    }
  }

  @Test(.slow, arguments: Corpus.recipes)
  func mutatedRecipes(_ sample: RecipeSample) {
    var random = SplitMix64(seed: 23)
    for _ in 0..<60 {
      var sentence = Sentence(sample.source)
      sentence.mutate(using: &random)
      check(sentence)
    }
  }

  /// Expects that parser and grammar agree.
  private func check(_ sentence: Sentence, isRight: Bool? = nil) {
    let source = SourceFile(name: "sentence.tint", text: sentence.text)
    let complaints = parse(source).diagnostics.filter { !Self.beyondGrammar.contains($0.code) }
    let isAccepted = Recognizer.accepts(source)
    if let isRight { #expect(isAccepted == isRight, "\(sentence.text)") }
    #expect(
      complaints.isEmpty == isAccepted,
      "the grammar \(isAccepted ? "accepts" : "rejects")\n\(sentence.text)\n\(complaints.map(listed).joined())")
  }
}
