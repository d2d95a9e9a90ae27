import TintypeDiagnostics
import TintypeSyntax

// What the recipe itself promises: what it extends or uses promised it of something else.
extension Analyzer {
  mutating func expectations() -> [Expectation] {
    guard let recipe = module.layers.first?.recipe else { return [] }
    var expectations: [Expectation] = []
    for case .expectation(let syntax) in recipe.declarations {
      let values = values(of: syntax.settings)
      guard let claim = try? claim(syntax) else { continue }
      if claim == .monotone, let limit = syntax.limit { report(.distanceOfMonotone(at: limit.location)) }
      if let limit = syntax.limit, limit.value <= 0 { report(.distanceOfNothing(at: limit.location)) }
      expectations.append(
        Expectation(
          claim: claim, limit: syntax.limit?.value ?? Expectation.usualLimit, values: values,
          location: syntax.location))
    }
    return expectations
  }

  private mutating func claim(_ syntax: ExpectationSyntax) throws(Reported) -> Expectation.Claim {
    if let word = syntax.word {
      if let known = Expectation.words.first(where: { $0.word == word.text }) { return known.claim }
      let words = Expectation.words.map(\.word)
      throw reported(.unknownExpectation(word, words: words, nearest: nearest(to: word.text, among: words)))
    }
    guard syntax.patch.count == 2 else { throw Reported() }
    if let transparent = syntax.patch.first(where: { $0.channels.count != 3 }) {
      throw reported(.transparentPatch(at: transparent.location))
    }
    return .patch(syntax.patch[0].channels, syntax.patch[1].channels)
  }
}
