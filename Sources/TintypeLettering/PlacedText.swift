/// A line of text where it stands in a picture.
public struct PlacedText<Number: BinaryFloatingPoint & Sendable>: Sendable, Hashable where Number: Hashable {
  /// What is drawn.
  public let strokes: [PlacedStroke<Number>]

  /// What is filled.
  public let outline: PlacedOutline?

  /// Places a line.
  ///
  /// - Parameters:
  ///   - line: what to draw.
  ///   - x: where its anchor is, in pixels.
  ///   - y: the same, from the top.
  ///   - anchorX: which point of the line its anchor is: 0 is the left end and 1 the right one.
  ///   - anchorY: 0 is the top of its capitals and 1 where they stand.
  ///   - height: of a capital, in pixels.
  public init(_ line: LetterLine, x: Number, y: Number, anchorX: Number, anchorY: Number, height: Number) {
    let left = x - anchorX * (Number(line.width) * height)
    let top = y - anchorY * height
    strokes = line.strokes.compactMap { PlacedStroke($0, left: left, top: top, height: height) }
    outline = line.outline.map { PlacedOutline($0, left: Double(left), top: Double(top), height: Double(height)) }
  }

  /// How much of the pixel around a place is covered: where strokes cross, ink does not get darker.
  public func coverage(_ x: Number, _ y: Number) -> Number {
    if let outline { return Number(outline.coverage(column: Int(x.rounded(.down)), row: Int(y.rounded(.down)))) }
    return strokes.reduce(0) { most, stroke in
      let covered = stroke.coverage(x, y)
      return covered > most ? covered : most
    }
  }
}
