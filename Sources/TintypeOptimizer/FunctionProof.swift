import TintypeIntrinsics

/// Shows that a function is near a chain everywhere, not only at samples.
///
/// Samples see no spike that stands between them: `1 / (1e-10 + (x - 0.3)^2)`, a narrow `smoothstep`, a steep exponential. So stretches of
/// pieces are computed once more as a ``TaylorModel``, with the chain's own operations: over all of a stretch the chain is a polynomial,
/// give or take a rest, and what that and a piece's cubic differ by has a bound. Where a comparison may turn inside a stretch, both ways
/// are followed through all that hangs on it, and both have to be near. A stretch that is too long for this is halved, down to parts of a
/// piece. A chain that jumps is never shown: however short the part around the jump, one of its two sides is far.
///
/// The proof speaks of exact numbers. Beside it stand the roundings of the chain and of the function, some 2^-24 each; and because the
/// cubics go through values that were computed with those roundings, a chain that enlarges them fails too.
struct FunctionProof {
  private let steps: [UnaryChain.Step]
  private let cost: Double
  private let function: PiecewiseCubic
  /// How far the two may be apart: in parts of the chain's number, or of this one where that is less.
  private let bound: Double
  private let least: Double
  private var models: [TaylorModel] = []
  /// How the comparisons come out that the stretch leaves open, in their order.
  private var decisions: [Bool] = []

  /// Some pieces, or a part of one.
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

  /// Pieces that are tried at once.
  private static let longest = 8

  /// Below this part of a piece it is given up.
  private static let shortest = 0x1p-14

  /// Comparisons that may be open in one stretch.
  private static let mostDecisions = 4

  /// What a model takes, in evaluations of the chain.
  private static let work = 12.0

  init(_ chain: UnaryChain, is function: PiecewiseCubic, within bound: Double, ofAtLeast least: Double) {
    steps = chain.steps
    cost = chain.cost
    (self.function, self.bound, self.least) = (function, bound, least)
    models.reserveCapacity(steps.count)
  }

  /// Whether it holds, found out with bounded effort.
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

  /// Whether all ways through the chain are near the function.
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
        // The piece in the places of the stretch, and what is looked at of it.
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

  /// Goes on to the next way; false when there is none.
  private mutating func nextDecisions() -> Bool {
    while let last = decisions.popLast() {
      if last {
        decisions.append(false)
        return true
      }
    }
    return false
  }

  /// A cubic about a place of its own, in parts of a reach.
  private static func moved(_ p: SIMD4<Double>, _ middle: Double, _ reach: Double) -> SIMD4<Double> {
    SIMD4(
      ((p.w * middle + p.z) * middle + p.y) * middle + p.x,
      ((3 * p.w * middle + 2 * p.z) * middle + p.y) * reach,
      (3 * p.w * middle + p.z) * reach * reach, p.w * reach * reach * reach)
  }

  /// What the chain makes of the numbers of a stretch on the way that is decided for; nil where too much is open.
  private mutating func value(at root: TaylorModel) -> TaylorModel? {
    models.removeAll(keepingCapacity: true)
    var turn = 0
    for step in steps {
      switch step.operation {
      case .select:
        // Most steps of a curve: what is not chosen need not be looked at.
        let condition = model(step.a, root)
        let isDecided = condition.lower == condition.upper
        models.append(
          isDecided
            ? model(condition.lower == 1 ? step.b : step.c, root)
            : .applying(.select, condition, model(step.b, root), model(step.c, root)))
      case .less, .lessOrEqual:
        var truth = TaylorModel.applying(step.operation, model(step.a, root), model(step.b, root), root)
        if truth.lower < truth.upper {
          if turn == decisions.count {
            guard turn < Self.mostDecisions else { return nil }
            decisions.append(true)
          }
          truth = TaylorModel(decisions[turn] ? 1 : 0)
          turn += 1
        }
        models.append(truth)
      default:
        models.append(.applying(step.operation, model(step.a, root), model(step.b, root), model(step.c, root)))
      }
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
