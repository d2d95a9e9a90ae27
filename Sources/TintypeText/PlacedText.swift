/// A line of text placed in a picture.
public struct PlacedText<Number: BinaryFloatingPoint & Sendable>: Sendable, Hashable where Number: Hashable {
  /// The strokes; empty for a font.
  public let strokes: [PlacedStroke<Number>]

  /// The outline; nil for a stroke face.
  public let outline: PlacedOutline?

  /// Places a line.
  ///
  /// - Parameters:
  ///   - line: the line of text.
  ///   - x: the x of the anchor, in pixels.
  ///   - y: the y of the anchor, in pixels.
  ///   - anchorX: the anchor within the line: 0 is the left end, 1 the right end.
  ///   - anchorY: 0 is the top of a capital, 1 the baseline.
  ///   - height: the cap height, in pixels.
  public init(_ line: LetterLine, x: Number, y: Number, anchorX: Number, anchorY: Number, height: Number) {
    let left = x - anchorX * (Number(line.width) * height)
    let top = y - anchorY * height
    strokes = line.strokes.compactMap { PlacedStroke($0, left: left, top: top, height: height) }
    outline = line.outline.map { PlacedOutline($0, left: Double(left), top: Double(top), height: Double(height)) }
  }

  /// The coverage of the pixel around a point, 0 to 1. Where strokes cross, the larger coverage counts.
  public func coverage(_ x: Number, _ y: Number) -> Number {
    if let outline { return Number(outline.coverage(column: Int(x.rounded(.down)), row: Int(y.rounded(.down)))) }
    return strokes.reduce(0) { largest, stroke in
      let covered = stroke.coverage(x, y)
      return covered > largest ? covered : largest
    }
  }
}
