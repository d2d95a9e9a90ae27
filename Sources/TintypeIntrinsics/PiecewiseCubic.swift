/// A piecewise cubic function of one number. Pieces are narrower near the start of the interval.
///
/// ```
///  x ── times scale, plus offset ── 1 ... 2^octaves ── exponent and first bits: the piece
///                                                   └─ the lower bits: the position in it
/// ```
///
/// The response of a look bends most near black, so pieces that double in width with every octave are few and fit well.
/// With a single octave all pieces have the same width. Outside the interval the function is constant; NaN gives the
/// value at the start.
///
/// Or pieces begin at numbers of their own (``starts``), as those of a curve do. Such a function is evaluated as
/// `lowerCurves` writes it, product by product and sum by sum, and is only evaluated within its interval and at NaN.
public struct PiecewiseCubic: Sendable, Hashable {
  /// The domain of the function.
  public let interval: Interval

  /// The number of octaves: pieces double in width from one to the next.
  public let octaves: Int

  /// The base-2 logarithm of the number of pieces per octave.
  public let bits: Int

  /// The coefficients of each piece, lowest power first, in units of the last bit of a place, or of the number where
  /// there are ``starts``; followed by the value at the interval's end.
  public let coefficients: [SIMD4<Float>]

  /// The number at which each piece begins; empty where octaves divide the interval.
  public let starts: [Float]

  /// From a number to its place.
  public var scale: Float { Float(Self.exactScale(interval, octaves)) }

  /// From a number to its place.
  public var offset: Float { Float(1 - interval.lower * Self.exactScale(interval, octaves)) }

  /// The place of the interval's end.
  public var last: Float { Float(sign: .plus, exponent: octaves, significand: 1) }

  /// The number of bits of a place that hold the position within its piece.
  public var restBits: Int { 23 - bits }

  /// Creates a function from its coefficients; nil if their number does not match the pieces.
  public init?(on interval: Interval, octaves: Int, bits: Int, coefficients: [SIMD4<Float>]) {
    guard interval.lower.isFinite, interval.upper.isFinite, interval.lower < interval.upper, (1...24).contains(octaves),
      (0...12).contains(bits), coefficients.count == octaves << bits + 1
    else { return nil }
    (self.interval, self.octaves, self.bits, self.coefficients) = (interval, octaves, bits, coefficients)
    starts = []
  }

  /// The most pieces with starts.
  public static let mostStarts = 64

  /// Creates a function whose pieces begin at `starts`; nil unless these rise, end before `end`, and have four
  /// coefficients each.
  public init?(starts: [Float], upTo end: Float, coefficients: [SIMD4<Float>]) {
    guard let first = starts.first, let last = starts.last, starts.count <= Self.mostStarts, first.isFinite,
      end.isFinite, last < end, zip(starts, starts.dropFirst()).allSatisfy({ $0 < $1 }),
      coefficients.count == starts.count
    else { return nil }
    (interval, octaves, bits) = (Interval(Double(first), Double(end)), 1, 0)
    self.starts = starts
    let atEnd = Self.value(end - last, coefficients[coefficients.count - 1])
    self.coefficients = coefficients + [SIMD4(atEnd, 0, 0, 0)]
  }

  /// A cubic of a distance from the start of its piece, by the steps of `lowerCurves`.
  private static func value(_ t: Float, _ c: SIMD4<Float>) -> Float { c.x + t * (c.y + t * (c.z + t * c.w)) }

  /// The value in single precision: the reference for the bytes.
  public func callAsFunction(_ x: Float) -> Float {
    if !starts.isEmpty {
      // NaN is in the last piece.
      let piece = starts.dropFirst().count { !(x < $0) }
      return Self.value(x - starts[piece], coefficients[piece])
    }
    let free = offset.addingProduct(x, scale)
    let place = least(greatest(free, 1), last).bitPattern - Float(1).bitPattern
    let c = coefficients[Int(place >> UInt32(restBits))]
    let t = Float(place & (1 << UInt32(restBits) - 1))
    return c.x.addingProduct(c.y.addingProduct(c.z.addingProduct(c.w, t), t), t)
  }

  /// A range of all values in single precision, roundings included: the sums of the terms' magnitudes.
  public var singleRange: SingleRange? {
    let rounding = 1 + 0x1p-20
    let bounds = coefficients.enumerated().map { index, c in
      let width = width(ofPiece: index)
      let rest = [c.y, c.z, c.w].reversed().reduce(0) { ($0 + Double($1.magnitude)) * width } * rounding
      return (Double(c.x) - rest, Double(c.x) + rest)
    }
    guard let low = bounds.map({ $0.0 }).min(), let high = bounds.map({ $0.1 }).max() else { return nil }
    return SingleRange(finite: Float(low).nextDown, Float(high).nextUp)
  }

