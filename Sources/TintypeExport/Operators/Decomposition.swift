import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer

/// Decomposes a program into a chain of color operators, from its result backwards. Matrices alternate with functions
/// of one number (an exponent, a range or a curve) until the operands are the channels of the photo.
///
/// A color selected by its luma is not such a chain, nor is a step that combines more than three numbers.
struct Decomposition {
  private let program: Program
  private let dominators: Dominators
  private let ranges: ValueRanges
  private let curveEntries: Int
  /// The last operator first.
  private var operators: [ColorOperator] = []

  /// The operators; nil if the program is not such a chain.
  ///
  /// - Parameters:
  ///   - program: split into lanes, with its curves lowered, before intrinsics are.
  ///   - curveEntries: the number of entries of a curve.
  static func operators(of program: Program, curveEntries: Int) -> [ColorOperator]? {
    var decomposition = Decomposition(program, curveEntries)
    guard decomposition.run() else { return nil }
    return decomposition.operators.reversed()
  }

  private init(_ program: Program, _ curveEntries: Int) {
    (self.program, self.curveEntries) = (program, curveEntries)
    dominators = Dominators(program) { operation in
      switch operation {
      case .apply, .construct, .lane: true
      default: false
      }
    }
    var givens = ValueRanges.Givens(parameters: [])
    givens.isOpaque = true
    ranges = ValueRanges(of: program.instructions, givens, for: [program.output.color])
  }

  /// More operators than this are no gain over a cube.
  private static let mostOperators = 24

  private mutating func run() -> Bool {
    let lanes = program[program.output.color].operands
    guard case .construct = program[program.output.color].operation, lanes.count == 4 else { return false }
    // An operator has no alpha: what is transparent lies on white, which a cube holds.
    let alpha = ranges.bounds(of: lanes[3])
    guard alpha.lower == 1, alpha.upper == 1 else { return false }
    var current = Array(lanes.prefix(3))
    while operators.count < Self.mostOperators {
      // Sums that are no matrix may be functions of one number each.
      let leaves = appendMatrix(to: current) ?? current
      if leaves.enumerated().allSatisfy({ sourceChannel(of: $1) == $0 }) { return true }
      guard let roots = appendFunctions(of: leaves) else { return false }
      current = roots
    }
    return false
  }

  /// The photo's channel that a value reads; nil for every other value.
  private func sourceChannel(of value: Value) -> Int? {
    guard case .component(let lanes) = program[value].operation, lanes.count == 1,
      program[program[value].operands[0]].operation == .source(0)
    else { return nil }
    return lanes[0]
  }

  // MARK: Sums

  /// Decomposes three linear combinations, and returns the three values that they combine.
  private mutating func appendMatrix(to current: [Value]) -> [Value]? {
    let forms = current.map { LinearForm(of: $0, in: program) }
    var leaves: [Value] = []
    for form in forms {
      for term in form.terms where !leaves.contains(term.value) { leaves.append(term.value) }
    }
    guard let slots = slots(leaves, forms) else { return nil }
    let rows = forms.map { form in
      var row = SIMD4<Double>(0, 0, 0, form.offset)
      for (place, slot) in slots.enumerated() where !slots[..<place].contains(slot) {
        row[place] = form.factor(of: slot)
      }
      return row
    }
    append(matrix: rows)
    return slots
  }

  /// Assigns the numbers to three slots: channels of the photo to their own, others to the slot that uses only them.
  /// Empty slots repeat a number.
  private func slots(_ leaves: [Value], _ forms: [LinearForm]) -> [Value]? {
    var slots = [Value?](repeating: nil, count: 3)
    let channels = leaves.compactMap { leaf in sourceChannel(of: leaf).map { (leaf, $0) } }
    if channels.count == leaves.count {
      for (leaf, channel) in channels where channel < 3 { slots[channel] = leaf }
      // An unused channel still stands for the photo's.
      for channel in 0..<3 where slots[channel] == nil { slots[channel] = sourceLane(channel) }
      return slots.contains { $0 == nil } ? nil : slots.compactMap { $0 }
    }
    guard leaves.count <= 3 else { return nil }
    var rest: [Value] = []
    for leaf in leaves {
      let uses = forms.indices.filter { forms[$0].factor(of: leaf) != 0 }
      if uses.count == 1, slots[uses[0]] == nil { slots[uses[0]] = leaf } else { rest.append(leaf) }
    }
    for leaf in rest { slots[slots.firstIndex { $0 == nil }!] = leaf }
    return slots.map { $0 ?? leaves[0] }
  }

  private func sourceLane(_ channel: Int) -> Value? {
    program.instructions.indices.map { Value($0) }.first { sourceChannel(of: $0) == channel }
  }

  /// Two matrices in a row become one.
  private mutating func append(matrix rows: [SIMD4<Double>]) {
    if rows == ColorOperator.identityMatrix { return }
    guard case .matrix(let after)? = operators.last else {
      operators.append(.matrix(rows))
      return
    }
    operators[operators.count - 1] = .matrix(
      after.map { row in
        let sum = row.x * rows[0] + row.y * rows[1] + row.z * rows[2]
        return SIMD4(sum.x, sum.y, sum.z, sum.w + row.w)
      })
  }

