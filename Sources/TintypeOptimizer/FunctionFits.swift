import TintypeIntrinsics
import TintypeSystem

/// Fits piecewise cubics to chains. Each chain is fitted once, with bounded effort.
struct FunctionFits {
  /// The chain and the conditions that a function was fitted for.
  private struct Key: Hashable {
    let interval: Interval
    let chain: UnaryChain
    let accuracy: Accuracy
    let part: Double

    /// Leaves out the steps: different chains on one interval mostly differ in their constants or their length, and
    /// hashing each step of every chain costs more than a few comparisons.
    func hash(into hasher: inout Hasher) {
      hasher.combine(interval)
      hasher.combine(chain.constants)
      hasher.combine(chain.steps.count)
    }
  }

  /// A chain on an interval, and its function; nil if no form is accurate enough.
  private struct Fit {
    let key: Key
    let function: PiecewiseCubic?
    let effort: Double
  }

  private var known: [Key: PiecewiseCubic?] = [:]
  /// The last fits of the process. A look that is compiled again, after an edit or for photos of another kind, has most
  /// of its chains in common with the last time.
  private static let recent = Mutex<[Fit]>([])
  private static let mostRecent = 256

  /// The values of the steps of a chain; memory that all evaluations share.
  private var rows = LaneRows()
  /// The remaining budget, in units of `LaneOperation.cost`. It bounds compile time to milliseconds for any look.
  private var effort = 8e6

  /// Whether no other chain is fitted.
  var isExhausted: Bool { effort < 0 }

  /// The number of octaves, and the base-2 logarithm of the number of pieces in each octave.
  typealias Form = (octaves: Int, bits: Int)

  /// Forms of 64 pieces, which wide loops hold in registers; they bend near the start of the interval.
  private static let short: [Form] = [(8, 3), (16, 2)]

  /// 64 pieces of one width, for an interval whose corners are multiples of it.
  private static let even: Form = (1, 6)

  /// Longer forms for smooth chains that bend near the start of the interval.
  private static let smooth: [Form] = [(8, 4), (24, 3), (8, 5)]

  /// Longer forms for chains with corners near the start of the interval, anywhere, or both.
  private static let cornered: [Form] = [(8, 4), (8, 5), (1, 9), (8, 7)]

  private static let mostPieces = 1024.0

  /// How exact functions are.
  struct Accuracy: Hashable {
    /// The largest error, in units of `PiecewiseCubic.errorMax`, as `FunctionProof` proves it.
    let tolerance: Double

    /// The largest `ErrorGains` of a function's value.
    let mostGain: Double

    /// The largest error at the very ends of an interval, as a part of the function's largest value: a quarter of the
    /// step between codes of the result.
    let atEnds: Double

    /// For results that are stored in 8 bits.
    static let bytes = Accuracy(tolerance: 5e-6, mostGain: .infinity, atEnds: 0.25 / 255)

    private init(tolerance: Double, mostGain: Double, atEnds: Double) {
      (self.tolerance, self.mostGain, self.atEnds) = (tolerance, mostGain, atEnds)
    }

    /// For results that become codes of `bits` bits, whatever they are stored in: an eighth of the step between 16-bit
    /// codes; 5e-6 for up to 12 bits; that of bytes for up to 8.
    init(ofBits bits: Int) {
      self =
        bits <= 8
        ? .bytes
        : Self(
          tolerance: bits <= 12 ? 5e-6 : 0.125 / 65_535, mostGain: 65_536, atEnds: 0.25 / Double(1 << bits - 1))
    }

    /// The part of 1 below which errors are not relative to the value any more, if later steps may enlarge them: an
    /// encoding does near black.
    static let leastPart = 1.0 / 64
  }

  private let accuracy: Accuracy
  /// The part of 1 below which errors of the function in question are not relative to its value any more.
  private var part = 1.0

  init(_ accuracy: Accuracy) { self.accuracy = accuracy }

  /// One piece in this many is probed first: most forms that do not fit already fail there.
  private static let pieceStride = 8

