/// The outline of a line of text: closed contours, filled by the nonzero rule. Lengths are relative to the cap height.
/// The origin is the leftmost ink and the top of a capital; x points right, y down.
public struct LetterOutline: Sendable, Hashable {
  /// A segment of a contour. It starts where the previous segment ended.
  public enum Piece: Sendable, Hashable {
    /// Closes the current contour and begins another.
    case move(SIMD2<Double>)
    /// A straight line.
    case line(SIMD2<Double>)
    /// A quadratic Bézier curve, as in TrueType.
    case quadratic(SIMD2<Double>, SIMD2<Double>)
    /// A cubic Bézier curve, as in OpenType's CFF.
    case cubic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  }

  /// The segments of all contours in order.
  public var pieces: [Piece]

  /// The distance from the leftmost ink to the rightmost.
  public var width: Double

  /// Takes the segments and the width.
  public init(pieces: [Piece], width: Double) {
    (self.pieces, self.width) = (pieces, width)
  }

  /// Flattens all contours into polygons that are within 1/200 pixel of the curves, unless there are very many curves.
  ///
  /// - Parameter height: the cap height in pixels.
  func polygons(height: Double) -> [[SIMD2<Double>]] {
    // At most 128 chords per curve, fewer where the total would exceed half a million.
    let limit = max(8, min(128, 500_000 / max(1, pieces.count)))
    var polygons: [[SIMD2<Double>]] = []
    for piece in pieces {
      guard let start = polygons.last?.last else {
        if case .move(let point) = piece { polygons.append([point]) }
        continue
      }
      var points = polygons.removeLast()
      switch piece {
      case .move(let point):
        polygons.append(points)
        points = [point]
      case .line(let end): points.append(end)
      case .quadratic(let control, let end):
        let count = Self.chordCount(Self.length(start - 2 * control + end) * height / 4, limit)
        for step in 1...count {
          let (t, s) = (Double(step) / Double(count), Double(count - step) / Double(count))
          points.append(s * s * start + 2 * s * t * control + t * t * end)
        }
      case .cubic(let first, let second, let end):
        let deviations = [start - 2 * first + second, first - 2 * second + end].map(Self.length)
        let count = Self.chordCount((deviations.max() ?? 0) * height * 3 / 4, limit)
        for step in 1...count {
          let (t, s) = (Double(step) / Double(count), Double(count - step) / Double(count))
          points.append(s * s * s * start + 3 * s * s * t * first + 3 * s * t * t * second + t * t * t * end)
        }
      }
      polygons.append(points)
    }
    return polygons
  }

  /// The number of chords for an error below 1/200 pixel. The error falls with the square of the number.
  ///
  /// - Parameter deviation: the distance in pixels between the curve and a single chord.
  private static func chordCount(_ deviation: Double, _ limit: Int) -> Int {
    guard deviation < 1e6 else { return limit }
    return min(limit, max(1, Int((deviation * 200).squareRoot().rounded(.up))))
  }

  private static func length(_ v: SIMD2<Double>) -> Double { (v.x * v.x + v.y * v.y).squareRoot() }
}