  // MARK: Functions of one number

  /// Adds the operators that compute three numbers from one number each, and returns these inputs.
  private mutating func appendFunctions(of leaves: [Value]) -> [Value]? {
    if let (exact, roots) = exactOperator(of: leaves) {
      operators.append(exact)
      return roots
    }
    return appendCurves(of: leaves)
  }

  /// The operator that all three numbers are computed by, and what from.
  private func exactOperator(of leaves: [Value]) -> (ColorOperator, [Value])? {
    let instructions = leaves.map { program[$0] }
    guard case .apply(let intrinsic) = instructions[0].operation,
      instructions.allSatisfy({ $0.operation == .apply(intrinsic) })
    else { return nil }
    func constant(_ place: Int) -> [Double]? {
      let numbers = instructions.compactMap { instruction -> Double? in
        guard case .constant(let numbers) = program[instruction.operands[place]].operation, numbers.count == 1 else {
          return nil
        }
        return numbers[0]
      }
      return numbers.count == 3 ? numbers : nil
    }
    func common(_ place: Int) -> Double? { constant(place).flatMap { Set($0).count == 1 ? $0[0] : nil } }
    let roots = instructions.map { $0.operands[0] }
    switch intrinsic.definition.tableOperator {
    case .srgbToLinear: return (.light, roots)
    case .linearToSrgb: return (.code, roots)
    case .power:
      guard let exponents = constant(1), exponents.allSatisfy({ $0 > 0 }) else { return nil }
      return (.power(SIMD3(exponents)), roots)
    case .squareRoot: return (.power(SIMD3(repeating: 0.5)), roots)
    case .unitRange: return (.range(low: 0, high: 1), roots)
    case .range:
      guard let low = common(1), let high = common(2), low < high else { return nil }
      return (.range(low: low, high: high), roots)
    case .atLeast: return common(1).map { (.range(low: $0, high: nil), roots) }
    case .atMost: return common(1).map { (.range(low: nil, high: $0), roots) }
    case nil: return nil
    }
  }

  /// Adds sampled curves. Each begins at the nearest preceding number on which several others depend.
  private mutating func appendCurves(of leaves: [Value]) -> [Value]? {
    var roots: [Value] = []
    for leaf in leaves {
      guard let root = root(of: leaf) else { return nil }
      roots.append(root)
    }
    var curves: [[Double]] = []
    var rows = ColorOperator.identityMatrix
    for (lane, root) in roots.enumerated() {
      let range = ranges.bounds(of: root)
      guard range.lower.isFinite, range.upper.isFinite, range.lower < range.upper,
        let curve = samples(from: root, to: leaves[lane], range)
      else { return nil }
      curves.append(curve)
      rows[lane] = SIMD4(repeating: 0)
      rows[lane][lane] = 1 / (range.upper - range.lower)
      rows[lane].w = -range.lower / (range.upper - range.lower)
    }
    operators.append(.curves((0..<curveEntries).map { SIMD3(curves[0][$0], curves[1][$0], curves[2][$0]) }))
    append(matrix: rows)
    return roots
  }

  /// The farthest dominator: the earliest number that a number is a function of.
  private func root(of leaf: Value) -> Value? {
    if sourceChannel(of: leaf) != nil { return leaf }
    guard var root = dominators[leaf] else { return nil }
    while sourceChannel(of: root) == nil {
      let form = LinearForm(of: root, in: program)
      guard form.terms.count == 1 else { break }
      let next = form.terms[0].value
      if sourceChannel(of: next) != nil { return next }
      guard let above = dominators[next], above < root else { break }
      root = above
    }
    return program[root].type == .scalar ? root : nil
  }

  /// A function at equally spaced numbers, in double precision.
  private func samples(from root: Value, to leaf: Value, _ range: Interval) -> [Double]? {
    var isMember = [Bool](repeating: false, count: leaf.index + 1)
    isMember[leaf.index] = true
    if leaf > root {
      for index in stride(from: leaf.index, to: root.index, by: -1) where isMember[index] {
        for operand in program.instructions[index].operands { isMember[operand.index] = true }
      }
    }
    let members = isMember.indices.filter { isMember[$0] && $0 != root.index }
    var lanes = [[Double]](repeating: [], count: leaf.index + 1)
    return Self.all(
      (0..<curveEntries).map { entry in
        let t = Double(entry) / Double(curveEntries - 1)
        lanes[root.index] = [range.lower * (1 - t) + range.upper * t]
        for member in members {
          let instruction = program.instructions[member]
          guard let value = instruction.meaning(of: instruction.operands.map { lanes[$0.index] }, tables: []) else {
            return nil
          }
          lanes[member] = value
        }
        return lanes[leaf.index].first.flatMap { $0.isFinite ? $0 : nil }
      })
  }

  private static func all(_ numbers: [Double?]) -> [Double]? {
    let known = numbers.compactMap { $0 }
    return known.count == numbers.count ? known : nil
  }
}
