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
  private let steps: [UnaryChain.Step]
  private let cost: Double
  private let function: PiecewiseCubic
  /// The largest difference allowed, relative to the magnitude of the chain's value, or to `least` if that is larger.
  private let bound: Double
  private let least: Double
  private var models: [TaylorModel] = []
  /// The assumed results of the comparisons that the stretch leaves open, in order.
  private var decisions: [Bool] = []

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

  init(_ chain: UnaryChain, is function: PiecewiseCubic, within bound: Double, ofAtLeast least: Double) {
    steps = chain.steps
    cost = chain.cost
    (self.function, self.bound, self.least) = (function, bound, least)
    models.reserveCapacity(steps.count)
  }

  /// Whether the bound holds, with bounded effort.
  mutating func holds(_ effort: inout Double) -> Bool {
    let count = function.coefficients.count - 1
    var open = stride(from: 0, to: count, by: Self.longest).reversed().map {
      Stretch(pieces: $0..<min($0 + Self.longest, count))
    }
    while let stretch = open.popLast() {
      if isNear(stretch, &effort) { continue }
      guard effort >= 0, stretch.end - stretch.start > Self.shortest else { return false }
      open += stretch.halves
    }
    return true
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
  private mutating func value(at root: TaylorModel) -> TaylorModel? {
    models.removeAll(keepingCapacity: true)
    var turn = 0
    for step in steps {
      let first = model(step.a, root)
      // Most steps of a curve are choices; the branch not chosen need not be evaluated.
      if step.operation == .select, first.lower == first.upper {
        models.append(model(first.lower == 1 ? step.b : step.c, root))
        continue
      }
      guard let rule = step.operation.declaration.model else { return nil }
      var value = rule(first, model(step.b, root), model(step.c, root))
      if case .order = step.operation.declaration.implication, value.lower < value.upper {
        if turn == decisions.count {
          guard turn < Self.mostDecisions else { return nil }
          decisions.append(true)
        }
        value = TaylorModel(decisions[turn] ? 1 : 0)
        turn += 1
      }
      models.append(value)
    }
    return models[models.count - 1]
  }

  private func model(_ operand: UnaryChain.Operand, _ root: TaylorModel) -> TaylorModel {
    switch operand {
    case .root: root
    // Truth is all bits set.
    case .constant(let number): TaylorModel(number.isNaN ? 1 : Double(number))
    case .step(let place): models[place]
    }
  }
}
