import TintypeIR
import TintypeIntrinsics

/// Replaces long chains of steps that depend on one number by the function that they are, as cubics in pieces: a curve of many points,
/// encodings and decodings with what lies between them, the response of a film.
///
/// Only for results of 8 bits. A function is within 5e-6 of 1, or of the number it gives where that is more, which `FunctionProof` shows
/// from the chain's own operations for every number, and a chain that ends in the 8-bit code gives the code's value before it is rounded:
/// where the function is worst, one sample in four hundred becomes the next code. What `==` compares stays exact. Where no table of a thousand pieces is that good (a
/// chain that jumps is not), or nothing shows it, the steps stay.
///
/// Expects bound parameters, and lanes that are lowered.
func tabulateFunctions(_ program: Program) -> Program {
  let program = removeDeadValues(program)
  let functions = FunctionFinder(program).chosen
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

/// Which values of a program become functions of others.
private struct FunctionFinder {
  private(set) var chosen: [Value: (root: Value, function: PiecewiseCubic)] = [:]
  private let program: Program
  private let dominators: Dominators
  private let ranges: ValueRanges
  private var fits = FunctionFits()
  private var notes: UnaryChain.Notes
  /// The cost of each value's steps back to where lanes begin, those that serve twice counted twice.
  private let costs: [Double]
  /// Values that a limit is set to: a chain from one may know ends where its range has none.
  private let isLimited: [Bool]

  /// Which roots are never NaN; asked of few programs.
  private lazy var singles = SingleRanges(program)

  /// Cycles of steps, for eight pixels, that are worth a function: half as many again as its own.
  private static let leastCost = 22.0

  /// Dominators that are tried for a value.
  private static let mostTries = 2

  init(_ program: Program) {
    self.program = program
    dominators = Dominators(program)
    notes = UnaryChain.Notes(program)
    costs = Self.costs(program)
    isLimited = Self.isLimited(program)
    ranges = ValueRanges(
      of: program.instructions, ValueRanges.Givens(parameters: []), for: Self.roots(program, dominators, costs))
    choose()
  }

  private static func costs(_ program: Program) -> [Double] {
    var costs: [Double] = []
    costs.reserveCapacity(program.instructions.count)
    for instruction in program.instructions {
      guard case .lane(let operation) = instruction.operation else {
        costs.append(0)
        continue
      }
      costs.append(min(instruction.operands.reduce(operation.cost) { $0 + costs[$1.index] }, 1e9))
    }
    return costs
  }

  private static func isLimited(_ program: Program) -> [Bool] {
    var isLimited = [Bool](repeating: false, count: program.instructions.count)
    for instruction in program.instructions {
      switch instruction.operation {
      case .lane(.maximum), .lane(.minimum): isLimited[instruction.operands[0].index] = true
      default: break
      }
    }
    return isLimited
  }

  /// From the output backward: the longest chain that ends in a value wins over its parts.
  private mutating func choose() {
    var isNeeded = [Bool](repeating: false, count: program.instructions.count)
    // Nothing is near enough to what is to be equal.
    var isCompared = isNeeded
    isNeeded[program.output.color.index] = true
    for index in program.instructions.indices.reversed() where isNeeded[index] {
      if !isCompared[index], let found = function(for: Value(index)) {
        chosen[Value(index)] = found
        isNeeded[found.root.index] = true
      } else {
        let compares = isCompared[index] || program.instructions[index].operation == .lane(.equal)
        for operand in program.instructions[index].operands {
          isNeeded[operand.index] = true
          if compares { isCompared[operand.index] = true }
        }
      }
    }
  }

  private mutating func function(for value: Value) -> (root: Value, function: PiecewiseCubic)? {
    let instruction = program.instructions[value.index]
    // What is the same at all pixels is computed once.
    guard costs[value.index] >= Self.leastCost, instruction.type == .scalar, instruction.rate == .varying else {
      return nil
    }
    for root in Self.roots(of: value, program, dominators) {
      let bounds = ranges.bounds(of: root)
      guard isLimited[root.index] || UnaryChain.finite(bounds.lower, bounds.upper) != nil,
        let chain = UnaryChain(from: root, to: value, program, &notes)
      else { continue }
      // Dominators nearer to the value leave less between.
      guard chain.cost >= Self.leastCost else { return nil }
      guard let interval = chain.narrowed(bounds), let function = fits.function(chain, on: interval),
        isSame(function, chain, atNaNOf: root)
      else { continue }
      return (root, function)
    }
    return nil
  }

  /// Whether a function is its chain for NaN too, unless the root cannot be NaN. Bounds say nothing of NaN.
  private mutating func isSame(_ function: PiecewiseCubic, _ chain: UnaryChain, atNaNOf root: Value) -> Bool {
    if let value = chain.values(at: [.nan])?[0], value == function(.nan) { return true }
    return singles[root] != nil
  }

  /// The dominators that are tried for a value, the farthest first.
  private static func roots(of value: Value, _ program: Program, _ dominators: Dominators) -> ArraySlice<Value> {
    dominators.above(value).filter { program.instructions[$0.index].type == .scalar }.reversed().prefix(mostTries)
  }

  /// Those of all values that are long enough.
  private static func roots(_ program: Program, _ dominators: Dominators, _ costs: [Double]) -> [Value] {
    program.instructions.indices.filter { costs[$0] >= leastCost }.flatMap { roots(of: Value($0), program, dominators) }
  }
}
