import TintypeDiagnostics

// The place of the pixel.
extension Diagnostic {
  static func positionWithDefault(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "position-with-default", message: "a position has no default: a kernel over an image is told by itself",
      primary: Label(place, "delete this"))
  }

  static func notAPosition(_ place: SourceLocation, _ role: String) -> Diagnostic {
    Diagnostic(
      code: "not-a-position", message: "\(role) is the place of the pixel, which only a kernel over an image has",
      primary: Label(place), notes: ["inside of a kernel, pass on its own input of type position"])
  }
}
