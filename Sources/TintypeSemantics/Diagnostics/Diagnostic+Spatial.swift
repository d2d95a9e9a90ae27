package import TintypeDiagnostics
import TintypeIR
import TintypeSyntax

// Steps that look beyond their pixel, and crops.
extension Diagnostic {
  static func sameAtAllPixels(
    at place: SourceLocation, _ role: String, _ found: String, of operation: PictureOperation? = nil
  ) -> Diagnostic {
    let note =
      operation == .filter(.blur)
      ? "to vary it, give a mask of its parts: blur(source, radius: 2%, by: m)"
      : "to vary it, blend two pictures with a mask: blend(soft, over: source, mask: m)"
    return Diagnostic(
      code: "same-at-all-pixels", "\(role) is the same at all pixels, and this is \(found)", at: place, found,
      notes: [note])
  }

  static func negativeLength(at place: SourceLocation, _ role: String, parameter: String?) -> Diagnostic {
    Diagnostic(
      code: "negative-length",
      parameter.map { "\(role) is not negative, and the range of '\($0)' begins below 0" } ?? "\(role) is not negative",
      at: place,
      notes: ["0 leaves the picture as it is"]
        + (role.hasSuffix("'crop'") ? ["to make it larger: source |> border(fit: .around), the shipped look"] : []))
  }

  static func radiusTooLarge(
    at place: SourceLocation, _ role: String, _ limit: FilterLimit, of operation: PictureOperation
  ) -> Diagnostic {
    Diagnostic(
      code: "radius-too-large", "\(role) is at most \(limit.percent)% of the short side, and \(limit.pixels) px",
      at: place,
      notes: [
        operation == .filter(.median)
          ? "the median removes what is smaller than its square; a small radius removes specks"
          : "two steps in a row reach as far as both radii together"
      ])
  }

  /// A number beyond the range of an input of a step.
  static func outOfRange(_ name: String, _ range: ClosedRange<Double>) -> Mistake {
    Mistake(
      code: "amount-out-of-range",
      "'\(name)' is from \(range.lowerBound.spelled) to \(range.upperBound.spelled)",
      notes: range.upperBound == 1 ? ["a percentage is such a number, too: 99% is 0.99, and 1% is 0.01"] : [])
  }

  static func guidedByColors(at place: SourceLocation, _ role: String) -> Diagnostic {
    Diagnostic(
      code: "type-mismatch", "\(role) is a mask where the image is one, and this is an image", at: place, "an image",
      notes: ["for its lightness, write luma709(image)"])
  }

  private static let exampleOfWeights = "convolve(source, weights: (0, -1, 0), (-1, 5, -1), (0, -1, 0))"

  static func notRowsOfWeights(at place: SourceLocation, _ role: String, _ found: String) -> Diagnostic {
    Diagnostic(
      code: "type-mismatch", "\(role) are rows of numbers in parentheses, and this is \(found)", at: place, found,
      notes: [
        found == "a list"
          ? "a list is no row: write its numbers, as in weights: (0.2, 0.6, 0.2)" : "for example: \(exampleOfWeights)"
      ])
  }

  static func raggedWeights(
    at place: SourceLocation, _ count: Int, first: SourceLocation, _ wanted: Int
  ) -> Diagnostic {
    Diagnostic(
      code: "convolution-weights", "all rows of weights have the same length", at: place, "this one has \(count)",
      related: [Label(first, "the first has \(wanted)")], notes: ["a weight of 0 leaves its pixel out"])
  }

  static func unevenWeights(at place: SourceLocation, rows: Int, columns: Int) -> Diagnostic {
    let side = ConvolutionKernel.largestSide
    return Diagnostic(
      code: "convolution-weights", "weights have an odd number of rows and of columns, at most \(side) of each",
      at: place,
      "\(rows) row\(rows == 1 ? "" : "s") of \(columns)",
      notes: [
        "the middle weight is that of the pixel itself; zeros fill up a row: \(exampleOfWeights)",
        rows > side || columns > side
          ? "for a larger reach: blur(image, radius), which costs the same for any radius"
          : "a single row weights the pixels to the left and right: convolve(source, weights: (0.25, 0.5, 0.25))",
      ])
  }

  /// An offset of a neighbor that is no whole number, or too large.
  package static func badOffset(at place: SourceLocation, _ offset: Double?) -> Diagnostic {
    Diagnostic(
      code: "neighbor-offset", "a neighbor is a whole number of pixels away, at most 4 in each direction", at: place,
      offset.map { Double(place.text) == $0 ? "" : "this is \($0.spelled)" } ?? "",
      notes: [
        "neighbor(photo, 1, 0) is the pixel to the right, neighbor(photo, y: 1) the one below",
        "for any place: kernel aside(at: position) -> vec2 { return at.pixels + vec2(12, 0) }, and outside of "
          + "kernels sample(source, at: aside())",
      ])
  }

