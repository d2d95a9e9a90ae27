import TintypeIR
import TintypeIntrinsics

/// Replaces long chains of steps that depend on one number by a piecewise cubic function: a curve of many points,
/// encodings and decodings with the steps between them, the response of a film.
///
/// `accuracy` bounds the error of each function, and `FunctionProof` proves this for every number from the chain's
/// operations. A chain that ends in a code yields the value of the code before
/// rounding: where the function is least accurate, one 8-bit sample in 400, and one 16-bit sample in 8, becomes the
/// next code. Operands of `==` stay exact. If no table of a thousand pieces is accurate enough (a chain that jumps), or
/// the proof fails, the steps stay.
///
/// Expects bound parameters and lowered lanes.
///
/// - Parameter leastCost: the least cost of a chain worth replacing, in cycles per eight pixels. A function costs 14,
///   and less where wide vectors hold it in registers; a power of two and its encoding cost 18.
func tabulateFunctions(_ program: Program, _ accuracy: FunctionFits.Accuracy, costing leastCost: Double) -> Program {
  let program = removeDeadValues(program)
  let functions = FunctionFinder(program, accuracy, leastCost).chosen
  guard !functions.isEmpty else { return program }
  var renamed: [Value] = []
  let result = rebuild(program) { instruction, builder in
    let value =
      functions[Value(renamed.count)].map { builder.cubics($0.function, at: renamed[$0.root.index]) }
      ?? builder.add(instruction.withRate(in: builder))
    renamed.append(value)
    return value
  }
  return removeDeadValues(result)
}

/// Chooses the values of a program that become functions of other values.
private struct FunctionFinder {
  private(set) var chosen: [Value: (root: Value, function: PiecewiseCubic)] = [:]
  private let program: Program
  private let dominators: Dominators
  private let ranges: ValueRanges
  private var fits: FunctionFits
  private var notes: UnaryChain.Notes
  /// The cost of the steps from the inputs to each value; shared steps count once per use.
  private let costs: [Double]
  /// Values that are the operand of a limit: a chain from such a value may have a finite interval even if the range of
  /// the value has none.
  private let isLimited: [Bool]

  /// How much errors grow; nil if it does not matter.
  private var gains: ErrorGains?
  private let mostGain: Double

  /// Which roots are never NaN; lazy, because few programs need it.
  private lazy var singles = SingleRanges(program)

  /// How many operands each value is.
  private let uses: [Int]

  private let leastCost: Double

  /// The steps of all chains that were followed.
  private var stepsFollowed = 0

  /// With these, and the effort of fitting, any program takes a bounded time and memory. A look has few of them.
  private static let mostSteps = 2_000_000

  /// The largest cost of steps that follow a function and are not part of it: less than that of another function.
  private static let tailCost = 10.0

  init(_ program: Program, _ accuracy: FunctionFits.Accuracy, _ leastCost: Double) {
    (self.program, self.leastCost) = (program, leastCost)
    fits = FunctionFits(accuracy)
    mostGain = accuracy.mostGain
    gains = mostGain < .infinity ? ErrorGains(program) : nil
    dominators = Dominators(program)
    notes = UnaryChain.Notes(program)
    costs = Self.costs(program)
    isLimited = Self.isLimited(program)
    uses = Self.uses(program)
    ranges = ValueRanges(
      of: program.instructions, ValueRanges.Givens(parameters: []),
      for: Self.roots(program, dominators, costs, leastCost))
    choose()
  }

  private static func costs(_ program: Program) -> [Double] {
    var costs: [Double] = []
    costs.reserveCapacity(program.instructions.count)
    for index in program.instructions.indices {
      guard case .lane(let operation) = program.instructions[index].operation else {
        costs.append(0)
        continue
      }
      costs.append(min(program.instructions[index].operands.reduce(operation.cost) { $0 + costs[$1.index] }, 1e9))
    }
    return costs
  }

  private static func isLimited(_ program: Program) -> [Bool] {
    var isLimited = [Bool](repeating: false, count: program.instructions.count)
    for index in program.instructions.indices {
      guard case .lane(let operation) = program.instructions[index].operation else { continue }
      if operation == .maximum || operation == .minimum {
        isLimited[program.instructions[index].operands[0].index] = true
      }
    }
    return isLimited
  }

