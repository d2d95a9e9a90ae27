import TintypeSystem

/// The center lines of a letter, in 1/100 of the cap height: y is 0 at the top of a capital and 100 on the baseline.
package struct Glyph: Sendable {
  /// The polylines of the pen. A single point is a dot.
  package let strokes: [[SIMD2<Double>]]

  /// The distance from the leftmost to the rightmost point.
  package let width: Double

  /// The recess of the left side from the leftmost point, for each band from top to bottom; nil in bands without ink.
  let leftSide: [Double?]

  /// The recess of the right side.
  let rightSide: [Double?]

  /// The glyph of a letter; a box for unknown letters.
  static func of(_ letter: Character) -> Glyph { known(letter) ?? box }

  /// The glyph of a letter that is drawn, or composed of a letter and marks; nil for unknown letters.
  static func known(_ letter: Character) -> Glyph? {
    if let glyph = cache.withLock({ $0[letter] }) { return glyph }
    guard let strokes = Letterforms.all[letter].map(GlyphPath.strokes) ?? Diacritics.strokes(of: letter) else {
      return nil
    }
    let glyph = Glyph(strokes: strokes)
    cache.withLock { if $0.count < mostCached { $0[letter] = glyph } }
    return glyph
  }

  /// A cache of used glyphs, since the number of composable glyphs is unlimited.
  private static let cache = Mutex<[Character: Glyph]>([:])
  private static let mostCached = 1000

  private static let box = Glyph(strokes: GlyphPath.strokes("M0,0 L56,0 L56,100 L0,100 L0,0"))

  private init(strokes: [[SIMD2<Double>]]) {
    let left = strokes.joined().map { $0.x }.min() ?? 0
    self.strokes = strokes.map { $0.map { SIMD2($0.x - left, $0.y) } }
    width = (strokes.joined().map { $0.x }.max() ?? 0) - left
    leftSide = Self.side(self.strokes) { $0 }
    rightSide = Self.side(self.strokes) { [width] in width - $0 }
  }

  /// The number of horizontal bands, each 10 high, from the top of a capital to below a descender.
  static let bandCount = 14

  private static func side(_ strokes: [[SIMD2<Double>]], depth: (Double) -> Double) -> [Double?] {
    var side = [Double?](repeating: nil, count: bandCount)
    for stroke in strokes {
      for (from, to) in zip(stroke, stroke.dropFirst() + stroke.suffix(1)) {
        // Sample densely, so that a long diagonal contributes to each band it crosses.
        for step in 0...bandCount {
          let point = from + (to - from) * (Double(step) / Double(bandCount))
          let band = max(0, min(bandCount - 1, Int(point.y / 10)))
          side[band] = min(side[band] ?? .infinity, depth(point.x))
        }
      }
    }
    return side
  }
}
