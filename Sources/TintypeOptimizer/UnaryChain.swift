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

  struct Step: Hashable {
    let operation: LaneOperation
    let operands: [Operand]
  }

  private(set) var steps: [Step] = []

  /// More are not followed.
  private static let mostSteps = 400

  /// Notes on the values of a program, so that finding one chain after the other takes no memory of its own.
  struct Notes {
    fileprivate var chain = 0
    fileprivate var lastChain: [Int]
    fileprivate var places: [Int]

    init(_ program: Program) {
      lastChain = Array(repeating: 0, count: program.instructions.count)
      places = lastChain
    }
  }

  /// Nil where there is none, or too long a one.
  init?(from root: Value, to value: Value, _ program: Program, _ notes: inout Notes) {
    notes.chain += 1
    notes.lastChain[root.index] = notes.chain
    notes.lastChain[value.index] = notes.chain
    var members = [value.index]
    var next = 0
    while next < members.count {
      for operand in program.instructions[members[next]].operands where notes.lastChain[operand.index] != notes.chain {
        if case .constant = program.instructions[operand.index].operation { continue }
        notes.lastChain[operand.index] = notes.chain
        members.append(operand.index)
      }
      next += 1
      guard members.count <= Self.mostSteps else { return nil }
    }
    members.sort()
    for member in members {
      let instruction = program.instructions[member]
      guard case .lane(let operation) = instruction.operation else { return nil }
      // A code is whole; who comes behind it would see steps.
      guard operation != .srgbCode || member == value.index else { return nil }
      let operands = instruction.operands.map { operand in
        if operand == root { return Operand.root }
        if case .constant(let numbers) = program.instructions[operand.index].operation {
          return .constant(program[operand].type == .bool ? .truth(numbers[0] != 0) : Float(numbers[0]))
        }
        return .step(notes.places[operand.index])
      }
      notes.places[member] = steps.count
      steps.append(Step(operation: operation, operands: operands))
    }
  }

  /// About how many cycles its steps take for eight pixels.
  var cost: Double { steps.reduce(0) { $0 + $1.operation.cost } }

  /// Whether something is decided or limited.
  var hasCorners: Bool {
    steps.contains { [.select, .minimum, .maximum, .absolute].contains($0.operation) }
  }

  /// What of an interval matters: limits that the chain begins with cut it. Nil where it has no ends, or no width.
  func narrowed(_ interval: Interval) -> Interval? {
    var (lower, upper) = (interval.lower, interval.upper)
    var place = Operand.root
    while true {
      let readers = steps.indices.filter { steps[$0].operands.contains(place) }
      guard readers.count == 1, steps[readers[0]].operands[0] == place,
        case .constant(let limit) = steps[readers[0]].operands.last
      else { break }
      switch steps[readers[0]].operation {
      case .maximum: lower = max(lower, Double(limit))
      case .minimum: upper = min(upper, Double(limit))
      default: return Self.finite(lower, upper)
      }
      place = .step(readers[0])
    }
    return Self.finite(lower, upper)
  }

  private static func finite(_ lower: Double, _ upper: Double) -> Interval? {
    lower < upper && max(abs(lower), abs(upper)) <= 1e6 ? Interval(lower, upper) : nil
  }

  /// The value for each of some numbers, in the executor's own arithmetic; nil where one is not finite.
  func values(at places: [Float]) -> [Float]? {
    var columns: [[Float]] = []
    columns.reserveCapacity(steps.count)
    for step in steps {
      let operands = step.operands.map { operand in
        switch operand {
        case .root: places
        case .constant(let number): [number]
        case .step(let place): columns[place]
        }
      }
      columns.append(
        step.operation == .srgbCode
          ? operands[0].map(Self.encoded) : step.operation.column(operands, count: places.count))
    }
    let values = columns[columns.count - 1]
    return values.allSatisfy(\.isFinite) ? values : nil
  }

  /// What is stored for light, before it is rounded to a code.
  private static func encoded(_ light: Float) -> Float {
    SRGBCodes.encoded(LaneOperation.minimum(LaneOperation.maximum(light, 0), 1))
  }
}
