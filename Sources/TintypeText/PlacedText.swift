/// Lines of text placed in a picture.
public struct PlacedText<Number: BinaryFloatingPoint & Sendable>: Sendable, Hashable where Number: Hashable {
  /// The strokes; empty for a font.
  public let strokes: [PlacedStroke<Number>]

  /// The outline of all lines; nil for a stroke face.
  public let outline: PlacedOutline?

  /// Places lines.
  ///
  /// - Parameters:
  ///   - lines: the lines of text.
  ///   - x: the x of the anchor, in pixels.
  ///   - y: the y of the anchor, in pixels.
  ///   - anchorX: the anchor within the text: 0 is the left end, 1 the right end of the longest line.
  ///   - anchorY: 0 is the top of a capital of the first line, 1 the baseline of the last.
  ///   - height: the cap height, in pixels.
  ///   - align: where lines are aligned: 0 is the left end, 1 the right end.
  public init(
    _ lines: [LetterLine], x: Number, y: Number, anchorX: Number, anchorY: Number, height: Number, align: Number
  ) {
    let width = lines.map { Number($0.width) }.max() ?? 0
    let edge = x + (align - anchorX) * (width * height)
    let leading = Number(LetterLine.leading)
    var strokes: [PlacedStroke<Number>] = []
    var outlines: [(LetterOutline, left: Double, top: Double)] = []
    for (index, line) in lines.enumerated() {
      let left = edge - align * (Number(line.width) * height)
      let below = Number(index) - anchorY * Number(lines.count - 1)
      let top = y - anchorY * height + below * leading * height
      strokes += line.strokes.compactMap { PlacedStroke($0, left: left, top: top, height: height) }
      if let outline = line.outline { outlines.append((outline, Double(left), Double(top))) }
    }
    self.strokes = strokes
    outline = outlines.isEmpty ? nil : PlacedOutline(outlines, height: Double(height))
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
