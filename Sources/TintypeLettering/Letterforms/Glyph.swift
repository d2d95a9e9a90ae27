/// The middle line of one letter, in hundredths of a capital's height: y is 0 at the top of a capital and 100 on the baseline.
package struct Glyph: Sendable {
  /// Where the pen goes; a line of one point is a dot, drawn a little larger than the pen.
  package let strokes: [[SIMD2<Double>]]

  /// From its leftmost to its rightmost point.
  package let width: Double

  /// How far its left side stands back from its leftmost point, band by band down the letter; nil where it has no ink.
  let leftSide: [Double?]

  /// The same of its right side.
  let rightSide: [Double?]

  /// The glyph of a letter; a box where there is none.
  static func of(_ letter: Character) -> Glyph { drawn[letter] ?? box }

  private static let box = Glyph(path: "M0,0 L56,0 L56,100 L0,100 L0,0")

  private static let drawn = Letterforms.all.mapValues { Glyph(path: $0) }

  init(path: String) {
    let strokes = GlyphPath.strokes(path)
    let left = strokes.joined().map(\.x).min() ?? 0
    self.strokes = strokes.map { $0.map { SIMD2($0.x - left, $0.y) } }
    width = (strokes.joined().map(\.x).max() ?? 0) - left
    leftSide = Self.side(self.strokes) { $0 }
    rightSide = Self.side(self.strokes) { [width] in width - $0 }
  }

  /// Bands of a letter's height, from above a bracket's top to below a descender.
  static let bandCount = 14

  private static func side(_ strokes: [[SIMD2<Double>]], depth: (Double) -> Double) -> [Double?] {
    var side = [Double?](repeating: nil, count: bandCount)
    for stroke in strokes {
      for (from, to) in zip(stroke, stroke.dropFirst() + stroke.suffix(1)) {
        // Dense steps along the line, so that a long diagonal leaves its mark in each band that it crosses.
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
