import TintypeIntrinsics

/// Fits cubics to chains, each chain once, with bounded effort.
struct FunctionFits {
  private var known: [Question: PiecewiseCubic?] = [:]
  /// What may still be computed, in the measure of `LaneOperation.cost`: compiling takes milliseconds, whatever the look is.
  private var effort = 3e6

  private struct Question: Hashable {
    let chain: UnaryChain
    let interval: Interval
  }

  /// The numbers of octaves and of pieces in each (as a logarithm) that are tried: for what bends near the beginning.
  private static let smooth: [(octaves: Int, bits: Int)] = [(8, 3), (24, 3), (8, 5)]

  /// And for what has corners: near the beginning, anywhere, and both.
  private static let cornered: [(octaves: Int, bits: Int)] = [(8, 5), (1, 9), (8, 7)]

  private static let mostPieces = 1024.0

  /// How far a function may be from its chain, in the measure of `PiecewiseCubic.fitted`.
  private static let tolerance = 4e-6

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
      let places = PiecewiseCubic.samplePlaces(on: interval, octaves: form.octaves, bits: form.bits)
      let work = Double(places.count) * chain.cost
      guard work <= effort else { return nil }
      effort -= work
      guard let samples = chain.values(at: places),
        let (function, errorMax) = PiecewiseCubic.fitted(
          samples, on: interval, octaves: form.octaves, bits: form.bits)
      else { continue }
      if errorMax <= Self.tolerance { return function }
      // More pieces help by the third power at most where it matters: beyond that, none will do.
      let rest = Self.mostPieces / Double(function.coefficients.count)
      if errorMax > Self.tolerance * rest * rest * rest * 64 { return nil }
    }
    return nil
  }
}
