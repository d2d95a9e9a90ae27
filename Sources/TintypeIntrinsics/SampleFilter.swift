/// How the color between pixel centers is found, along each axis.
public enum SampleFilter: String, CaseIterable, Sendable, Hashable {
  /// The pixel that the place lies in.
  case nearest
  /// Straight between the two centers around the place.
  case bilinear
  /// Through the four centers around the place by cubics (Catmull and Rom, 1974): sharp, and overshoots hard edges a little.
  case bicubic

  /// How many pixels along an axis have a part in it.
  public var taps: Int {
    switch self {
    case .nearest: 1
    case .bilinear: 2
    case .bicubic: 4
    }
  }

  /// How many of them lie before the one whose center is at the place or just before it.
  public var tapsBefore: Int { self == .bicubic ? 1 : 0 }

  /// What is taken from a place so that its whole part names a pixel: half a pixel, but for the nearest.
  public var offset: Double { self == .nearest ? 0 : 0.5 }

  /// The parts of the taps, from the first to the last, at a fraction of a pixel behind the center; they add up to 1.
  ///
  /// The executor follows this step by step.
  public func weights(_ f: Float) -> [Float] {
    switch self {
    case .nearest: return [1]
    case .bilinear: return [1 - f, f]
    case .bicubic:
      let square = f * f
      return [
        f * Float(-0.5).addingProduct(f, Float(1).addingProduct(-0.5, f)),
        Float(1).addingProduct(square, Float(-2.5).addingProduct(1.5, f)),
        f * Float(0.5).addingProduct(f, Float(2).addingProduct(-1.5, f)),
        square * Float(-0.5).addingProduct(0.5, f),
      ]
    }
  }

  /// The same in double precision, by the cubic's own form.
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
