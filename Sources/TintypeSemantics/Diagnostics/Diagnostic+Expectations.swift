import TintypeDiagnostics
import TintypeSyntax

// What a look can promise.
extension Diagnostic {
  static func unknownExpectation(_ word: TokenSyntax, words: [String], nearest: String?) -> Diagnostic {
    Diagnostic(
      code: "unknown-expectation", "a look cannot promise to be '\(word.text)'", at: word.location, nearest: nearest,
      notes: ["it is \(list(words, "or")), or a color that becomes another: expect #808080 -> #7a7672"])
  }

  static let distanceOfMonotone = Mistake(
    code: "needless-distance", "'monotone' has no tolerance")

  static let distanceOfNothing = Mistake(
    code: "needless-distance", "a tolerance is a number above 0",
    notes: ["it is a dE2000: 1 is hardly seen, 5 is another color"])

  static let transparentPatch = Mistake(
    code: "transparent-patch", "a patch of color is opaque", notes: ["write it without alpha: #c08060"])
}
