/// Optical letter spacing from the shapes of facing sides, in 1/100 of the cap height.
///
/// Two stems are `evenSpacing` apart. Where the sides recede from each other (`AV`, `To`, `oo`), the letters move
/// together by 60% of the mean recess, of which at most `deepest` counts, until they are `closest` apart.
///
///     n│  │n      o)  (o      A\\V
///      ← 33 →         ← less →     ← still less
enum LetterSpacing {
  static let evenSpacing = 33.0
  static let wordSpace = 36.0
  private static let deepest = 26.0
  private static let closest = 25.0

  /// The distance from the rightmost point of a glyph to the leftmost of the next.
  static func spacing(_ left: Glyph, _ right: Glyph) -> Double {
    var (sum, bands, nearest) = (0.0, 0, Double.infinity)
    for band in 0..<Glyph.bandCount {
      let (leftDepth, rightDepth) = (left.rightSide[band], right.leftSide[band])
      guard leftDepth != nil || rightDepth != nil else { continue }
      let depth = (leftDepth ?? deepest) + (rightDepth ?? deepest)
      nearest = min(nearest, Self.nearest(left.rightSide, right.leftSide, at: band))
      sum += min(depth, deepest)
      bands += 1
    }
    let even = evenSpacing - 0.6 * sum / Double(max(1, bands))
    return max(even, closest - min(nearest, deepest))
  }

  /// The distance of two sides in a band. Adjacent bands count too, so that a period does not slide under a serif.
  private static func nearest(_ left: [Double?], _ right: [Double?], at band: Int) -> Double {
    let around = max(0, band - 1)...min(Glyph.bandCount - 1, band + 1)
    let across = around.compactMap { right[$0] }.min() ?? .infinity
    return (left[band] ?? .infinity) + across
  }
}
