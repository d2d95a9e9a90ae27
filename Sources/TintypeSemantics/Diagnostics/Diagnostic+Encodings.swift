import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

// Light where display values are meant, and the other way round.
extension Diagnostic {
  /// `source |> lifted(amount: 0.1)` in a working space of light.
  ///
  /// - Parameters:
  ///   - place: of the function's name.
  ///   - isLog: whether the function decodes a log curve.
  ///   - inner: what the color is converted from, where it is.
  ///   - hasOtherNumbers: whether the result is hue, saturation and the like, which have to be converted back.
  ///   - isConvertedBack: whether its result is of the encoding that it takes.
  static func wrongEncoding(
    of color: SourceLocation, _ encoding: ColorEncoding, in call: SourceLocation, _ function: String,
    at place: SourceLocation, isLog: Bool, inner: SourceLocation?, hasOtherNumbers: Bool, isConvertedBack: Bool
  ) -> Diagnostic {
    let wanted = encoding != .light ? "light" : isLog ? "the values of a log curve" : "display values"
    let given = encoding.described
    let (into, back) = encoding == .light ? ("linearToSrgb", "srgbToLinear") : ("srgbToLinear", "linearToSrgb")
    // Behind a pipe the color stands before the call.
    let isPiped = color.span.start < place.span.start
    let step = Span(place.span.start, call.span.end)
    let text = call.file.text(in: step)
    let written: String
    if isPiped {
      written = "\(into)() |> \(text)\(isConvertedBack ? " |> \(back)()" : "")"
    } else {
      let before = call.file.text(in: Span(place.span.start, color.span.start))
      let after = call.file.text(in: Span(color.span.end, call.span.end))
      let converted = "\(before)\(into)(\(color.text))\(after)"
      written = isConvertedBack ? "\(back)(\(converted))" : converted
    }
    return Diagnostic(
      .wrongEncoding, "'\(function)' takes \(wanted), and \(given)", Label(color),
      notes: encoding == .log
        ? ["a camera's curve is reversed by its inverse, such as fromLogC3(code)"]
        : hasOtherNumbers
          ? [
            "converted there and back: \(back)(from\(function.capitalizedFirst)(…)), where '\(function)' gets "
              + "\(into)(\(color.text))"
          ] : [],
      fixIts: encoding == .log || hasOtherNumbers
        ? []
        : inner.map { [FixIt("leave out the conversion", replace: color, with: $0.text)] }
          ?? [FixIt("convert it", replace: SourceLocation(call.file, step), with: written)])
  }

  /// `linearToSrgb(source) * gain(push)`
  static func gainOfCodes(_ color: SourceLocation, _ gain: SourceLocation) -> Diagnostic {
    Diagnostic(
      .wrongEncoding, "'gain' is a factor of light, and \(ColorEncoding.codes.described)", Label(color),
      related: [Label(gain, "the factor")],
      notes: ["multiply the light, before it is converted or after it is decoded: linearToSrgb(source * gain(0.5ev))"])
  }

  /// `fromSLog3(…)` of a look whose header says `input s-log3`.
  static func decodedByHeader(at place: SourceLocation, _ function: String, _ input: String) -> Diagnostic {
    Diagnostic(
      .wrongEncoding, "'input \(input)' already converts the photo to light, and '\(function)' decodes it again",
      Label(place), notes: ["remove one of the two: with 'input \(input)' the source is light"])
  }

  /// `(c - 0.5) * 1.3 + 0.5` of light.
  static func contrastOfLight(of color: SourceLocation, in whole: SourceLocation) -> Diagnostic {
    displayFormula(
      "this is a contrast about 0.5, and in light middle gray is 0.18", of: color, in: whole,
      "or write 0.18 for both")
  }

  /// `tone(c)` of light.
  static func curveOfLight(of color: SourceLocation, in whole: SourceLocation) -> Diagnostic {
    displayFormula(
      "this curve is one for display values, and this is light", of: color, in: whole,
      "it bends about 0.5, and in light middle gray is 0.18")
  }

  private static func displayFormula(
    _ message: String, of color: SourceLocation, in whole: SourceLocation, _ note: String
  ) -> Diagnostic {
    let before = whole.file.text(in: Span(whole.span.start, color.span.start))
    let after = whole.file.text(in: Span(color.span.end, whole.span.end))
    let written = "srgbToLinear(\(before)linearToSrgb(\(color.text))\(after))"
    return Diagnostic(
      .wrongEncoding, message, Label(color, "this is light"), notes: [note],
      fixIts: [FixIt("convert it", replace: whole, with: written)])
  }

  /// `pow(source, 2.2)` of light.
  static func decodedTwice(_ color: SourceLocation, in whole: SourceLocation) -> Diagnostic {
    Diagnostic(
      .wrongEncoding, "this makes light of display values, and the photo is light already", Label(color),
      notes: ["in 'working linear-srgb' the photo is light"],
      fixIts: [FixIt("leave it as it is", replace: whole, with: color.text.inParentheses)])
  }

  /// `output pow(c, 1 / 2.2)` in a working space of light.
  ///
  /// - Parameter power: what is raised to the power; nil where the values come from a function.
  static func outputOfCodes(_ place: SourceLocation, power base: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .wrongEncoding, "the output of 'working linear-srgb' is light, and these are display values", Label(place),
      notes: ["the program encodes the output when it writes the file"],
      fixIts: base.map { [FixIt("leave the power out", replace: place, with: $0.text)] } ?? [])
  }

  /// `lookup(logC3(light), film)` in a working space of light.
  static func encodedTwice(
    _ color: SourceLocation, _ encoding: ColorEncoding, table: SourceLocation, light: SourceLocation?
  ) -> Diagnostic {
    Diagnostic(
      .wrongEncoding, "'lookup' encodes light for the table, and \(encoding.described)", Label(color),
      notes: light == nil ? ["where the table gives display values, srgbToLinear makes light of the result"] : [],
      fixIts: [
        light.map { FixIt("leave out the conversion", replace: color, with: $0.text) }
          ?? FixIt("use them as they are", replace: table, with: "\(table.text), values: .working")
      ])
  }

  /// `arriWideGamut3 * linearToSrgb(source)`
  static func primariesOfCodes(_ color: SourceLocation, _ encoding: ColorEncoding, _ matrix: String) -> Diagnostic {
    Diagnostic(
      .wrongEncoding, "'\(matrix)' converts light, and \(encoding.described)", Label(color),
      notes: ["a camera's codes become light first, as in arriWideGamut3 * fromLogC3(code)"])
  }

  /// `logC3(arriWideGamut3 * light)` and `inverse(arriWideGamut3) * fromLogC3(code)`
  ///
  /// - Parameter isInverted: whether it is the inverse that is used.
  static func primariesTurnedRound(_ matrix: SourceLocation, isInverted: Bool) -> Diagnostic {
    let name = isInverted ? String(matrix.text.dropFirst("inverse(".count).dropLast()) : matrix.text
    let written = isInverted ? name : "inverse(\(name))"
    return Diagnostic(
      .wrongEncoding, "'\(name)' makes light of sRGB from that of the camera, and this goes the other way",
      Label(matrix), fixIts: [FixIt("write '\(written)'", replace: matrix, with: written)])
  }
}
