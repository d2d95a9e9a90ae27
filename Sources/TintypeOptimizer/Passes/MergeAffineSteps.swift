import TintypeIR
import TintypeIntrinsics

/// Merges chains of sums and products with constants into one affine line each: saturation, contrast and brightness
/// become one weighted sum of the channels.
///
/// A line of n values v with factors a and an offset b becomes n multiply-adds if that is fewer steps than before. In
/// exact arithmetic the result does not change; in single precision it is within (n + 1) x 2^-24 x (|b| + the sum of |a
/// v|) of exact. The magnitudes of the factors and the offset add up to at most 16, so the error is at most 5e-6 for
/// values up to 1. Only values known to be finite, and too small to overflow, are merged: `v * 2 - v` of an infinite v
/// is NaN, but its merged line would be v. What is compared by `==` stays as it is: there, `a - a` has to be 0.
func mergeAffineSteps(_ program: Program) -> Program {
  let ranged = RangedProgram(removeDeadValues(program))
  return (mergingAffineSteps(ranged) ?? ranged).program
}

/// The same for a program whose ranges are known; nil if there is nothing to merge.
func mergingAffineSteps(_ original: RangedProgram) -> RangedProgram? {
  // Dead values do not count as users. After one line is merged, a value that two lines shared may have a single user
  // left. Each round leaves fewer steps, so the loop ends.
  var last: RangedProgram?
  while let merged = mergedOnce(last ?? original) { last = RangedProgram(removeDeadValues(merged)) }
  return last
}

private func mergedOnce(_ ranged: RangedProgram) -> Program? {
  let lines = AffineLines(ranged)
  guard lines.isMerged.contains(true) else { return nil }
  var renamed: [Value] = []
  return rebuild(ranged.program) { instruction, builder in
    let value =
      lines.merged(renamed.count).map { $0.written(&builder) { renamed[$0.index] } }
      ?? builder.add(instruction.withRate(in: builder))
    renamed.append(value)
    return value
  }
}

/// A weighted sum of at most four values, and an offset.
private struct AffineLine {
  private(set) var values: Operands
  private(set) var factors: SIMD4<Double>
  private(set) var offset: Double

  /// A number.
  init(_ offset: Double) { (values, factors, self.offset) = ([], .zero, offset) }

  /// A value with a factor.
  init(_ value: Value, _ factor: Double) { (values, factors, offset) = ([value], SIMD4(factor, 0, 0, 0), 0) }

  func times(_ number: Double) -> AffineLine {
    var product = self
    product.factors *= number
    product.offset *= number
    return product
  }

  /// Nil if the sum has too many values.
  func plus(_ other: AffineLine) -> AffineLine? {
    var sum = self
    sum.offset += other.offset
    for (index, value) in other.values.enumerated() {
      let place = sum.values.firstIndex(of: value) ?? sum.values.count
      guard place < SIMD4<Double>.scalarCount else { return nil }
      if place == sum.values.count {
        sum.values.append(value)
        sum.factors[place] = 0
      }
      sum.factors[place] += other.factors[index]
    }
    return sum
  }

  /// Whether the line is well conditioned: no factor overflows or cancels to 0 (0 times infinity is not 0), and none is
  /// so large that rounding errors grow.
  var isTame: Bool {
    let sum = values.indices.reduce(offset.magnitude) { $0 + factors[$1].magnitude }
    return sum <= 16 && values.indices.allSatisfy { factors[$0].magnitude > 1e-6 }
  }

  /// The term that starts the sum without a step: a value with factor 1, if there is no offset.
  private var seed: Int? { offset == 0 ? values.indices.first { factors[$0] == 1 } : nil }

  /// The number of steps.
  var cost: Int { seed == nil ? values.count : values.count - 1 }

  func written(_ builder: inout ProgramBuilder, _ renamed: (Value) -> Value) -> Value {
    var sum = seed.map { renamed(values[$0]) }
    if offset != 0 { sum = builder.constant(offset) }
    for index in values.indices where index != seed {
      let (value, factor) = (renamed(values[index]), factors[index])
      guard let before = sum else {
        sum = builder.lane(.multiply, [value, builder.constant(factor)])
        continue
      }
      sum =
        factor == 1
        ? builder.lane(.add, [value, before])
        : builder.lane(.multiplyAdd, [value, builder.constant(factor), before])
    }
    return sum ?? builder.constant(offset)
  }
}

