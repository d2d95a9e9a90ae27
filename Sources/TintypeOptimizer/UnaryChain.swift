import TintypeIR
import TintypeIntrinsics

/// The steps from a root value to a value that depends only on the root, as a function of one number.
struct UnaryChain: Hashable {
  /// An operand of a step.
  enum Operand: Hashable {
    case root
    case constant(Float)
    case step(Int)
  }

  /// A step and its operands, stored together because a chain is evaluated some hundred times. Unused operands are the
  /// root.
  struct Step: Hashable {
    let operation: LaneOperation
    let a: Operand
    var b = Operand.root
    var c = Operand.root
  }

  private(set) var steps: [Step] = []

  /// Approximate cost of the steps, in cycles per eight pixels.
  private(set) var cost = 0.0

  /// The longest chain that is followed.
  private static let mostSteps = 400

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

  /// Whether the chain contains choices or limits.
  var hasCorners: Bool {
    steps.contains { [.select, .minimum, .maximum, .absolute].contains($0.operation) }
  }

  /// The part of an interval that matters: limits at the start of the chain clip it. Nil if the result is unbounded or
  /// empty.
  func narrowed(_ interval: Interval) -> Interval? {
    var (lower, upper) = (interval.lower, interval.upper)
    var place = Operand.root
    while let reader = onlyReader(of: place), steps[reader].a == place, let limit = steps[reader].limit {
      if steps[reader].operation == .maximum {
        lower = max(lower, Double(limit))
      } else {
        upper = min(upper, Double(limit))
      }
      place = .step(reader)
    }
    return Self.finite(lower, upper)
  }

  /// The only step that reads an operand; nil if there are several.
  private func onlyReader(of place: Operand) -> Int? {
    var reader: Int?
    for (index, step) in steps.enumerated() where step.reads(place) {
      if reader != nil { return nil }
      reader = index
    }
    return reader
  }

  /// An interval on which a function can be fitted: finite and not empty.
  static func finite(_ lower: Double, _ upper: Double) -> Interval? {
    lower < upper && max(abs(lower), abs(upper)) <= 1e6 ? Interval(lower, upper) : nil
  }

  /// The values of the chain at some numbers, in the executor's arithmetic; nil if one is not finite.
  func values(at places: [Float]) -> [Float]? {
    let values = batches(at: places)[steps.count - 1].lanes
    return values.allSatisfy(\.isFinite) ? values : nil
  }

  /// The pairs of neighboring numbers between which a comparison or a limit changes sides, where the chain may have a
  /// corner; and the values of the chain at the numbers.
  func turns(at places: [Float]) -> (turns: [Int], values: [Float]) {
    let batches = batches(at: places)
    var turns = [Bool](repeating: false, count: places.count - 1)
    for (index, step) in steps.enumerated() {
      if step.operation == .less || step.operation == .lessOrEqual {
        let values = batches[index].lanes
        for place in turns.indices where values[place].bitPattern != values[place + 1].bitPattern {
          turns[place] = true
        }
      } else if step.operation == .minimum || step.operation == .maximum {
        // A turn is where the result changes from one operand to the other.
        let values = batches[index].lanes
        let firsts: [Float]
        switch step.a {
        case .root: firsts = places
        case .step(let first): firsts = batches[first].lanes
        case .constant: continue
        }
        for place in turns.indices
        where (values[place] == firsts[place]) != (values[place + 1] == firsts[place + 1]) { turns[place] = true }
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

  /// The code of light before it is rounded.
  private static func encoded(_ light: Float) -> Float {
    SRGBCodes.encoded(least(greatest(light, 0), 1))
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

  /// The bound applied to the first operand.
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
