import TintypeText

extension StrokeFont {
  /// Draws a line of text, blended in linear light and clipped to the bitmap.
  ///
  /// - Parameters:
  ///   - text: a single line.
  ///   - left: the x where the ink begins.
  ///   - baseline: the y of the baseline. Ink extends half a pen width below it.
  ///   - color: the color of the text.
  ///   - alpha: the opacity, 0 to 1.
  ///   - bitmap: the bitmap to draw on.
  public func draw(
    _ text: String, left: Double, baseline: Double, color: RGB8, alpha: Double = 1, on bitmap: inout Bitmap
  ) {
    guard capHeight > 0, penWidth > 0, left.isFinite, baseline.isFinite, alpha > 0 else { return }
    let top = baseline - capHeight
    for (glyph, x) in Glyph.line(text) {
      let capsules = capsules(of: glyph, left: left + penWidth / 2 + x * scale, top: top)
      let ink = Ink(capsules, inside: bitmap.frame)
      ink.lay(color.light, Float(min(1, alpha)), on: &bitmap)
    }
  }

  private func capsules(of glyph: Glyph, left: Double, top: Double) -> [Capsule] {
    let pen = Float(penWidth / 2)
    return glyph.strokes.flatMap { stroke -> [Capsule] in
      let points = stroke.map { SIMD2(Float(left + $0.x * scale), Float(top + $0.y * scale)) }
      // A dot looks smaller than a line of the same width, so it is drawn larger.
      let radius = points.count == 1 ? pen * 1.3 : pen
      return zip(points, points.dropFirst() + points.suffix(1)).map {
        Capsule(start: $0, end: $1, startRadius: radius, endRadius: radius)
      }
    }
  }
}

/// The coverage of each pixel by the strokes of a letter. Where strokes cross, the larger coverage counts.
private struct Ink {
  let area: Rectangle
  var coverage: [Float]

  init(_ capsules: [Capsule], inside limit: Rectangle) {
    let pieces = capsules.map { $0.pixels(inside: limit) }
    area = Self.around(pieces)
    coverage = [Float](repeating: 0, count: area.width * area.height)
    for (capsule, piece) in zip(capsules, pieces) {
      for y in piece.rows {
        for x in piece.columns {
          let place = (y - area.top) * area.width + x - area.left
          coverage[place] = max(coverage[place], capsule.coverage(Float(x) + 0.5, Float(y) + 0.5))
        }
      }
    }
  }

  func lay(_ color: SIMD3<Float>, _ alpha: Float, on bitmap: inout Bitmap) {
    for y in area.rows {
      for x in area.columns {
        let covered = coverage[(y - area.top) * area.width + x - area.left]
        if covered > 0 { bitmap.blend(color, covered * alpha, atX: x, y: y) }
      }
    }
  }

  private static func around(_ pieces: [Rectangle]) -> Rectangle {
    let inked = pieces.filter { !$0.isEmpty }
    guard let left = inked.map(\.left).min(), let right = inked.map(\.right).max(),
      let top = inked.map(\.top).min(), let bottom = inked.map(\.bottom).max()
    else { return Rectangle(left: 0, top: 0, width: 0, height: 0) }
    return Rectangle(left: left, top: top, width: right - left, height: bottom - top)
  }
}