  /// The function of a chain on an interval; nil if no form is accurate enough.
  ///
  /// - Parameter isResult: whether no later step can enlarge its error, or it does not matter.
  mutating func function(_ chain: UnaryChain, on interval: Interval, isResult: Bool = true) -> PiecewiseCubic? {
    part = isResult ? 1 : Accuracy.leastPart
    let key = Key(interval: interval, chain: chain, accuracy: accuracy, part: part)
    if let function = known[key] { return function }
    guard effort >= 0 else { return nil }
    if let fit = Self.recent.withLock({ $0.first { $0.key == key } }) {
      // Whether the budget suffices does not depend on what the process has done before.
      effort -= fit.effort
      guard effort >= 0 else { return nil }
      known[key] = .some(fit.function)
      return fit.function
    }
    let before = effort
    let function = fitted(chain, on: interval)
    known[key] = .some(function)
    guard effort >= 0 else { return function }
    Self.recent.withLock { recent in
      if recent.count == Self.mostRecent { recent.removeFirst() }
      recent.append(Fit(key: key, function: function, effort: before - effort))
    }
    return function
  }

  private mutating func fitted(_ chain: UnaryChain, on whole: Interval) -> PiecewiseCubic? {
    // Where the last proof failed.
    var suspect: Double?
    var forms = Self.short.map { (whole, $0) }
    if let even = evenInterval(chain, on: whole) { forms.append((even, Self.even)) }
    forms += (chain.hasCorners ? Self.cornered : Self.smooth).map { (whole, $0) }
    for (interval, form) in forms {
      guard effort >= 0 else { return nil }
      let error = probed(chain, on: interval, form)
      if error > accuracy.tolerance {
        if isHopeless(error, pieces: form.octaves << form.bits) { return nil }
        continue
      }
      let nodes = PiecewiseCubic.nodes(on: interval, octaves: form.octaves, bits: form.bits)
      effort -= Double(nodes.count) * chain.cost
      guard effort >= 0, let samples = chain.values(at: nodes, &rows),
        let function = PiecewiseCubic.fitted(samples, on: interval, octaves: form.octaves, bits: form.bits)
      else { return nil }
      let least = PiecewiseCubic.leastScale(samples) * part
      let largest = Double(samples.map { $0.magnitude }.max() ?? 0)
      guard var proof = FunctionProof(chain, is: function, within: accuracy.tolerance, ofAtLeast: least) else {
        return nil
      }
      if proof.holds(&effort, suspect: &suspect), reaches(function, of: chain, whole, beyond: interval, largest) {
        return function
      }
    }
    return nil
  }

  /// Whether the function has the chain's values at the ends of an interval, where its pieces end a little before: a
  /// chain can be another one at the last number alone.
  private mutating func reaches(
    _ function: PiecewiseCubic, of chain: UnaryChain, _ whole: Interval, beyond pieces: Interval, _ largest: Double
  ) -> Bool {
    let rests = [(whole.lower, pieces.lower), (pieces.upper, whole.upper)].filter { $0 < $1 }
    let places = rests.flatMap { start, end in (0...8).map { Float(start + (end - start) * Double($0) / 8) } }
    effort -= Double(places.count) * chain.cost
    guard effort >= 0, let values = chain.values(at: places, &rows) else { return false }
    return zip(places, values).allSatisfy { place, value in
      Double((value - function(place)).magnitude) <= accuracy.atEnds * largest
    }
  }

  /// The interval, widened so that pieces of the form ``even`` start at all corners: a curve whose points are multiples
  /// of 0.05 is one cubic in each of them. A small part of a piece may lie outside at both ends. Nil if the distances
  /// between corners are not multiples of one width.
  private mutating func evenInterval(_ chain: UnaryChain, on interval: Interval) -> Interval? {
    let (pieces, corners) = (Double(1 << Self.even.bits), corners(of: chain, on: interval))
    guard let first = corners.first, let last = corners.last else { return nil }
    let gap = zip(corners, corners.dropFirst()).map { $1 - $0 }.min() ?? (interval.upper - interval.lower)
    // At the points of a curve only the second derivative jumps: a small part of a piece beside them costs nothing. Its
    // ends may be corners of the value.
    let tolerance = 1e-3
    for division in 1...16 {
      let steps = ((last - first) / gap * Double(division)).rounded()
      let measure = steps > 0 ? (last - first) / steps : gap
      let isAligned = corners.allSatisfy { corner in
        let place = (corner - first) / measure
        return (place - place.rounded()).magnitude < tolerance
      }
      guard isAligned else { continue }
      func count(_ length: Double, of width: Double) -> Double { (length / width - tolerance).rounded(.up) }
      let (before, after) = (first - interval.lower, interval.upper - first)
      func isEnough(_ width: Double) -> Bool { count(before, of: width) + count(after, of: width) <= pieces }
      guard isEnough(measure) else { return nil }
      var parts = 1.0
      while isEnough(measure / (parts + 1)) { parts += 1 }
      let width = measure / parts
      let lower = first - width * count(before, of: width)
      return Interval(lower, lower + width * pieces)
    }
    return nil
  }

