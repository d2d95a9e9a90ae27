import TintypeIR
import TintypeIntrinsics

/// The steps from a root value to a value that depends only on the root, as a function of one number.
struct UnaryChain: Hashable {
  /// A step, and the rows of its operands: the constants, the root, then the steps. Unused operands are the root.
  struct Step: Hashable {
    let operation: LaneOperation
    fileprivate(set) var a, b, c: Int
  }

  private(set) var constants: [Float] = []

  private(set) var steps: [Step] = []

  /// The row of the root.
  var root: Int { constants.count }

  /// Approximate cost of the steps, in cycles per eight pixels.
  private(set) var cost = 0.0

  /// The longest chain that is followed.
  static let mostSteps = 400

  /// Scratch space per value of a program, reused between chains to avoid allocation.
  struct Notes {
    fileprivate var chain = 0
    fileprivate var lastChain: [Int]
    fileprivate var places: [Int]
    /// The last value first.
    fileprivate var members: [Int] = []

    init(_ program: Program) {
      lastChain = Array(repeating: 0, count: program.instructions.count)
      places = lastChain
    }
  }

  /// Nil if there is no such chain, or if it is too long.
  init?(from root: Value, to value: Value, _ program: Program, _ notes: inout Notes) {
    notes.chain += 1
    notes.lastChain[value.index] = notes.chain
    notes.members.removeAll(keepingCapacity: true)
    // Operands precede their users, so one backward pass visits all.
    for index in stride(from: value.index, to: root.index, by: -1) where notes.lastChain[index] == notes.chain {
      if program.isConstant(Value(index)) { continue }
      for operand in program.instructions[index].operands {
        notes.lastChain[operand.index] = notes.chain
        if operand < root, !program.isConstant(operand) { return nil }
      }
      notes.members.append(index)
      guard notes.members.count <= Self.mostSteps else { return nil }
    }
    steps.reserveCapacity(notes.members.count)
    for member in notes.members.reversed() {
      guard case .lane(let operation) = program.instructions[member].operation else { return nil }
      // A code is an integer; a step after it would see a staircase.
      if operation == .srgbCode, member != value.index { return nil }
      let operands = program.instructions[member].operands
      // Until the number of constants is known, the root is 0, steps are above it, and constants are below.
      func row(_ position: Int) -> Int {
        guard position < operands.count, operands[position] != root else { return 0 }
        let index = operands[position].index
        guard let constant = program.instructions[index].singleLane else { return notes.places[index] }
        constants.append(constant)
        return -constants.count
      }
      steps.append(Step(operation: operation, a: row(0), b: row(1), c: row(2)))
      notes.places[member] = steps.count
      cost += operation.cost
    }
    func final(_ row: Int) -> Int { row < 0 ? -row - 1 : row + constants.count }
    for index in steps.indices {
      let step = steps[index]
      steps[index] = Step(operation: step.operation, a: final(step.a), b: final(step.b), c: final(step.c))
    }
  }

  /// Whether the chain contains choices or limits.
  var hasCorners: Bool {
    steps.contains { [.select, .minimum, .maximum, .absolute].contains($0.operation) }
  }

  /// The part of an interval that matters: limits at the start of the chain clip it, those at 0 and 1 also behind a
  /// positive power of numbers that are not negative, which keeps 0 and 1 and the sides of both. Nil if the result is
  /// unbounded or empty. If the chain has both limits they are the interval, so that equal chains share a function
  /// wherever they stand.
  func narrowed(_ interval: Interval) -> Interval? {
    var (lower, upper): (Double?, Double?) = (nil, nil)
    var isPower = false
    var row = root
    limits: while let reader = onlyReader(of: row), let constant = constant(steps[reader], after: row) {
      switch steps[reader].operation {
      case .power where constant > 0 && max(interval.lower, lower ?? -.infinity) >= 0: isPower = true
      case .maximum where !isPower || [0, 1].contains(constant): lower = max(lower ?? -.infinity, constant)
      case .minimum where !isPower || [0, 1].contains(constant): upper = min(upper ?? .infinity, constant)
      default: break limits
      }
      row = root + 1 + reader
    }
    let part = Self.finite(max(interval.lower, lower ?? -.infinity), min(interval.upper, upper ?? .infinity))
    guard part != nil, let lower, let upper else { return part }
    return Self.finite(lower, upper)
  }

