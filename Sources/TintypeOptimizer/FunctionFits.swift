import TintypeIntrinsics

/// Fits cubics to chains, each chain once, with bounded effort.
struct FunctionFits {
  private var known: [Question: PiecewiseCubic?] = [:]
  /// What may still be computed, in the measure of `LaneOperation.cost`: compiling takes milliseconds, whatever the look is.
  private var effort = 8e6

  private struct Question: Hashable {
    let chain: UnaryChain
    let interval: Interval
  }

  /// The numbers of octaves and of pieces in each (as a logarithm) that are tried: for what bends near the beginning.
  private static let smooth: [(octaves: Int, bits: Int)] = [(8, 3), (16, 2), (8, 4), (24, 3), (8, 5)]

  /// And for what has corners: near the beginning, anywhere, and both.
  private static let cornered: [(octaves: Int, bits: Int)] = [(8, 3), (16, 2), (8, 4), (8, 5), (1, 9), (8, 7)]

  private static let mostPieces = 1024.0

  /// How far a function may be from its chain, in the measure of `PiecewiseCubic.errorMax`, as `FunctionProof` shows it.
  private static let tolerance = 5e-6

  /// Of so many pieces one is looked at first: most forms that do not fit fail there already.
  private static let pieceStride = 8

  /// The function of a chain on an interval; nil where no form is near enough.
  mutating func function(_ chain: UnaryChain, on interval: Interval) -> PiecewiseCubic? {
    let question = Question(chain: chain, interval: interval)
    if let answer = known[question] { return answer }
    let answer = fitted(chain, on: interval)
    known[question] = answer
    return answer
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

  /// How far a form is from its chain at some of its pieces.
  private mutating func probed(
    _ chain: UnaryChain, on interval: Interval, _ form: (octaves: Int, bits: Int)
  ) -> Double {
    let count = form.octaves << form.bits
    var pieces = Array(stride(from: 0, to: count - 1, by: Self.pieceStride)) + [count - 1]
    if chain.hasCorners {
      // Where no form fits it is mostly because of a corner, and looking for those is cheap beside a proof that fails.
      let ends = PiecewiseCubic.ends(on: interval, octaves: form.octaves, bits: form.bits)
      effort -= Double(ends.count) * chain.cost
      pieces += chain.turns(at: ends).filter { $0 % Self.pieceStride != 0 && $0 != count - 1 }
    }
    let probes = PiecewiseCubic.probes(on: interval, octaves: form.octaves, bits: form.bits, pieces: pieces)
    effort -= Double(probes.count) * chain.cost
    return chain.values(at: probes).map { PiecewiseCubic.errorMax($0) } ?? .infinity
  }

  /// More pieces help by the third power at most where it matters: beyond that, none will do.
  private func isHopeless(_ error: Double, pieces: Int) -> Bool {
    let rest = Self.mostPieces / Double(pieces)
    return error > Self.tolerance * rest * rest * rest * 64
  }
}
