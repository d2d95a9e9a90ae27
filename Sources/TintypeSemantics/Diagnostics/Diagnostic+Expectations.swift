import TintypeDiagnostics
import TintypeSyntax

// What a look can promise.
extension Diagnostic {
  static func unknownExpectation(_ word: TokenSyntax, words: [String], nearest: String?) -> Diagnostic {
    Diagnostic(
      code: "unknown-expectation", "a look cannot promise to be '\(word.text)'", at: word.location, nearest: nearest,
      notes: [
        "it is \(list(words, "or")), or a color that becomes another: expect #808080 -> #7a7672, or a measure: "
          + "expect hue of lightSkin in 40...56"
      ])
  }

  static func unknownMeasure(_ word: TokenSyntax, words: [String], nearest: String?) -> Diagnostic {
    Diagnostic(
      code: "unknown-expectation", "'\(word.text)' is not a measure here", at: word.location, nearest: nearest,
      notes: ["it is \(list(words, "or"))"])
  }

  static func unknownPatch(_ name: TokenSyntax, nearest: String?) -> Diagnostic {
    Diagnostic(
      code: "unknown-expectation", "there is no patch '\(name.text)' on the chart", at: name.location, nearest: nearest,
      notes: ["for example darkSkin, lightSkin, blueSky or foliage, or a color: #c29682"])
  }

  static let distanceOfMonotone = Mistake(
    code: "needless-distance", "'within' is for colors that come out near others")

  static let distanceOfNothing = Mistake(
    code: "needless-distance", "a tolerance is a number above 0",
    notes: ["it is a dE2000: 1 is hardly seen, 5 is another color"])

  static let transparentPatch = Mistake(
    code: "transparent-patch", "a patch of color is opaque", notes: ["write it without alpha: #c08060"])
}
