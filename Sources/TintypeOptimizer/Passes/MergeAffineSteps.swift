import TintypeIR
import TintypeIntrinsics

/// Merges chains of sums and products with constants into one line each: saturation, contrast and brightness become one
/// weighted sum of the channels.
///
/// A line of n values v with factors a and an offset b becomes n multiply-adds where that is fewer steps than it was. In exact
/// arithmetic nothing changes; in single precision the result is within (n + 1) x 2^-24 x (|b| + the sum of |a v|) of exact.
/// Since factors and offset are together at most 16, that is 5e-6 for values up to 1. Only values that are known to be finite, and too
/// small to overflow, are merged: `v * 2 - v` of an infinite v is NaN, and its line would be v.
func mergeAffineSteps(_ program: Program) -> Program { mergingAffineSteps(program) ?? removeDeadValues(program) }

/// As ``mergeAffineSteps(_:)``; nil where there is nothing to merge.
func mergingAffineSteps(_ original: Program) -> Program? {
  // What nobody needs is no user, and a value that two lines shared may serve one alone when the other is merged. Each
  // round leaves fewer steps, so there is a last one.
  guard var program = mergedOnce(removeDeadValues(original)).map(removeDeadValues) else { return nil }
  while let merged = mergedOnce(program) { program = removeDeadValues(merged) }
  return program
}

private func mergedOnce(_ program: Program) -> Program? {
  let lines = AffineLines(program)
  guard !lines.merged.isEmpty else { return nil }
  var renamed: [Value] = []
  return rebuild(program) { instruction, builder in
    let value =
      lines.merged[Value(renamed.count)].map { $0.written(&builder) { renamed[$0.index] } }
      ?? builder.add(instruction.withRate(in: builder))
    renamed.append(value)
    return value
  }
}

/// A sum of values with factors, and an offset.
private struct AffineLine {
  var terms: [(value: Value, factor: Double)]
  var offset: Double

  func times(_ number: Double) -> AffineLine {
    AffineLine(terms: terms.map { ($0.value, $0.factor * number) }, offset: offset * number)
  }

  func plus(_ other: AffineLine) -> AffineLine {
    var sum = self
    sum.offset += other.offset
    for term in other.terms {
      if let place = sum.terms.firstIndex(where: { $0.value == term.value }) {
        sum.terms[place].factor += term.factor
      } else {
        sum.terms.append(term)
      }
    }
    return sum
  }

  /// Few values, no factor that overflows or has canceled out (0 times infinity is not 0), and none that would make an
  /// error large.
  var isTame: Bool {
    let sum = terms.reduce(offset.magnitude) { $0 + $1.factor.magnitude }
    return terms.count <= 4 && sum <= 16 && terms.allSatisfy { $0.factor.magnitude > 1e-6 }
  }

  /// Where the sum begins without a step: a value as it is, if there is no offset.
  private var seed: Int? { offset == 0 ? terms.firstIndex { $0.factor == 1 } : nil }

  /// Steps it takes.
  var cost: Int { seed == nil ? terms.count : terms.count - 1 }

  func written(_ builder: inout ProgramBuilder, _ renamed: (Value) -> Value) -> Value {
    var rest = terms
    var sum: Value?
    if let seed { sum = renamed(rest.remove(at: seed).value) }
    if offset != 0 { sum = builder.constant(offset) }
    for term in rest {
      let value = renamed(term.value)
      guard let before = sum else {
        sum = builder.lane(.multiply, [value, builder.constant(term.factor)])
        continue
      }
      sum =
        term.factor == 1
        ? builder.lane(.add, [value, before])
        : builder.lane(.multiplyAdd, [value, builder.constant(term.factor), before])
    }
    return sum ?? builder.constant(offset)
  }
}

/// The lines of a program, and which of them are worth writing anew.
private struct AffineLines {
  private(set) var merged: [Value: AffineLine] = [:]
  private var lines: [AffineLine?] = []
  /// How many operands each value is, and whether some are those of no line.
  private var uses: [Int]
  private var isUsedElsewhere: [Bool]
  /// Notes of ``stepsThatGo(with:_:)``: uses by steps that go, 0 between its calls.
  private var goingUses: [Int]
  private let ranges: SingleRanges

  /// No line of values up to here overflows on the way.
  private static let largestValue: Float = 0x1p120

  init(_ program: Program) {
    ranges = SingleRanges(program)
    lines.reserveCapacity(program.instructions.count)
    uses = [Int](repeating: 0, count: program.instructions.count)
    goingUses = uses
    isUsedElsewhere = [Bool](repeating: false, count: program.instructions.count)
    for instruction in program.instructions {
      let line = line(of: instruction, program)
      for operand in instruction.operands {
        uses[operand.index] += 1
        if line == nil { isUsedElsewhere[operand.index] = true }
      }
      lines.append(line)
    }
    for index in program.instructions.indices where isUsedElsewhere[index] {
      guard let line = lines[index], stepsThatGo(with: index, program) > line.cost else { continue }
      merged[Value(index)] = line
    }
  }

  private func line(of instruction: Instruction, _ program: Program) -> AffineLine? {
    guard case .lane(let operation) = instruction.operation, instruction.rate == .varying else { return nil }
    func x(_ position: Int) -> AffineLine {
      let operand = instruction.operands[position]
      if case .constant(let numbers) = program.instructions[operand.index].operation {
        return AffineLine(terms: [], offset: numbers[0])
      }
      if let line = lines[operand.index] { return line }
      let largest = ranges[operand].map { max(-$0.lowerBound, $0.upperBound) }
      // A factor that is not tame keeps the value out of every line.
      return AffineLine(terms: [(operand, largest ?? .infinity <= Self.largestValue ? 1 : .nan)], offset: 0)
    }
    let line: AffineLine? =
      switch operation {
      case .add: x(0).plus(x(1))
      case .subtract: x(0).plus(x(1).times(-1))
      case .negate: x(0).times(-1)
      case .multiply: product(x(0), x(1))
      case .multiplyAdd: product(x(0), x(1))?.plus(x(2))
      default: nil
      }
    guard let line, line.isTame else { return nil }
    return line
  }

  private func product(_ a: AffineLine, _ b: AffineLine) -> AffineLine? {
    a.terms.isEmpty ? b.times(a.offset) : b.terms.isEmpty ? a.times(b.offset) : nil
  }

  /// How many steps nobody needs any more when a line is computed at once: itself, and those before it that serve it alone.
  private mutating func stepsThatGo(with index: Int, _ program: Program) -> Int {
    var going = [index]
    // A step goes when its last use does; what it reads comes behind it here.
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