  /// The numbers at which a comparison or a limit changes sides, in order.
  private mutating func corners(of chain: UnaryChain, on interval: Interval) -> [Double] {
    let width = interval.upper - interval.lower
    // An end of the interval may be a limit: it is looked at from both sides.
    var stretches = [(interval.lower - width / 256, interval.upper + width / 256)]
    for parts in [128, 8, 8, 8, 8, 8] {
      let places = stretches.flatMap { lower, upper in
        (0...parts).map { Float(lower + (upper - lower) * Double($0) / Double(parts)) }
      }
      effort -= Double(places.count) * chain.cost
      guard effort >= 0, places.count > 1 else { return [] }
      // Between the end of one stretch and the start of the next there is none.
      let turns = chain.turns(at: places, &rows).turns.filter { $0 % (parts + 1) < parts }
      guard turns.count <= 64 else { return [] }
      stretches = turns.map { (Double(places[$0]), Double(places[$0 + 1])) }
    }
    return stretches.map { ($0 + $1) / 2 }.reduce(into: []) { corners, corner in
      if corners.last.map({ corner - $0 > width * 1e-5 }) ?? true { corners.append(corner) }
    }
  }

  /// The error of a form at some of its pieces. Stops after the first few if their error is already too large.
  private mutating func probed(_ chain: UnaryChain, on interval: Interval, _ form: Form) -> Double {
    let count = form.octaves << form.bits
    let pieces = Array(stride(from: 0, to: count - 1, by: Self.pieceStride)) + [count - 1]
    guard chain.hasCorners else { return error(chain, on: interval, form, pieces: pieces) }
    // If no form fits, the usual cause is a corner. Searching for corners costs little compared with a proof that
    // fails.
    let (corners, values) = corners(chain, on: interval, form, between: pieces + [count])
    guard values.allSatisfy({ $0.isFinite }) else { return .infinity }
    let error = error(chain, on: interval, form, pieces: corners, besides: values)
    return error > accuracy.tolerance ? error : max(error, self.error(chain, on: interval, form, pieces: pieces))
  }

  /// The pieces in which a comparison or a limit changes sides, and the values of the chain at the starts of the
  /// pieces. Samples the starts of some pieces, then every piece between two samples that differ.
  mutating func corners(
    _ chain: UnaryChain, on interval: Interval, _ form: Form, between ends: [Int]
  ) -> (pieces: [Int], values: [Float]) {
    let (stretches, values) = turns(chain, on: interval, form, among: ends)
    let near = stretches.flatMap { Array(ends[$0]...ends[$0 + 1]) }
    let turning = turns(chain, on: interval, form, among: near).turns
    // There is no piece between the end of one stretch and the start of the next.
    return (turning.filter { near[$0] + 1 == near[$0 + 1] }.map { near[$0] }, values)
  }

  /// The indices of the pieces after whose start, and before the next start, a comparison or a limit changes sides; and
  /// the values of the chain at the starts.
  private mutating func turns(
    _ chain: UnaryChain, on interval: Interval, _ form: Form, among pieces: [Int]
  ) -> (turns: [Int], values: [Float]) {
    guard !pieces.isEmpty else { return ([], []) }
    let starts = PiecewiseCubic.starts(on: interval, octaves: form.octaves, bits: form.bits, pieces: pieces)
    effort -= Double(starts.count) * chain.cost
    return chain.turns(at: starts, &rows)
  }

  /// The error of a form at some of its pieces. `others` are values of the chain elsewhere; they set the scale of
  /// relative errors.
  private mutating func error(
    _ chain: UnaryChain, on interval: Interval, _ form: Form, pieces: [Int], besides others: [Float] = []
  ) -> Double {
    guard !pieces.isEmpty else { return 0 }
    let probes = PiecewiseCubic.probes(on: interval, octaves: form.octaves, bits: form.bits, pieces: pieces)
    effort -= Double(probes.count) * chain.cost
    return chain.values(at: probes, &rows).map { PiecewiseCubic.errorMax($0, besides: others, part: part) }
      ?? .infinity
  }

  /// The error falls at most with the third power of the number of pieces. A larger error cannot be fixed by more
  /// pieces.
  private func isHopeless(_ error: Double, pieces: Int) -> Bool {
    let rest = Self.mostPieces / Double(pieces)
    return error > accuracy.tolerance * rest * rest * rest * 64
  }
}
