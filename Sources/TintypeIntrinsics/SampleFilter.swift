/// The interpolation between pixel centers, along each axis.
public enum SampleFilter: String, CaseIterable, Sendable, Hashable {
  /// The pixel that contains the place.
  case nearest
  /// Linear between the two centers around the place.
  case bilinear
  /// Cubic through the four centers around the place (Catmull and Rom, 1974): sharp, with a slight overshoot at hard
  /// edges.
  case bicubic

  /// The number of taps along an axis.
  public var taps: Int {
    switch self {
    case .nearest: 1
    case .bilinear: 2
    case .bicubic: 4
    }
  }

  /// The number of taps before the pixel whose center is at or just before the place.
  public var tapsBefore: Int { self == .bicubic ? 1 : 0 }

  /// The offset subtracted from a place so that its integer part is a pixel index: half a pixel, except for `nearest`.
  public var offset: Double { self == .nearest ? 0 : 0.5 }

  /// The weights of the taps, first to last, at a fraction of a pixel after the center, by the standard form of the
  /// cubic; they add up to 1.
  public func exactWeights(_ f: Double) -> [Double] {
    switch self {
    case .nearest: [1]
    case .bilinear: [1 - f, f]
    case .bicubic:
      [1 + f, f, 1 - f, 2 - f].map { x in
        x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2
      }
    }
  }
}