/// The affine lines of a program, and the choice of those worth rewriting.
private struct AffineLines {
  /// Whether each value is worth rewriting.
  private(set) var isMerged: [Bool]
  private var lines: [AffineLine?] = []
  /// The number of uses of each value, and whether any use is outside an affine line.
  private var uses: [Int]
  private var isUsedElsewhere: [Bool]
  /// Scratch space of ``stepsThatGo(with:_:)``: uses by steps that become dead. All 0 between calls.
  private var goingUses: [Int]
  private let ranges: SingleRanges

  /// Whether other steps than sums and products use each value, so that it stays whatever becomes of its line.
  private var isKept: [Bool]

  /// Whether an `==` depends on the last bit of each value.
  private let isExact: [Bool]

  /// A line of values up to this magnitude cannot overflow.
  private static let largestValue: Float = 0x1p120

  init(_ ranged: RangedProgram) {
    let program = ranged.program
    ranges = ranged.ranges
    lines.reserveCapacity(program.instructions.count)
    uses = [Int](repeating: 0, count: program.instructions.count)
    goingUses = uses
    isMerged = [Bool](repeating: false, count: program.instructions.count)
    isUsedElsewhere = isMerged
    isKept = isMerged
    isExact = Self.isExact(program)
    for instruction in program.instructions where !instruction.operation.isLinear {
      for operand in instruction.operands { isKept[operand.index] = true }
    }
    for index in program.instructions.indices {
      let line = line(at: index, program)
      for operand in program.instructions[index].operands {
        uses[operand.index] += 1
        if line == nil { isUsedElsewhere[operand.index] = true }
      }
      lines.append(line)
    }
    for index in program.instructions.indices where isUsedElsewhere[index] {
      guard let line = lines[index], stepsThatGo(with: index, program) > line.cost else { continue }
      isMerged[index] = true
    }
  }

  private static func isExact(_ program: Program) -> [Bool] {
    var isExact = [Bool](repeating: false, count: program.instructions.count)
    for index in program.instructions.indices.reversed() {
      guard isExact[index] || program.instructions[index].operation == .lane(.equal) else { continue }
      for operand in program.instructions[index].operands { isExact[operand.index] = true }
    }
    return isExact
  }

  /// The line of a value that is worth rewriting.
  func merged(_ index: Int) -> AffineLine? { isMerged[index] ? lines[index] : nil }

  private func line(at index: Int, _ program: Program) -> AffineLine? {
    guard case .lane(let operation) = program.instructions[index].operation,
      program.instructions[index].rate == .varying, !isExact[index]
    else { return nil }
    let operands = program.instructions[index].operands
    func x(_ position: Int) -> AffineLine {
      let operand = operands[position]
      if case .constant(let numbers) = program.instructions[operand.index].operation {
        // A number that single precision does not have, or hardly, keeps its step out of every line.
        return AffineLine(numbers[0].magnitude <= Double(Self.largestValue) ? numbers[0] : .nan)
      }
      // A sum that is made anyway is one value; its parts would be several.
      if let line = lines[operand.index], line.values.count == 1 || !isKept[operand.index] { return line }
      let largest = ranges[operand].map { max(-$0.lowerBound, $0.upperBound) }
      // A factor outside the limits excludes the value from every line.
      return AffineLine(operand, largest ?? .infinity <= Self.largestValue ? 1 : .nan)
    }
    let line: AffineLine? =
      switch operation.declaration.linear {
      case .sum: x(0).plus(x(1))
      case .difference: x(0).plus(x(1).times(-1))
      case .negation: x(0).times(-1)
      case .product: product(x(0), x(1))
      case .productSum: product(x(0), x(1))?.plus(x(2))
      case nil: nil
      }
    guard let line, line.isTame else { return nil }
    return line
  }

  private func product(_ a: AffineLine, _ b: AffineLine) -> AffineLine? {
    a.values.isEmpty ? b.times(a.offset) : b.values.isEmpty ? a.times(b.offset) : nil
  }

  /// The number of steps that become dead when a line is computed directly: its own step, and earlier steps that only
  /// it uses.
  private mutating func stepsThatGo(with index: Int, _ program: Program) -> Int {
    var going = [index]
    // A step becomes dead with its last use; its operands are visited after it.
    var next = 0
    while next < going.count {
      for operand in program.instructions[going[next]].operands {
        goingUses[operand.index] += 1
        if goingUses[operand.index] == uses[operand.index], lines[operand.index] != nil { going.append(operand.index) }
      }
      next += 1
    }
    for step in going { for operand in program.instructions[step].operands { goingUses[operand.index] = 0 } }
    return going.count
  }
}

extension Operation {
  /// Whether it is a sum, a difference or a product of lanes.
  fileprivate var isLinear: Bool {
    if case .lane(let operation) = self { operation.declaration.linear != nil } else { false }
  }
}
