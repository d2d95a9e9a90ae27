/// The outline of a line of text: closed ways that go round what is inked. Lengths are parts of a capital's height, from the leftmost
/// ink and the top of a capital, rightward and downward.
public struct LetterOutline: Sendable, Hashable {
  /// A piece of the way; its start is the end of the piece before.
  public enum Piece: Sendable, Hashable {
    /// Begins another way, and closes the one before.
    case move(SIMD2<Double>)
    /// A straight line.
    case line(SIMD2<Double>)
    /// A parabola, as TrueType has them.
    case quadratic(SIMD2<Double>, SIMD2<Double>)
    /// A cubic Bézier curve, as OpenType's CFF has them.
    case cubic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  }

  /// The pieces, in order.
  public var pieces: [Piece]

  /// From the leftmost ink to the rightmost.
  public var width: Double

  /// An outline.
  public init(pieces: [Piece], width: Double) {
    (self.pieces, self.width) = (pieces, width)
  }

  /// All ways as polygons of a size that no curve is seen to be none.
  ///
  /// - Parameter height: of a capital in pixels.
  func polygons(height: Double) -> [[SIMD2<Double>]] {
    // Large letters deserve many chords; how many there are in all stays bounded.
    let most = max(8, min(128, 500_000 / max(1, pieces.count)))
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
      case .quadratic(let bend, let end):
        let count = Self.count(Self.length(start - 2 * bend + end) * height / 4, most)
        for step in 1...count {
          let (t, s) = (Double(step) / Double(count), Double(count - step) / Double(count))
          points.append(s * s * start + 2 * s * t * bend + t * t * end)
        }
      case .cubic(let first, let second, let end):
        let bends = [start - 2 * first + second, first - 2 * second + end].map(Self.length)
        let count = Self.count((bends.max() ?? 0) * height * 3 / 4, most)
        for step in 1...count {
          let (t, s) = (Double(step) / Double(count), Double(count - step) / Double(count))
          points.append(s * s * s * start + 3 * s * s * t * first + 3 * s * t * t * second + t * t * t * end)
        }
      }
      polygons.append(points)
    }
    return polygons
  }

  /// How many chords a curve needs that is so many pixels away from its only chord: the distance falls with the square of their number,
  /// to 1/200 of a pixel.
  private static func count(_ away: Double, _ most: Int) -> Int {
    guard away < 1e6 else { return most }
    return min(most, max(1, Int((away * 200).squareRoot().rounded(.up))))
  }

  private static func length(_ way: SIMD2<Double>) -> Double { (way.x * way.x + way.y * way.y).squareRoot() }
}