  /// The only step that reads a row; nil if there are several.
  private func onlyReader(of row: Int) -> Int? {
    var reader: Int?
    for (index, step) in steps.enumerated() where step.reads(row) {
      if reader != nil { return nil }
      reader = index
    }
    return reader
  }

  /// The constant that a step combines with a row, its first operand.
  private func constant(_ step: Step, after row: Int) -> Double? {
    step.a == row && step.operation.arity == 2 && step.b < constants.count ? Double(constants[step.b]) : nil
  }

  /// An interval on which a function can be fitted: finite and not empty.
  static func finite(_ lower: Double, _ upper: Double) -> Interval? {
    lower < upper && max(abs(lower), abs(upper)) <= 1e6 ? Interval(lower, upper) : nil
  }

  /// The values of the chain at some numbers, in the executor's arithmetic; nil if one is not finite.
  func values(at places: [Float], _ rows: inout LaneRows) -> [Float]? {
    evaluate(at: places, &rows)
    let values = rows[root + steps.count]
    return values.allSatisfy { $0.isFinite } ? values : nil
  }

  /// The pairs of neighboring numbers between which a comparison or a limit changes sides, where the chain may have a
  /// corner; and the values of the chain at the numbers.
  func turns(at places: [Float], _ rows: inout LaneRows) -> (turns: [Int], values: [Float]) {
    evaluate(at: places, &rows)
    var turns = [Bool](repeating: false, count: places.count - 1)
    for (index, step) in steps.enumerated() {
      if step.operation == .less || step.operation == .lessOrEqual {
        let values = rows[root + 1 + index]
        for place in turns.indices where values[place].bitPattern != values[place + 1].bitPattern {
          turns[place] = true
        }
      } else if step.operation == .minimum || step.operation == .maximum, step.a >= root {
        // A turn is where the result changes from one operand to the other.
        let (values, firsts) = (rows[root + 1 + index], rows[step.a])
        for place in turns.indices
        where (values[place] == firsts[place]) != (values[place + 1] == firsts[place + 1]) { turns[place] = true }
      } else if step.operation == .srgbCode {
        // Where the straight piece near black ends.
        let light = rows[step.a]
        for place in turns.indices
        where (light[place] <= SRGBCodes.straightEnd) != (light[place + 1] <= SRGBCodes.straightEnd) {
          turns[place] = true
        }
      }
    }
    return (turns.indices.filter { turns[$0] }, rows[root + steps.count])
  }

  private func evaluate(at places: [Float], _ rows: inout LaneRows) {
    rows.reset(count: places.count)
    for constant in constants { rows.append(constant) }
    rows.append { places[$0] }
    for step in steps {
      guard step.operation == .srgbCode else {
        rows.append(step.operation, step.a, step.b, step.c)
        continue
      }
      let light = rows[step.a]
      rows.append { Self.encoded(light[$0]) }
    }
  }

  /// The code of light before it is rounded.
  private static func encoded(_ light: Float) -> Float {
    SRGBCodes.encoded(least(greatest(light, 0), 1))
  }
}

extension UnaryChain.Step {
  fileprivate func reads(_ row: Int) -> Bool {
    a == row || operation.arity > 1 && b == row || operation.arity > 2 && c == row
  }
}

extension Instruction {
  /// The lane of a constant of one lane in the executor's arithmetic, where truth has all bits set; else nil.
  var singleLane: Float? {
    guard case .constant(let numbers) = operation else { return nil }
    return type == .bool ? .truth(numbers[0] != 0) : Float(numbers[0])
  }
}

extension Program {
  fileprivate func isConstant(_ value: Value) -> Bool {
    if case .constant = instructions[value.index].operation { true } else { false }
  }
}