  /// The width of a piece in units of its coefficients.
  private func width(ofPiece index: Int) -> Double {
    guard !starts.isEmpty else { return Double(1 << restBits) }
    guard index < starts.count else { return 0 }
    return (index + 1 < starts.count ? Double(starts[index + 1]) : interval.upper) - Double(starts[index])
  }

  /// A bound on how much the value changes for a change of the number by a small part of it, or of `least` if that is
  /// larger, or of 1 if that is smaller.
  public func steepestSlope(ofAtLeast least: Double) -> Double {
    coefficients.indices.dropLast().reduce(0) { steepest, index in
      let (start, end, c) = piece(index)
      let slope = (c.y.magnitude + 2 * c.z.magnitude + 3 * c.w.magnitude) / (end - start)
      return max(steepest, slope * min(max(start.magnitude, end.magnitude, least), 1))
    }
  }

  /// The cubic of a piece interpolates its ends and two places between.
  private static let nodesPerPiece = 3

  /// The places at which a function is sampled for a fit: three per piece, and the interval's end.
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

  /// The starts of some pieces; the start after the last piece is the interval's end.
  public static func starts(on interval: Interval, octaves: Int, bits: Int, pieces: [Int]) -> [Float] {
    let (count, division) = (octaves << bits, Division(interval, octaves: octaves, bits: bits))
    return pieces.map { $0 < count ? division.place(0, of: 1, in: $0) : division.place(1, of: 1, in: count - 1) }
  }

  /// The number of samples per probed piece: its nodes, and places between them.
  private static let probesPerPiece = 6

  /// The places at which some pieces are sampled to estimate the error of a fit.
  public static func probes(on interval: Interval, octaves: Int, bits: Int, pieces: [Int]) -> [Float] {
    let division = Division(interval, octaves: octaves, bits: bits)
    var probes: [Float] = []
    probes.reserveCapacity(pieces.count * (probesPerPiece + 1))
    for piece in pieces {
      for part in 0...probesPerPiece { probes.append(division.place(part, of: probesPerPiece, in: piece)) }
    }
    return probes
  }

  /// The largest error of cubics between their nodes, for a function sampled at ``probes(on:octaves:bits:pieces:)``.
  /// The error is relative to the function's value, or to `part` if that is smaller, or to that part of the largest
  /// value (of `samples` and `others`) if all are smaller than 1.
  public static func errorMax(_ samples: [Float], besides others: [Float] = [], part: Double = 1) -> Double {
    let least = max(leastScale(samples), leastScale(others)) * part
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

  /// The least scale of relative errors: the unit where the value itself is smaller.
  public static func leastScale(_ samples: [Float]) -> Double {
    Swift.max(Swift.min(1, samples.reduce(0) { Swift.max($0, Double($1.magnitude)) }), .leastNormalMagnitude)
  }

  /// A piece as a cubic in t, from 0 at the piece's first number to 1 at its last.
  public func piece(_ index: Int) -> (start: Double, end: Double, cubic: SIMD4<Double>) {
    let width = width(ofPiece: index)
    let cubic = SIMD4<Double>(coefficients[index]) * SIMD4(1, width, width * width, width * width * width)
    if !starts.isEmpty { return (Double(starts[index]), Double(starts[index]) + width, cubic) }
    let division = Division(interval, octaves: octaves, bits: bits)
    return (division.number(0, of: index), division.number(1, of: index), cubic)
  }

  /// Through the values at 0, 1/3, 2/3 and 1 (Lagrange).
  private static func cubic(through first: Float, _ second: Float, _ third: Float, _ fourth: Float) -> SIMD4<Double> {
    let (a, b, c, d) = (Double(first), Double(second), Double(third), Double(fourth))
    return SIMD4(
      a, -5.5 * a + 9 * b - 4.5 * c + d, 9 * a - 22.5 * b + 18 * c - 4.5 * d, 4.5 * (d - a) + 13.5 * (b - c))
  }

  /// The division of an interval into pieces.
  private struct Division {
    private let lower: Double
    private let scale: Double
    private let bits: Int

    init(_ interval: Interval, octaves: Int, bits: Int) {
      (lower, scale, self.bits) = (interval.lower, exactScale(interval, octaves), bits)
    }

    /// The number at a fraction of a piece.
    func number(_ part: Double, of piece: Int) -> Double {
      let (octave, place) = (piece >> bits, piece & (1 << bits - 1))
      let along = 1 + (Double(place) + part) / Double(1 << bits)
      return lower + (along * Double(1 << octave) - 1) / scale
    }

    /// The same in single precision, for a fraction `part / parts`.
    func place(_ part: Int, of parts: Int, in piece: Int) -> Float {
      Float(number(Double(part) / Double(parts), of: piece))
    }
  }

  private static func exactScale(_ interval: Interval, _ octaves: Int) -> Double {
    Double((1 << octaves) - 1) / (interval.upper - interval.lower)
  }
}
