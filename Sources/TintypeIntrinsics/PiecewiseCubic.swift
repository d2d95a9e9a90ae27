/// A function of one number, as cubics on pieces that are narrower the nearer they are to the beginning of an interval.
///
/// ```
///  x ── times scale, plus offset ── 1 ... 2^octaves ── exponent and first bits: the piece
///                                                   └─ the bits behind: how far into it
/// ```
///
/// What a look does to light bends most near black, so pieces that double in width with every octave are few and fit well. One octave
/// alone has pieces of one width. Beyond the interval the value at its end goes on; for NaN that at its beginning.
public struct PiecewiseCubic: Sendable, Hashable {
  /// The numbers it is for.
  public let interval: Interval

  /// How often the pieces double in width.
  public let octaves: Int

  /// The logarithm of the pieces of an octave.
  public let bits: Int

  /// The coefficients of each piece, lowest power first, in steps of the last bit of a place; behind them the interval's end.
  public let coefficients: [SIMD4<Float>]

  /// From a number to its place.
  public var scale: Float { Float(Self.exactScale(interval, octaves)) }

  /// From a number to its place.
  public var offset: Float { Float(1 - interval.lower * Self.exactScale(interval, octaves)) }

  /// The place of the interval's end.
  public var last: Float { Float(sign: .plus, exponent: octaves, significand: 1) }

  /// Bits of a place that say how far into its piece it is.
  public var restBits: Int { 23 - bits }

  /// Puts a function together from its coefficients; nil where they do not belong to these pieces.
  public init?(on interval: Interval, octaves: Int, bits: Int, coefficients: [SIMD4<Float>]) {
    guard interval.lower.isFinite, interval.upper.isFinite, interval.lower < interval.upper, (1...24).contains(octaves),
      (0...12).contains(bits), coefficients.count == octaves << bits + 1
    else { return nil }
    (self.interval, self.octaves, self.bits, self.coefficients) = (interval, octaves, bits, coefficients)
  }

  /// The value in single precision: what the bytes are.
  public func callAsFunction(_ x: Float) -> Float {
    let free = offset.addingProduct(x, scale)
    let place = LaneOperation.minimum(LaneOperation.maximum(free, 1), last).bitPattern - Float(1).bitPattern
    let c = coefficients[Int(place >> UInt32(restBits))]
    let t = Float(place & (1 << UInt32(restBits) - 1))
    return c.x.addingProduct(c.y.addingProduct(c.z.addingProduct(c.w, t), t), t)
  }

  /// Samples of a piece: its cubic goes through every other one, and is judged by those between.
  private static let samplesPerPiece = 6

  /// The numbers at which a function is sampled before it is fitted: six in a piece, and the interval's end.
  public static func samplePlaces(on interval: Interval, octaves: Int, bits: Int) -> [Float] {
    let scale = exactScale(interval, octaves)
    return (0...(octaves << bits) * samplesPerPiece).map { index in
      let (piece, part) = index.quotientAndRemainder(dividingBy: samplesPerPiece)
      let (octave, place) = (piece >> bits, piece & (1 << bits - 1))
      let along = 1 + (Double(place) + Double(part) / Double(samplesPerPiece)) / Double(1 << bits)
      return Float(interval.lower + (along * Double(1 << octave) - 1) / scale)
    }
  }

  /// Fits a function, given at ``samplePlaces(on:octaves:bits:)``.
  ///
  /// - Returns: the cubics, and how far they are from the samples between at most: in parts of the number that they should give, or
  ///   of 1 where that is less, or of the largest one where all are less.
  public static func fitted(
    _ samples: [Float], on interval: Interval, octaves: Int, bits: Int
  ) -> (function: PiecewiseCubic, errorMax: Double)? {
    var coefficients: [SIMD4<Float>] = []
    coefficients.reserveCapacity(octaves << bits + 1)
    let step = 1 / Double(1 << (23 - bits))
    let steps = SIMD4(1, step, step * step, step * step * step)
    var errorMax = 0.0
    let least = Swift.min(1, samples.reduce(0) { Swift.max($0, Double($1.magnitude)) })
    for first in stride(from: 0, to: samples.count - 1, by: samplesPerPiece) {
      func at(_ sample: Int) -> Double { Double(samples[first + sample]) }
      let (a, b, c, d) = (at(0), at(2), at(4), at(6))
      // Lagrange, through the values at 0, 1/3, 2/3 and 1.
      let cubic = SIMD4(
        a, -5.5 * a + 9 * b - 4.5 * c + d, 9 * a - 22.5 * b + 18 * c - 4.5 * d, 4.5 * (d - a) + 13.5 * (b - c))
      for sample in [1, 3, 5] {
        let t = Double(sample) / Double(samplesPerPiece)
        let error = (((cubic.w * t + cubic.z) * t + cubic.y) * t + cubic.x - at(sample)).magnitude
        guard error.isFinite else { return nil }
        errorMax = Swift.max(errorMax, error / Swift.max(at(sample).magnitude, least, .leastNormalMagnitude))
      }
      coefficients.append(SIMD4<Float>(cubic * steps))
    }
    coefficients.append(SIMD4(samples[samples.count - 1], 0, 0, 0))
    return PiecewiseCubic(on: interval, octaves: octaves, bits: bits, coefficients: coefficients).map { ($0, errorMax) }
  }

  private static func exactScale(_ interval: Interval, _ octaves: Int) -> Double {
    Double((1 << octaves) - 1) / (interval.upper - interval.lower)
  }
}
