import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

// What the recipe itself promises: what it extends or uses promised it of something else.
extension Analyzer {
  mutating func expectations() -> [Expectation] {
    guard let recipe = module.layers.first?.recipe else { return [] }
    var expectations: [Expectation] = []
    for case .expectation(let syntax) in recipe.declarations {
      let values = values(of: syntax.settings)
      guard let claim = try? claim(syntax) else { continue }
      if !claim.hasTolerance, let limit = syntax.limit { report(.distanceOfMonotone(at: limit.location)) }
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
      if let measured = try measured(syntax, word) { return measured }
      if let known = Expectation.words.first(where: { $0.word == word.text }) { return known.claim }
      let words = Expectation.words.map { $0.word }
      throw reported(.unknownExpectation(word, words: words, nearest: nearest(to: word.text, among: words)))
    }
    guard syntax.patch.count == 2 else { throw Reported() }
    if let transparent = syntax.patch.first(where: { $0.channels.count != 3 }) {
      throw reported(.transparentPatch(at: transparent.location))
    }
    return .patch(syntax.patch[0].channels, syntax.patch[1].channels)
  }

  /// A property of a color, or the distance from another look; nil for a word alone.
  private mutating func measured(
    _ syntax: ExpectationSyntax, _ word: TokenSyntax
  ) throws(Reported) -> Expectation.Claim? {
    guard syntax.isMeasure else { return nil }
    // What is missing has been reported.
    guard syntax.window != nil else { throw Reported() }
    if let other = syntax.other {
      guard word.text == Expectation.distanceWord else {
        throw reported(.unknownMeasure(word, words: [Expectation.distanceWord], nearest: Expectation.distanceWord))
      }
      let window = try window(syntax)
      guard let name = other.stringValue, loader?.shipped(name) != nil else {
        let name = other.stringValue ?? ""
        throw reported(
          .unknownRecipe(other, nearest: nearest(to: name, among: loader?.shippedNames ?? []), isShipped: true))
      }
      return .distance(from: name, in: window)
    }
    guard let measure = Expectation.Measure(rawValue: word.text) else {
      let words = Expectation.Measure.allCases.map { $0.rawValue }
      throw reported(.unknownMeasure(word, words: words, nearest: nearest(to: word.text, among: words)))
    }
    return .measure(measure, of: try codes(syntax), in: try window(syntax, ofHues: measure == .hue))
  }

  private mutating func codes(_ syntax: ExpectationSyntax) throws(Reported) -> [UInt8] {
    if let name = syntax.patchName {
      if let known = ColorChart.patches.first(where: { $0.name == name.text }) { return known.codes }
      let names = ColorChart.patches.map { $0.name }
      throw reported(.unknownPatch(name, nearest: nearest(to: name.text, among: names)))
    }
    guard let color = syntax.patch.first else { throw Reported() }
    guard color.channels.count == 3 else { throw reported(.transparentPatch(at: color.location)) }
    return color.channels
  }

  private mutating func window(
    _ syntax: ExpectationSyntax, ofHues: Bool = false
  ) throws(Reported) -> ClosedRange<Double> {
    guard let clause = syntax.window else { throw Reported() }
    let lower = try number(clause.lower, .scalar, as: "the lower end of a range")[0]
    let upper = try number(clause.upper, .scalar, as: "the upper end of a range")[0]
    guard lower < upper else {
      let isThroughRed = ofHues && lower - upper > 180
      throw reported(
        lower == upper ? .windowOfOneNumber(at: clause.location) : .emptyRange(clause, throughRed: isThroughRed))
    }
    return lower...upper
  }
}

extension Expectation.Claim {
  /// Whether `within` may say how far a color may be off.
  fileprivate var hasTolerance: Bool {
    switch self {
    case .neutral, .identity, .patch: true
    case .monotone, .measure, .distance: false
    }
  }
}
