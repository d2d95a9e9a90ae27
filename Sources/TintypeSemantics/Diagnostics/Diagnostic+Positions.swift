import TintypeDiagnostics

// The place of the pixel.
extension Diagnostic {
  static let positionWithDefault = Mistake(
    code: "position-with-default", "a position has no default: a kernel over an image gets it from the pixel",
    "delete this")

  static func notAPosition(_ place: SourceLocation, _ role: String) -> Diagnostic {
    Diagnostic(
      code: "not-a-position", "\(role) is the place of the pixel, which only a kernel over an image has", at: place,
      notes: ["a call over images leaves it out; inside of a kernel, pass on its own input of type position"])
  }
}
