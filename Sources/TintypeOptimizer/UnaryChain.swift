import TintypeIR
import TintypeIntrinsics

/// The steps from one value to another that depends on nothing else, as a function by itself.
struct UnaryChain: Hashable {
  /// What a step reads.
  enum Operand: Hashable {
    case root
    case constant(Float)
    case step(Int)
  }

  /// A step and what it reads, side by side, as it is taken some hundred times; what it does not read is the root.
  struct Step: Hashable {
    let operation: LaneOperation
    let a: Operand
    var b = Operand.root
    var c = Operand.root
  }

  private(set) var steps: [Step] = []

  /// About how many cycles its steps take for eight pixels.
  private(set) var cost = 0.0

  /// More are not followed.
  private static let mostSteps = 400

  /// Notes on the values of a program, so that finding one chain after the other takes no memory of its own.
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

  /// Nil where there is none, or too long a one.
  init?(from root: Value, to value: Value, _ program: Program, _ notes: inout Notes) {
    notes.chain += 1
    notes.lastChain[value.index] = notes.chain
    notes.members.removeAll(keepingCapacity: true)
    // Operands stand before their users, so one way back meets all.
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
      // A code is whole; who comes behind it would see steps.
      if operation == .srgbCode, member != value.index { return nil }
      let operands = program.instructions[member].operands
      func operand(_ position: Int) -> Operand {
        guard position < operands.count, operands[position] != root else { return .root }
        let index = operands[position].index
        guard case .constant(let numbers) = program.instructions[index].operation else {
          return .step(notes.places[index])
        }
        return .constant(program.instructions[index].type == .bool ? .truth(numbers[0] != 0) : Float(numbers[0]))
      }
      notes.places[member] = steps.count
      steps.append(Step(operation: operation, a: operand(0), b: operand(1), c: operand(2)))
      cost += operation.cost
    }
  }

  /// Whether something is decided or limited.
  var hasCorners: Bool {
    steps.contains { step in
      switch step.operation {
      case .select, .minimum, .maximum, .absolute: true
      default: false
      }
    }
  }

  /// What of an interval matters: limits that the chain begins with cut it. Nil where it has no ends, or no width.
  func narrowed(_ interval: Interval) -> Interval? {
    var (lower, upper) = (interval.lower, interval.upper)
    var place = Operand.root
    while let reader = onlyReader(of: place), steps[reader].a == place, let limit = steps[reader].limit {
      switch steps[reader].operation {
      case .maximum: lower = max(lower, Double(limit))
      default: upper = min(upper, Double(limit))
      }
      place = .step(reader)
    }
    return Self.finite(lower, upper)
  }

  /// The step that reads something, if one alone does.
  private func onlyReader(of place: Operand) -> Int? {
    var reader: Int?
    for (index, step) in steps.enumerated() where step.reads(place) {
      if reader != nil { return nil }
      reader = index
    }
    return reader
  }

  /// An interval that a function may have.
  static func finite(_ lower: Double, _ upper: Double) -> Interval? {
    lower < upper && max(abs(lower), abs(upper)) <= 1e6 ? Interval(lower, upper) : nil
  }

  /// The value for each of some numbers, in the executor's own arithmetic; nil where one is not finite.
  func values(at places: [Float]) -> [Float]? {
    let values = batches(at: places)[steps.count - 1].lanes
    return values.allSatisfy(\.isFinite) ? values : nil
  }

  /// Between which neighbors of some numbers a comparison turns, or a limit: there the chain may have a corner. And its values there.
  func turns(at places: [Float]) -> (turns: [Int], values: [Float]) {
    let batches = batches(at: places)
    var turns = [Bool](repeating: false, count: places.count - 1)
    for (index, step) in steps.enumerated() {
      switch step.operation {
      case .less, .lessOrEqual:
        let values = batches[index].lanes
        for place in turns.indices where values[place].bitPattern != values[place + 1].bitPattern {
          turns[place] = true
        }
      case .minimum, .maximum:
        // Whether it is the first operand.
        let values = batches[index].lanes
        let firsts: [Float]
        switch step.a {
        case .root: firsts = places
        case .step(let first): firsts = batches[first].lanes
        case .constant: continue
        }
        for place in turns.indices
        where (values[place] == firsts[place]) != (values[place + 1] == firsts[place + 1]) { turns[place] = true }
      default: break
      }
    }
    return (turns.indices.filter { turns[$0] }, batches[steps.count - 1].lanes)
  }

  private func batches(at places: [Float]) -> [LaneBatch] {
    let root = LaneBatch(places)
    var batches: [LaneBatch] = []
    batches.reserveCapacity(steps.count)
    func batch(_ operand: Operand) -> LaneBatch {
      switch operand {
      case .root: root
      case .constant(let number): LaneBatch(number)
      case .step(let place): batches[place]
      }
    }
    for step in steps {
      let a = batch(step.a)
      batches.append(
        step.operation == .srgbCode
          ? a.mapped(Self.encoded)
          : LaneBatch(step.operation, a, batch(step.b), batch(step.c), count: places.count))
    }
    return batches
  }

  /// What is stored for light, before it is rounded to a code.
  private static func encoded(_ light: Float) -> Float {
    SRGBCodes.encoded(LaneOperation.minimum(LaneOperation.maximum(light, 0), 1))
  }
}

extension UnaryChain.Step {
  fileprivate func reads(_ place: UnaryChain.Operand) -> Bool {
    switch operation.arity {
    case 1: a == place
    case 2: a == place || b == place
    default: a == place || b == place || c == place
    }
  }

  /// The number that it limits its first operand by.
  fileprivate var limit: Float? {
    guard operation == .maximum || operation == .minimum, case .constant(let limit) = b else { return nil }
    return limit
  }
}

extension Program {
  fileprivate func isConstant(_ value: Value) -> Bool {
    if case .constant = instructions[value.index].operation { true } else { false }
  }
}
