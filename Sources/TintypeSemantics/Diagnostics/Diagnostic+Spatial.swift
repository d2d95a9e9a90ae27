import TintypeDiagnostics
import TintypeIR
import TintypeSyntax

// Steps that look beyond their pixel, and crops.
extension Diagnostic {
  static func sameAtAllPixels(at place: SourceLocation, _ role: String, _ found: String) -> Diagnostic {
    Diagnostic(
      code: "same-at-all-pixels", message: "\(role) is the same at all pixels, and this is \(found)",
      primary: Label(place, found),
      notes: ["to have more of it at some pixels, blend two pictures with a mask: blend(soft, over: source, mask: m)"])
  }

  static func negativeLength(at place: SourceLocation, _ role: String, parameter: String?) -> Diagnostic {
    Diagnostic(
      code: "negative-length",
      message: parameter.map { "\(role) is not negative, and the range of '\($0)' begins below 0" }
        ?? "\(role) is not negative",
      primary: Label(place), notes: ["0 leaves the picture as it is"])
  }

  static func radiusTooLarge(at place: SourceLocation, _ role: String, _ limit: FilterLimit) -> Diagnostic {
    Diagnostic(
      code: "radius-too-large",
      message: "\(role) is at most \(limit.percent)% of the short side, and \(limit.pixels) px",
      primary: Label(place), notes: ["what is larger than the square stays; a smaller radius takes specks away"])
  }

  static func unknownWord(
    _ text: String, at place: SourceLocation, _ role: String, words: [String], nearest: String?
  ) -> Diagnostic {
    Diagnostic(
      code: "unknown-choice", message: "\(role) cannot be '\(text)'",
      primary: Label(place, nearest.map { "did you mean '.\($0)'?" } ?? ""),
      notes: ["it is \(list(words.map { ".\($0)" }, "or"))"],
      fixIts: FixIt.guess(nearest.map { ".\($0)" }, at: place))
  }

  static func notAWord(at place: SourceLocation, _ role: String, _ found: String, words: [String]) -> Diagnostic {
    Diagnostic(
      code: "type-mismatch", message: "\(role) is \(list(words.map { ".\($0)" }, "or")), and this is \(found)",
      primary: Label(place, found))
  }

  static func turnByParts(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "turn-by-quarters", message: "a picture is turned by 90, 180 or 270 degrees", primary: Label(place),
      notes: ["a horizon is made level with straighten(image, by: 3deg), which crops"])
  }

  static func turnIsOpen(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "turn-by-quarters", message: "how far a picture is turned stands in the text", primary: Label(place),
      notes: ["choose between turned pictures with 'if', or use straighten(image, by: angle)"])
  }

  static func straightensTooFar(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "straighten-too-far", message: "a picture is straightened by 45 degrees at most", primary: Label(place),
      notes: ["turn it first: turn(image, by: 90deg)"])
  }

  static func zoomsOut(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "zoom-below-one", message: "a zoom brings the picture nearer: it is 1 or more", primary: Label(place),
      notes: ["a smaller picture is resize(image, by: 0.5)"])
  }

  static func resizesToNothing(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "resize-out-of-range", message: "a picture is resized by more than 0 and by 16 at most",
      primary: Label(place), notes: ["for example: resize(image, by: 0.5) or resize(image, longEdge: 2048px)"])
  }

  static func ratioIsNone(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "crop-ratio", message: "a ratio is width by height, a number above 0", primary: Label(place),
      notes: ["for example: ratio: 4 / 3"])
  }

  static func emptyCrop(_ call: CallSyntax) -> Diagnostic {
    Diagnostic(
      code: "empty-crop", message: "nothing is left of this crop", primary: Label(call.location),
      notes: ["'from' is the top left corner and 'to' the bottom right one, from 0 to 1 across and down the picture"])
  }

  static func resizesInSeveralWays(_ call: CallSyntax) -> Diagnostic {
    Diagnostic(
      code: "told-in-one-way", message: "how large a picture becomes is told in one way",
      primary: Label(call.location), notes: ["by a factor: by: 0.5", "by its longer side: longEdge: 2048px"])
  }

  static func cropsInSeveralWays(_ call: CallSyntax) -> Diagnostic {
    Diagnostic(
      code: "told-in-one-way", message: "a crop is told in one way", primary: Label(call.location),
      notes: [
        "by a rectangle: to: source.bounds",
        "by corners from 0 to 1: from: vec2(0.1, 0), to: vec2(0.9, 1)",
        "by what goes at the sides: left: 5%, right: 5%",
        "by a ratio: ratio: 4 / 3, anchor: .top",
      ])
  }
}
