/// How far apart two letters stand, found by looking at the space between their facing sides.
///
/// Two stems stand at `evenGap`; where the sides fall away from each other (`AV`, `To`, `oo`) the letters move together
/// until the mean gap is the same again, a gap counted as `deepest` at most and never closer than `closest`.
///
///     n│  │n      o)  (o      A\\V
///      ← 33 →         ← less →     ← still less
enum LetterSpacing {
  static let evenGap = 33.0
  static let wordSpace = 36.0
  private static let deepest = 26.0
  private static let closest = 25.0

  /// From the rightmost point of a letter to the leftmost of the next.
  static func gap(_ left: Glyph, _ right: Glyph) -> Double {
    var (sum, bands, nearest) = (0.0, 0, Double.infinity)
    for band in 0..<Glyph.bandCount {
      let (leftDepth, rightDepth) = (left.rightSide[band], right.leftSide[band])
      guard leftDepth != nil || rightDepth != nil else { continue }
      let depth = (leftDepth ?? deepest) + (rightDepth ?? deepest)
      nearest = min(nearest, Self.nearest(left.rightSide, right.leftSide, at: band))
      sum += min(depth, deepest)
      bands += 1
    }
    let even = evenGap - 0.6 * sum / Double(max(1, bands))
    return max(even, closest - min(nearest, deepest))
  }

  /// How near two sides are in a band, the bands above and below seen too: a full stop must not creep under a foot.
  private static func nearest(_ left: [Double?], _ right: [Double?], at band: Int) -> Double {
    let around = max(0, band - 1)...min(Glyph.bandCount - 1, band + 1)
    let across = around.compactMap { right[$0] }.min() ?? .infinity
    return (left[band] ?? .infinity) + across
  }
}
