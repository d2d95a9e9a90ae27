/// How a picture is smoothed by a Gaussian at a cost that does not grow with its width.
///
/// ```
///  pixels ─ halve ─ halve ─ weigh neighbors ─ double ─ double ─ pixels
/// ```
///
/// To halve, and to double again, is to weigh with 1 4 6 4 1, whose variance is 1: what is left of the variance is done by a
/// sampled Gaussian on the smallest picture, where it reaches a few pixels only (Burt and Adelson, 1983, build pyramids
/// this way). Every number of every step is a fixed sum of numbers of the step before, so nothing depends on where a strip
/// or a tile begins, and the reach is finite.
///
/// Against the true Gaussian the result is off by at most 1/2000 of the range of the picture, for the worst of all pictures,
/// and by 1/10,000 where nothing alternates from pixel to pixel; below ``halvingSigma`` the only error is the cut at four sigma.
public struct GaussianSteps: Sendable, Hashable {
  /// A blur below this does not reach the next pixel: its neighbors would weigh 4e-6.
  public static let leastSigma = 0.2

  /// From here on the picture is halved first.
  public static let halvingSigma: Float = 4

  /// No blur is wider: a picture of that size is one color.
  public static let largestSigma: Float = 65536

  /// The parts that a pixel has in the five around it when a picture is halved; twice that when it is doubled.
  public static let halving: (middle: Float, next: Float, last: Float) = (0.375, 0.25, 0.0625)

  /// The most neighbors on either side that ``weights`` reach.
  public static let largestReach = 16

  /// How often the picture is halved.
  public let halvings: Int

  /// The parts of a pixel itself and of its neighbors at a distance of 1, 2, ... pixels of the smallest picture.
  public let weights: [Float]

  /// The steps for a standard deviation in pixels; NaN counts as 0.
  public init(sigma: Float) {
    let sigma = LaneOperation.minimum(LaneOperation.maximum(sigma, 0), Self.largestSigma)
    guard Double(sigma) >= Self.leastSigma else {
      (halvings, weights) = (0, [1])
      return
    }
    var halvings = 0
    var scale = 1.0
    while Double(sigma) / scale >= Double(Self.halvingSigma) {
      halvings += 1
      scale *= 2
    }
    let variance = Double(sigma) * Double(sigma)
    let rest = (variance - 2 * (scale * scale - 1) / 3) / (scale * scale)
    let reach = min(Int((4 * rest.squareRoot()).rounded(.up)), Self.largestReach)
    // Our own exponential: the C library's differs from machine to machine.
    let parts = (0...reach).map { distance in
      Double(LaneOperation.exp2(Float(-Double(distance * distance) / (2 * rest) * 1.4426950408889634)))
    }
    let sum = parts.reduce(-parts[0]) { $0 + 2 * $1 }
    self.halvings = halvings
    weights = parts.map { Float($0 / sum) }
  }

  /// The pixels of a halved picture, along an axis, for those of the one it is made from: beyond them it does not change any
  /// more when the edge of the larger picture goes on for ever.
  public static func halved(_ pixels: Range<Int>) -> Range<Int> {
    let last = pixels.upperBound - 1
    return ((pixels.lowerBound - 2) >> 1)..<(((last + 3) >> 1) + 1)
  }
}
