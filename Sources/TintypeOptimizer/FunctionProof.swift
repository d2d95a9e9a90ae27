import TintypeIntrinsics

/// Proves that a function is close to a chain everywhere, not only at samples.
///
/// Samples miss narrow spikes between them: `1 / (1e-10 + (x - 0.3)^2)`, a narrow `smoothstep`, a steep exponential.
/// The proof therefore evaluates the chain's operations once more on stretches of pieces, as a ``TaylorModel``: a
/// polynomial and a bounded remainder. That bounds the difference between the chain and the cubic of a piece. If a
/// comparison may change inside a stretch, the proof follows both results, and both have to be close. If the bound is
/// too loose, the stretch is halved, down to parts of a piece. A chain that jumps never passes: however short the part
/// around the jump, one of its sides is far from the cubic.
///
/// The proof is about exact arithmetic. The chain and the function each add rounding errors of about 2^-24. The cubics
/// interpolate values computed with those errors, so a chain that amplifies them fails too.
struct FunctionProof {
  private let steps: [Step]
  private let root: Int
  private let cost: Double
  private let function: PiecewiseCubic
  /// The largest difference allowed, relative to the magnitude of the chain's value, or to `least` if that is larger.
  private let bound: Double
  private let least: Double
  /// The models of the constants, of the root, and of the steps.
  private var models: [TaylorModel]
  /// The assumed results of the comparisons that the stretch leaves open, in order.
  private var decisions: [Bool] = []

  /// A step of the chain, and what the proof asks of its declaration.
  private struct Step {
    let model: LaneDeclaration.Rule<TaylorModel, TaylorModel>
    let a, b, c: Int
    let isChoice, isOrder: Bool
  }

  /// A run of pieces, or a part of one piece.
  private struct Stretch {
    var pieces: Range<Int>
    var start = 0.0
    var end = 1.0

    var halves: [Stretch] {
      let middle = (pieces.lowerBound + pieces.upperBound) / 2
      if pieces.count > 1 {
        return [Stretch(pieces: middle..<pieces.upperBound), Stretch(pieces: pieces.lowerBound..<middle)]
      }
      let half = (start + end) / 2
      return [Stretch(pieces: pieces, start: half, end: end), Stretch(pieces: pieces, start: start, end: half)]
    }
  }

  /// The largest number of pieces in a stretch.
  private static let longest = 8

  /// The smallest part of a piece that is tried before the proof gives up.
  private static let shortest = 0x1p-14

  /// The largest number of open comparisons in a stretch.
  private static let mostDecisions = 4

  /// The cost of evaluating a model, in evaluations of the chain.
  private static let work = 12.0

  /// Nil if the chain has an operation without a model.
  init?(_ chain: UnaryChain, is function: PiecewiseCubic, within bound: Double, ofAtLeast least: Double) {
    var steps: [Step] = []
    steps.reserveCapacity(chain.steps.count)
    for step in chain.steps {
      let declaration = step.operation.declaration
      guard let model = declaration.model else { return nil }
      let isOrder = if case .order = declaration.implication { true } else { false }
      steps.append(
        Step(model: model, a: step.a, b: step.b, c: step.c, isChoice: step.operation == .select, isOrder: isOrder))
    }
    (self.steps, root, cost) = (steps, chain.root, chain.cost)
    (self.function, self.bound, self.least) = (function, bound, least)
    // Truth is all bits set.
    models = chain.constants.map { TaylorModel($0.isNaN ? 1 : Double($0)) }
    models += repeatElement(TaylorModel(0), count: 1 + steps.count)
  }

