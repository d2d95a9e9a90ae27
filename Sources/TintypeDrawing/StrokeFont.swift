/// Letters drawn with one pen of even width, at any size: names under pictures need no font file.
///
/// Sizes are cap heights in pixels. What has no glyph is drawn as a box.
public struct StrokeFont: Sendable {
  /// The height of a capital letter, in pixels.
  public let capHeight: Double

  /// The width of the pen, in pixels.
  public let penWidth: Double

  /// A font of a cap height; the pen is an eighth of it unless given.
  public init(capHeight: Double, penWidth: Double? = nil) {
    self.capHeight = capHeight
    self.penWidth = penWidth ?? max(1, capHeight / 8.5)
  }

  /// The width of a line of text, in pixels.
  public func width(of text: String) -> Double {
    let glyphs = text.unicodeScalars.map(Glyph.of)
    let spacing = Double(max(0, glyphs.count - 1)) * Glyph.spacing
    return (glyphs.reduce(0) { $0 + $1.width } + spacing) * scale + penWidth
  }

  /// The text, cut and ended by an ellipsis where it is wider than allowed.
  public func fitted(_ text: String, toWidth limit: Double) -> String {
    if width(of: text) <= limit { return text }
    var short = text
    while !short.isEmpty, width(of: short + "...") > limit { short.removeLast() }
    return short + "..."
  }

  /// Draws a line of text.
  ///
  /// - Parameters:
  ///   - text: one line.
  ///   - left: where its left edge lies.
  ///   - baseline: where the letters stand.
  ///   - color: of the pen.
  ///   - bitmap: what is drawn on; what falls outside is left away.
  public func draw(_ text: String, left: Double, baseline: Double, color: RGB8, on bitmap: inout Bitmap) {
    var x = left + penWidth / 2
    for scalar in text.unicodeScalars {
      let glyph = Glyph.of(scalar)
      for stroke in glyph.strokes {
        let points = stroke.map { SIMD2(x + $0.x * scale, baseline - $0.y * scale) }
        bitmap.stroke(points, width: penWidth, color: color)
      }
      x += (glyph.width + Glyph.spacing) * scale
    }
  }

  /// Pixels of a unit of the glyph table.
  private var scale: Double { capHeight / Glyph.capHeight }
}

extension Bitmap {
  /// Draws a line through points with a round pen, blended in linear light by how much of a pixel it covers.
  mutating func stroke(_ points: [SIMD2<Double>], width penWidth: Double, color: RGB8) {
    guard let first = points.first else { return }
    let reach = penWidth / 2 + 1
    var (low, high) = (first, first)
    for point in points {
      low = SIMD2(min(low.x, point.x), min(low.y, point.y))
      high = SIMD2(max(high.x, point.x), max(high.y, point.y))
    }
    let columns = Self.clamped(low.x - reach, high.x + reach, width)
    let rows = Self.clamped(low.y - reach, high.y + reach, height)
    for y in rows {
      for x in columns {
        let distance = Self.distance(SIMD2(Double(x) + 0.5, Double(y) + 0.5), points)
        let coverage = min(1, max(0, penWidth / 2 + 0.5 - distance))
        if coverage > 0 { blend(color, Float(coverage), x, y) }
      }
    }
  }

  private mutating func blend(_ color: RGB8, _ coverage: Float, _ x: Int, _ y: Int) {
    let below = self[x, y].light
    self[x, y] = RGB8(light: below + (color.light - below) * coverage)
  }

  private static func clamped(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
    let first = Int(max(0, min(Double(limit), low.rounded(.down))))
    return first..<max(first, Int(max(0, min(Double(limit), high.rounded(.up)))))
  }

  private static func distance(_ point: SIMD2<Double>, _ line: [SIMD2<Double>]) -> Double {
    var least = squaredLength(point - line[0])
    for (a, b) in zip(line, line.dropFirst()) {
      let (along, from) = (b - a, point - a)
      let length = squaredLength(along)
      let t = length > 0 ? min(1, max(0, (from.x * along.x + from.y * along.y) / length)) : 0
      least = min(least, squaredLength(from - along * t))
    }
    return least.squareRoot()
  }

  private static func squaredLength(_ v: SIMD2<Double>) -> Double { v.x * v.x + v.y * v.y }
}