  static let openOffset = Mistake(
    code: "neighbor-offset", "the offset of a neighbor is a constant or the number of a loop",
    notes: [
      "for any distance: kernel aside(at: position, by: scalar) -> vec2 { return at.pixels + vec2(by, 0) }, and "
        + "outside of kernels sample(source, at: aside(by: reach))"
    ])

  static func notAWord(at place: SourceLocation, _ role: String, _ found: String, words: [String]) -> Diagnostic {
    Diagnostic(
      code: "type-mismatch", "\(role) is \(list(words.map { ".\($0)" }, "or")), and this is \(found)", at: place, found)
  }

  static let turnByParts = Mistake(
    code: "turn-by-quarters", "the angle of 'turn' is 90, 180 or 270 degrees",
    notes: ["to level a horizon: straighten(image, by: 3deg), which crops"])

  static let turnIsOpen = Mistake(
    code: "turn-by-quarters", "the angle of 'turn' must be a constant",
    notes: ["choose between turned pictures with 'if', or use straighten(image, by: angle)"])

  static let straightensTooFar = Mistake(
    code: "straighten-too-far", "a picture is straightened by 45 degrees at most",
    notes: ["turn it first: turn(image, by: 90deg)"])

  static let zoomsOut = Mistake(
    code: "zoom-below-one", "the factor of a zoom is 1 or more",
    notes: [
      "to make a picture smaller: resize(image, by: 0.5)",
      "in a frame of its size: resize(image, by: 0.8) |> pad(by: 10%, color: #ffffff)",
    ])

  static let resizesToNothing = Mistake(
    code: "resize-out-of-range", "a picture is resized by more than 0 and by 16 at most",
    notes: ["for example: resize(image, by: 0.5) or resize(image, longEdge: 2048px)"])

  static let ratioIsNone = Mistake(
    code: "crop-ratio", "a ratio is width by height, a number above 0", notes: ["for example: ratio: 4 / 3"])

  static let emptyCrop = Mistake(
    code: "empty-crop", "nothing is left of this crop",
    notes: ["'from' is the top left corner and 'to' the bottom right one, from 0 to 1 across and down the picture"])

  static func cropOutside(at place: SourceLocation, _ corner: [Double]) -> Diagnostic {
    // 90 for 90%
    let isInPercent = corner.contains { $0 > 1 } && corner.allSatisfy { (0...100).contains($0) }
    let inside = corner.map { isInPercent ? ($0 / 100).spelled : min(max($0, 0), 1).spelled }.joined(separator: ", ")
    return Diagnostic(
      code: "crop-outside", "a crop ends at the edges of its image, and this corner lies outside of them", at: place,
      notes: [
        isInPercent
          ? "corners are from 0 to 1 across and down the image"
          : "to make the image larger: source |> border(fit: .around), the shipped look"
      ],
      fixIts: [FixIt("write vec2(\(inside))", replace: place, with: "vec2(\(inside))", isInPercent ? .unsafe : .safe)])
  }

  static let resizesInSeveralWays = Mistake(
    code: "told-in-one-way", "give either 'by' or 'longEdge', not both",
    notes: ["a factor: by: 0.5", "the length of the longer side: longEdge: 2048px"])

  static let padsInSeveralWays = Mistake(
    code: "told-in-one-way", "give one of 'by', a ratio, or the sides",
    notes: ["all sides: by: 4%", "a square: ratio: 1", "some sides: left: 4%, bottom: 12%"])

  static let colorAndOutside = Mistake(
    code: "told-in-one-way", "give either 'color' or 'outside', not both")

  static let colorOfMask = Mistake(
    code: "type-mismatch", "a mask has no color", notes: ["it is 0 outside, or its edge with outside: .edge"])

  static let imageIsRead = Mistake(code: "type-mismatch", "an image has been read; only a picture has 'as'")

  static let cropsInSeveralWays = Mistake(
    code: "told-in-one-way", "give a crop one of a rectangle, corners, margins or a ratio",
    notes: [
      "a rectangle: to: source.bounds", "corners from 0 to 1: from: vec2(0.1, 0), to: vec2(0.9, 1)",
      "margins: left: 5%, right: 5%", "a ratio: ratio: 4 / 3, anchor: .top",
    ])
}