  /// Whether the bound holds, with bounded effort.
  ///
  /// - Parameter suspect: a number near which the bound did not hold for another function: it is tried first. Set if
  ///   the bound does not hold.
  mutating func holds(_ effort: inout Double, suspect: inout Double?) -> Bool {
    let count = function.coefficients.count - 1
    var open = suspect.map { x in [Stretch(pieces: piece(at: x)..<piece(at: x) + 1)] } ?? []
    // Where a stretch is too long, the next ones probably are, too. After some that are not, longer ones are tried.
    var (next, length, successes) = (0, Self.longest, 0)
    while next < count || !open.isEmpty {
      let half = open.popLast()
      let stretch = half ?? Stretch(pieces: next..<min(next + length, count))
      if half == nil { next = stretch.pieces.upperBound }
      if isNear(stretch, &effort) {
        if half == nil { successes += 1 }
        if successes == 3 { (length, successes) = (min(length * 2, Self.longest), 0) }
        continue
      }
      guard effort >= 0, stretch.end - stretch.start > Self.shortest else {
        let piece = function.piece(stretch.pieces.lowerBound)
        suspect = piece.start + (piece.end - piece.start) * stretch.start
        return false
      }
      (length, successes) = (max(stretch.pieces.count / 2, 1), 0)
      open += stretch.halves
    }
    return true
  }

  /// The piece that a number is in, or the nearest one.
  private func piece(at x: Double) -> Int {
    var (low, high) = (0, function.coefficients.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if function.piece(middle).start <= x { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether the chain is close to the function for every combination of open comparisons.
  private mutating func isNear(_ stretch: Stretch, _ effort: inout Double) -> Bool {
    let first = function.piece(stretch.pieces.lowerBound)
    let width = first.end - first.start
    let isPart = stretch.pieces.count == 1
    let start = isPart ? first.start + width * stretch.start : first.start
    let end = isPart ? first.start + width * stretch.end : function.piece(stretch.pieces.upperBound - 1).end
    let root = TaylorModel(middle: (start + end) / 2, reach: (end - start) / 2)
    decisions = []
    repeat {
      effort -= Self.work * cost
      guard effort >= 0, let value = value(at: root), value.rest < bound * max(least, value.leastMagnitude) else {
        return false
      }
      for index in stretch.pieces {
        let piece = function.piece(index)
        // The piece in the coordinates of the stretch, and the part under test.
        let (from, to) = isPart ? (start, end) : (piece.start, piece.end)
        let model =
          isPart
          ? value
          : value.within(
            middle: ((from + to) - (start + end)) / (end - start), reach: (to - from) / (end - start))
        let own = piece.end - piece.start
        let cubic = Self.moved(piece.cubic, ((from + to) / 2 - piece.start) / own, (to - from) / 2 / own)
        guard model.isWithin(bound * max(least, model.leastMagnitude), of: cubic) else { return false }
      }
    } while nextDecisions()
    return true
  }

  /// Advances to the next combination of open comparisons; false after the last.
  private mutating func nextDecisions() -> Bool {
    while let last = decisions.popLast() {
      if last {
        decisions.append(false)
        return true
      }
    }
    return false
  }

  /// A cubic shifted to a center and scaled to a radius.
  private static func moved(_ p: SIMD4<Double>, _ middle: Double, _ reach: Double) -> SIMD4<Double> {
    SIMD4(
      ((p.w * middle + p.z) * middle + p.y) * middle + p.x,
      ((3 * p.w * middle + 2 * p.z) * middle + p.y) * reach,
      (3 * p.w * middle + p.z) * reach * reach, p.w * reach * reach * reach)
  }

  /// The chain on a stretch, under the assumed comparisons; nil if too many comparisons are open.
  private mutating func value(at place: TaylorModel) -> TaylorModel? {
    models[root] = place
    var turn = 0
    for (index, step) in steps.enumerated() {
      let row = root + 1 + index
      // Most steps of a curve are choices; the branch not chosen need not be evaluated.
      if step.isChoice, models[step.a].lower == models[step.a].upper {
        models[row] = models[models[step.a].lower == 1 ? step.b : step.c]
        continue
      }
      models[row] = step.model(models[step.a], models[step.b], models[step.c])
      if step.isOrder, models[row].lower < models[row].upper {
        if turn == decisions.count {
          guard turn < Self.mostDecisions else { return nil }
          decisions.append(true)
        }
        models[row] = TaylorModel(decisions[turn] ? 1 : 0)
        turn += 1
      }
    }
    return models[models.count - 1]
  }
}
