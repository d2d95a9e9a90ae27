import TintypeDiagnostics
import TintypeSyntax

// What a look can promise.
extension Diagnostic {
  static func unknownExpectation(_ word: TokenSyntax, words: [String], nearest: String?) -> Diagnostic {
    Diagnostic(
      code: "unknown-expectation", message: "a look cannot promise to be '\(word.text)'",
      primary: Label(word.location, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: ["it is \(list(words, "or")), or a color that becomes another: expect #808080 -> #7a7672"],
      fixIts: FixIt.guess(nearest, at: word.location))
  }

  static func distanceOfMonotone(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "needless-distance", message: "either what is lighter stays lighter or it does not: there is no 'within'",
      primary: Label(place))
  }

  static func distanceOfNothing(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "needless-distance", message: "how far a color may be off is a number above 0", primary: Label(place),
      notes: ["it is a dE2000: 1 is hardly seen, 5 is another color"])
  }

  static func transparentPatch(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "transparent-patch", message: "a patch of color is opaque", primary: Label(place),
      notes: ["its alpha is left away: #c08060"])
  }
}
