/// A smooth curve through points without overshoot: piecewise cubic with the slopes of Fritsch and Butland (1984), "A
/// method for constructing local monotone piecewise cubic interpolants". Outside the points the curve is constant.
public struct MonotoneCurve: Sendable, Hashable {
  /// One piece between two points.
  public typealias Piece = CurvePiece<Double>

  /// The least distance of two computed points along x: 1/1024.
  public static let leastWidth = 0x1p-10

  /// The pieces from left to right.
  public let pieces: [Piece]

  /// The end of the last piece.
  public let end: Double

  /// A curve through x0 y0 x1 y1 ...; nil unless there are at least two points and x rises, and for pieces whose
  /// numbers are not finite in single precision.
  public init?(_ numbers: [Double]) {
    guard numbers.count >= 4, numbers.count.isMultiple(of: 2), numbers.allSatisfy({ $0.isFinite }) else { return nil }
    var points = stride(from: 0, to: numbers.count, by: 2).map { (x: numbers[$0], y: numbers[$0 + 1]) }
    // The place of a point is compared in single precision. Where a curve is steep, its pieces end there, too.
    let isSteep = zip(points, points.dropFirst()).contains { ($1.y - $0.y).magnitude > 64 * ($1.x - $0.x) }
    if isSteep { points = points.map { (Double(Float($0.x)), $0.y) } }
    guard zip(points, points.dropFirst()).allSatisfy({ Float($0.x) < Float($1.x) }) else { return nil }
    let widths = zip(points, points.dropFirst()).map { $1.x - $0.x }
    let rises = zip(zip(points, points.dropFirst()), widths).map { ($0.1.y - $0.0.y) / $1 }
    let slopes = points.indices.map { Self.slope(at: $0, widths, rises) }
    pieces = widths.indices.map { index in
      let (width, rise) = (widths[index], rises[index])
      let (first, last) = (slopes[index], slopes[index + 1])
      return Piece(
        start: points[index].x, value: points[index].y, slope: first, second: (3 * rise - 2 * first - last) / width,
        third: (first + last - 2 * rise) / (width * width))
    }
    end = points[points.count - 1].x
    guard Float(end).isFinite,
      pieces.allSatisfy({ [$0.start, $0.value, $0.slope, $0.second, $0.third].allSatisfy { Float($0).isFinite } })
    else { return nil }
  }

  /// The value at a place.
  public func callAsFunction(_ x: Double) -> Double {
    let bounded = x > pieces[0].start ? (x < end ? x : end) : pieces[0].start
    let piece = pieces.last { $0.start <= bounded } ?? pieces[0]
    let t = bounded - piece.start
    return piece.value + t * (piece.slope + t * (piece.second + t * piece.third))
  }

  private static func slope(at index: Int, _ widths: [Double], _ rises: [Double]) -> Double {
    if rises.count == 1 { return rises[0] }
    if index == 0 { return endSlope(widths[0], widths[1], rises[0], rises[1]) }
    if index == rises.count {
      return endSlope(widths[index - 1], widths[index - 2], rises[index - 1], rises[index - 2])
    }
    let (before, after) = (rises[index - 1], rises[index])
    guard before * after > 0 else { return 0 }
    let (a, b) = (2 * widths[index] + widths[index - 1], widths[index] + 2 * widths[index - 1])
    return (a + b) / (a / before + b / after)
  }

  /// The end slope of a parabola through three points, limited to prevent overshoot.
  private static func endSlope(_ width: Double, _ next: Double, _ rise: Double, _ nextRise: Double) -> Double {
    let slope = ((2 * width + next) * rise - width * nextRise) / (width + next)
    if slope * rise <= 0 { return 0 }
    return rise * nextRise <= 0 && slope.magnitude > 3 * rise.magnitude ? 3 * rise : slope
  }
}
