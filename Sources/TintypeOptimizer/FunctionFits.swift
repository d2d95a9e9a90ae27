import TintypeIntrinsics

/// Fits cubics to chains, each chain once, with bounded effort.
struct FunctionFits {
  /// A few a look: comparing them is less than hashing them.
  private var known: [(chain: UnaryChain, interval: Interval, function: PiecewiseCubic?)] = []
  /// What may still be computed, in the measure of `LaneOperation.cost`: compiling takes milliseconds, whatever the look is.
  private var effort = 8e6

  /// The number of octaves, and of pieces in each as a logarithm.
  typealias Form = (octaves: Int, bits: Int)

  /// What is tried for what bends near the beginning.
  private static let smooth: [Form] = [(8, 3), (16, 2), (8, 4), (24, 3), (8, 5)]

  /// And for what has corners: near the beginning, anywhere, and both.
  private static let cornered: [Form] = [(8, 3), (16, 2), (8, 4), (8, 5), (1, 9), (8, 7)]

  private static let mostPieces = 1024.0

  /// How far a function may be from its chain, in the measure of `PiecewiseCubic.errorMax`, as `FunctionProof` shows it.
  private static let tolerance = 5e-6

  /// Of so many pieces one is looked at first: most forms that do not fit fail there already.
  private static let pieceStride = 8

  /// The function of a chain on an interval; nil where no form is near enough.
  mutating func function(_ chain: UnaryChain, on interval: Interval) -> PiecewiseCubic? {
    if let answer = known.first(where: { $0.interval == interval && $0.chain == chain }) { return answer.function }
    let function = fitted(chain, on: interval)
    known.append((chain, interval, function))
    return function
  }

  private mutating func fitted(_ chain: UnaryChain, on interval: Interval) -> PiecewiseCubic? {
    for form in chain.hasCorners ? Self.cornered : Self.smooth {
      guard effort >= 0 else { return nil }
      let error = probed(chain, on: interval, form)
      if error > Self.tolerance {
        if isHopeless(error, pieces: form.octaves << form.bits) { return nil }
        continue
      }
      let nodes = PiecewiseCubic.nodes(on: interval, octaves: form.octaves, bits: form.bits)
      effort -= Double(nodes.count) * chain.cost
      guard effort >= 0, let samples = chain.values(at: nodes),
        let function = PiecewiseCubic.fitted(samples, on: interval, octaves: form.octaves, bits: form.bits)
      else { return nil }
      var proof = FunctionProof(
        chain, is: function, within: Self.tolerance, ofAtLeast: PiecewiseCubic.leastScale(samples))
      if proof.holds(&effort) { return function }
    }
    return nil
  }

  /// How far a form is from its chain at some of its pieces, or at the first of them where that is too far.
  private mutating func probed(_ chain: UnaryChain, on interval: Interval, _ form: Form) -> Double {
    let count = form.octaves << form.bits
    let pieces = Array(stride(from: 0, to: count - 1, by: Self.pieceStride)) + [count - 1]
    guard chain.hasCorners else { return error(chain, on: interval, form, pieces: pieces) }
    // Where no form fits it is mostly because of a corner, and looking for those is cheap beside a proof that fails.
    let (corners, values) = corners(chain, on: interval, form, between: pieces + [count])
    guard values.allSatisfy(\.isFinite) else { return .infinity }
    let error = error(chain, on: interval, form, pieces: corners, besides: values)
    return error > Self.tolerance ? error : max(error, self.error(chain, on: interval, form, pieces: pieces))
  }

  /// The pieces in which a comparison turns, or a limit, as far as the beginnings of some pieces, and between two of them those of all,
  /// tell; and what the chain is where these begin.
  mutating func corners(
    _ chain: UnaryChain, on interval: Interval, _ form: Form, between ends: [Int]
  ) -> (pieces: [Int], values: [Float]) {
    let (stretches, values) = turns(chain, on: interval, form, among: ends)
    let near = stretches.flatMap { Array(ends[$0]...ends[$0 + 1]) }
    let turning = turns(chain, on: interval, form, among: near).turns
    // From the end of one stretch to the beginning of the next there is no piece.
    return (turning.filter { near[$0] + 1 == near[$0 + 1] }.map { near[$0] }, values)
  }

  /// Behind which of some pieces, by their places among these, something turns before the next begins; and what the chain is where they
  /// begin.
  private mutating func turns(
    _ chain: UnaryChain, on interval: Interval, _ form: Form, among pieces: [Int]
  ) -> (turns: [Int], values: [Float]) {
    guard !pieces.isEmpty else { return ([], []) }
    let starts = PiecewiseCubic.starts(on: interval, octaves: form.octaves, bits: form.bits, pieces: pieces)
    effort -= Double(starts.count) * chain.cost
    return chain.turns(at: starts)
  }

  /// How far a form is from its chain at some of its pieces; the chain has other values elsewhere.
  private mutating func error(
    _ chain: UnaryChain, on interval: Interval, _ form: Form, pieces: [Int], besides others: [Float] = []
  ) -> Double {
    guard !pieces.isEmpty else { return 0 }
    let probes = PiecewiseCubic.probes(on: interval, octaves: form.octaves, bits: form.bits, pieces: pieces)
    effort -= Double(probes.count) * chain.cost
    return chain.values(at: probes).map { PiecewiseCubic.errorMax($0, besides: others) } ?? .infinity
  }

  /// More pieces help by the third power at most where it matters: beyond that, none will do.
  private func isHopeless(_ error: Double, pieces: Int) -> Bool {
    let rest = Self.mostPieces / Double(pieces)
    return error > Self.tolerance * rest * rest * rest * 64
  }
}
