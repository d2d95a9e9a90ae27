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

  /// The cubic of a piece goes through its ends and two places between.
  private static let nodesPerPiece = 3

  /// Where a function is sampled before it is fitted: three numbers in a piece, and the interval's end.
  public static func nodes(on interval: Interval, octaves: Int, bits: Int) -> [Float] {
    let (pieces, division) = (octaves << bits, Division(interval, octaves: octaves, bits: bits))
    var nodes: [Float] = []
    nodes.reserveCapacity(pieces * nodesPerPiece + 1)
    for piece in 0..<pieces {
      for part in 0..<nodesPerPiece { nodes.append(division.place(part, of: nodesPerPiece, in: piece)) }
    }
    nodes.append(division.place(1, of: 1, in: pieces - 1))
    return nodes
  }

  /// Fits a function, given at ``nodes(on:octaves:bits:)``.
  public static func fitted(_ samples: [Float], on interval: Interval, octaves: Int, bits: Int) -> PiecewiseCubic? {
    var coefficients: [SIMD4<Float>] = []
    coefficients.reserveCapacity(octaves << bits + 1)
    let step = 1 / Double(1 << (23 - bits))
    let steps = SIMD4(1, step, step * step, step * step * step)
    for first in stride(from: 0, to: samples.count - 1, by: nodesPerPiece) {
      let cubic = cubic(through: samples[first], samples[first + 1], samples[first + 2], samples[first + 3])
      coefficients.append(SIMD4<Float>(cubic * steps))
    }
    coefficients.append(SIMD4(samples[samples.count - 1], 0, 0, 0))
    return PiecewiseCubic(on: interval, octaves: octaves, bits: bits, coefficients: coefficients)
  }

  /// Where some pieces begin; the one behind the last begins where the interval ends.
  public static func starts(on interval: Interval, octaves: Int, bits: Int, pieces: [Int]) -> [Float] {
    let (count, division) = (octaves << bits, Division(interval, octaves: octaves, bits: bits))
    return pieces.map { $0 < count ? division.place(0, of: 1, in: $0) : division.place(1, of: 1, in: count - 1) }
  }

  /// Samples of a piece that is looked at before: its nodes, and places between them.
  private static let probesPerPiece = 6

  /// Where some pieces are sampled to see how far cubics would be from a function.
  public static func probes(on interval: Interval, octaves: Int, bits: Int, pieces: [Int]) -> [Float] {
    let division = Division(interval, octaves: octaves, bits: bits)
    var probes: [Float] = []
    probes.reserveCapacity(pieces.count * (probesPerPiece + 1))
    for piece in pieces {
      for part in 0...probesPerPiece { probes.append(division.place(part, of: probesPerPiece, in: piece)) }
    }
    return probes
  }

  /// How far cubics are from a function between their nodes, given at ``probes(on:octaves:bits:pieces:)``: in parts of the number that
  /// they should give, or of 1 where that is less, or of the largest one where all are less, these and others.
  public static func errorMax(_ samples: [Float], besides others: [Float] = []) -> Double {
    let least = max(leastScale(samples), leastScale(others))
    var errorMax = 0.0
    for first in stride(from: 0, to: samples.count, by: probesPerPiece + 1) {
      let cubic = cubic(through: samples[first], samples[first + 2], samples[first + 4], samples[first + 6])
      for sample in [1, 3, 5] {
        let (t, value) = (Double(sample) / Double(probesPerPiece), Double(samples[first + sample]))
        let error = (((cubic.w * t + cubic.z) * t + cubic.y) * t + cubic.x - value).magnitude
        if !error.isFinite { return .infinity }
        errorMax = Swift.max(errorMax, error / Swift.max(value.magnitude, least))
      }
    }
    return errorMax
  }

  /// What an error is measured by, where the number itself is less.
  public static func leastScale(_ samples: [Float]) -> Double {
    Swift.max(Swift.min(1, samples.reduce(0) { Swift.max($0, Double($1.magnitude)) }), .leastNormalMagnitude)
  }

  /// A piece as a cubic in how far, from 0 to 1, a number has come from the piece's first number to its last.
  public func piece(_ index: Int) -> (start: Double, end: Double, cubic: SIMD4<Double>) {
    let division = Division(interval, octaves: octaves, bits: bits)
    let width = Double(1 << restBits)
    return (
      division.number(0, of: index), division.number(1, of: index),
      SIMD4<Double>(coefficients[index]) * SIMD4(1, width, width * width, width * width * width)
    )
  }

  /// Through the values at 0, 1/3, 2/3 and 1 (Lagrange).
  private static func cubic(through first: Float, _ second: Float, _ third: Float, _ fourth: Float) -> SIMD4<Double> {
    let (a, b, c, d) = (Double(first), Double(second), Double(third), Double(fourth))
    return SIMD4(
      a, -5.5 * a + 9 * b - 4.5 * c + d, 9 * a - 22.5 * b + 18 * c - 4.5 * d, 4.5 * (d - a) + 13.5 * (b - c))
  }

  /// Where the pieces of an interval lie.
  private struct Division {
    private let lower: Double
    private let scale: Double
    private let bits: Int

    init(_ interval: Interval, octaves: Int, bits: Int) {
      (lower, scale, self.bits) = (interval.lower, exactScale(interval, octaves), bits)
    }

    /// The number that lies a part into a piece.
    func number(_ part: Double, of piece: Int) -> Double {
      let (octave, place) = (piece >> bits, piece & (1 << bits - 1))
      let along = 1 + (Double(place) + part) / Double(1 << bits)
      return lower + (along * Double(1 << octave) - 1) / scale
    }

    /// The same in single precision, for a part of so many.
    func place(_ part: Int, of parts: Int, in piece: Int) -> Float {
      Float(number(Double(part) / Double(parts), of: piece))
    }
  }

  private static func exactScale(_ interval: Interval, _ octaves: Int) -> Double {
    Double((1 << octaves) - 1) / (interval.upper - interval.lower)
  }
}