  private static func uses(_ program: Program) -> [Int] {
    var uses = [Int](repeating: 0, count: program.instructions.count)
    for instruction in program.instructions {
      for operand in instruction.operands { uses[operand.index] += 1 }
    }
    return uses
  }

  /// Whether a value is a short tail, such as a product with a constant, behind a value that others read, too. Then
  /// that value becomes the function: `0.3 * film(x)` and `0.5 * film(x)` share one.
  private func isTailOfShared(_ value: Value) -> Bool {
    var (value, cost) = (value, 0.0)
    while case .lane(let operation) = program[value].operation {
      let varying = program[value].operands.filter { program[$0].rate == .varying }
      cost += operation.cost
      guard varying.count == 1, cost <= Self.tailCost, costs[varying[0].index] >= leastCost else { return false }
      value = varying[0]
      if uses[value.index] > 1 { return true }
    }
    return false
  }

  /// Chooses from the output backward, so that the longest chain that ends in a value wins over its parts, but for
  /// short tails of shared values.
  private mutating func choose() {
    var isNeeded = [Bool](repeating: false, count: program.instructions.count)
    // No approximation is accurate enough for an operand of `==`.
    var isCompared = isNeeded
    isNeeded[program.output.color.index] = true
    for index in program.instructions.indices.reversed() where isNeeded[index] {
      let value = Value(index)
      if !isCompared[index], !isTailOfShared(value), gains.map({ $0[value] <= mostGain }) ?? true,
        let found = function(for: value)
      {
        chosen[value] = found
        isNeeded[found.root.index] = true
        gains?.passOn(value, as: found.function, of: found.root)
      } else {
        gains?.passOn(value)
        let compares = isCompared[index] || program.instructions[index].operation == .lane(.equal)
        for operand in program.instructions[index].operands {
          isNeeded[operand.index] = true
          if compares { isCompared[operand.index] = true }
        }
      }
    }
  }

  private mutating func function(for value: Value) -> (root: Value, function: PiecewiseCubic)? {
    // Uniform values are computed once.
    guard costs[value.index] >= leastCost, program[value].type == .scalar, program[value].rate == .varying,
      stepsFollowed < Self.mostSteps, !fits.isExhausted
    else { return nil }
    let isResult = gains == nil || program[program.output.color].operands.contains(value)
    for root in Self.roots(of: value, program, dominators) {
      let bounds = ranges.bounds(of: root)
      guard isLimited[root.index] || UnaryChain.finite(bounds.lower, bounds.upper) != nil else { continue }
      let chain = UnaryChain(from: root, to: value, program, &notes)
      stepsFollowed += chain?.steps.count ?? UnaryChain.mostSteps
      guard let chain else { continue }
      // Nearer dominators have shorter chains.
      guard chain.cost >= leastCost else { return nil }
      guard let interval = chain.narrowed(bounds),
        let function = fits.function(chain, on: interval, isResult: isResult),
        isSame(function, chain, atNaNOf: root)
      else { continue }
      return (root, function)
    }
    return nil
  }

  /// Whether a function agrees with its chain for NaN, or the root cannot be NaN. The error bounds do not cover NaN.
  private mutating func isSame(_ function: PiecewiseCubic, _ chain: UnaryChain, atNaNOf root: Value) -> Bool {
    var rows = LaneRows()
    if let value = chain.values(at: [.nan], &rows)?[0], value == function(.nan) { return true }
    return singles[root] != nil
  }

  /// The dominators tried for a value, farthest first.
  private static func roots(of value: Value, _ program: Program, _ dominators: Dominators) -> Operands {
    dominators.farthest(above: value) { program.instructions[$0.index].type == .scalar }
  }

  /// The dominators of all values whose chains are long enough.
  private static func roots(
    _ program: Program, _ dominators: Dominators, _ costs: [Double], _ leastCost: Double
  ) -> [Value] {
    program.instructions.indices.filter { costs[$0] >= leastCost }.flatMap { roots(of: Value($0), program, dominators) }
  }
}
