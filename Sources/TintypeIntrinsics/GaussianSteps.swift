/// The steps of a Gaussian blur whose cost does not depend on its radius.
///
/// ```
///  pixels ─ halve ─ halve ─ weigh neighbors ─ double ─ double ─ pixels
/// ```
///
/// Halving and doubling filter with 1 4 6 4 1, whose variance is 1. A sampled Gaussian on the smallest picture, with a
/// footprint of a few pixels, provides the remaining variance (pyramids as in Burt and Adelson, 1983). Every value is a
/// fixed weighted sum of values of the previous step, so the result does not depend on the boundaries of strips or
/// tiles, and the footprint is finite.
///
/// The error against the true Gaussian is at most 1/2000 of the picture's range for the worst picture, and 1/10,000 for
/// pictures without alternation from pixel to pixel. Below ``halvingSigma`` the only error is truncation at four sigma.
public struct GaussianSteps: Sendable, Hashable {
  /// The smallest sigma that has an effect: below, a neighbor's weight is under 4e-6.
  public static let leastSigma = 0.2

  /// The smallest sigma for which the picture is halved.
  public static let halvingSigma: Float = 4

  /// The largest sigma: a larger blur would make any picture one color.
  public static let largestSigma: Float = 65536

  /// The weights of the five-tap filter for halving, from the center outward; doubling uses twice these weights.
  public static let halving: (middle: Float, next: Float, last: Float) = (0.375, 0.25, 0.0625)

  /// The largest number of neighbors on either side in ``weights``.
  public static let largestReach = 16

  /// The number of halvings.
  public let halvings: Int

  /// The weights of a pixel and of its neighbors at distances 1, 2, ... in pixels of the smallest picture.
  public let weights: [Float]

  /// The steps for a standard deviation in pixels; NaN counts as 0.
  public init(sigma: Float) {
    let sigma = least(greatest(sigma, 0), Self.largestSigma)
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
    // Uses our exponential: results of the C library differ between machines.
    let parts = (0...reach).map { distance in
      Double(Elementary.exp2(Float(-Double(distance * distance) / (2 * rest) * 1.4426950408889634)))
    }
    let sum = parts.reduce(-parts[0]) { $0 + 2 * $1 }
    self.halvings = halvings
    weights = parts.map { Float($0 / sum) }
  }

  /// The range of a halved picture along an axis, for a range of the original. Outside this range the halved picture is
  /// constant, because edge pixels of the original are repeated.
  public static func halved(_ pixels: Range<Int>) -> Range<Int> {
    let last = pixels.upperBound - 1
    return ((pixels.lowerBound - 2) >> 1)..<(((last + 3) >> 1) + 1)
  }
}
