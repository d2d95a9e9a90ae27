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

  /// Nil where there is none, or too long a one.
  init?(from root: Value, to value: Value, _ program: Program) {
    var members: Set<Value> = [value]
    var open = [value]
    while let next = open.popLast() {
      for operand in program[next].operands where operand != root && !members.contains(operand) {
        if case .constant = program[operand].operation { continue }
        members.insert(operand)
        open.append(operand)
      }
      guard members.count <= Self.mostSteps else { return nil }
    }
    var places: [Value: Int] = [:]
    for member in members.sorted() {
      guard case .lane(let operation) = program[member].operation else { return nil }
      // A code is whole; who comes behind it would see steps.
      guard operation != .srgbCode || member == value else { return nil }
      let operands = program[member].operands.map { operand in
        if operand == root { return Operand.root }
        if case .constant(let numbers) = program[operand].operation {
          return .constant(program[operand].type == .bool ? .truth(numbers[0] != 0) : Float(numbers[0]))
        }
        return .step(places[operand]!)
      }
      places[member] = steps.count
      steps.append(Step(operation: operation, operands: operands))
    }
  }

  /// About how many cycles its steps take for eight pixels.
  var cost: Double { steps.reduce(0) { $0 + $1.operation.cost } }

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

  /// The value for each of some numbers that rise, in the executor's own arithmetic; nil where the samples may not tell what is between
  /// them: where two comparisons turn between neighbours, or one may turn twice.
  func values(at places: [Float]) -> [Float]? {
    var columns: [[Float]] = []
    columns.reserveCapacity(steps.count)
    var turns = [UInt8](repeating: 0, count: places.count)
    for step in steps {
      func column(_ index: Int) -> [Float]? {
        guard index < step.operands.count else { return nil }
        switch step.operands[index] {
        case .root: return places
        case .constant(let number): return [Float](repeating: number, count: places.count)
        case .step(let place): return columns[place]
        }
      }
      let (a, b, c) = (column(0) ?? places, column(1) ?? places, column(2) ?? places)
      switch step.operation {
      case .less, .lessOrEqual: guard Self.countTurns(of: a, against: b, into: &turns) else { return nil }
      default: break
      }
      columns.append(step.operation == .srgbCode ? a.map(Self.encoded) : step.operation.column(a, b, c))
    }
    guard !turns.contains(where: { $0 > 1 }) else { return nil }
    let values = columns[columns.count - 1]
    return values.allSatisfy(\.isFinite) ? values : nil
  }

  /// Notes between which neighbours a difference changes its sign. Where it comes nearer to 0 than it bends, without changing its sign
  /// there, it may do so twice.
  private static func countTurns(of a: [Float], against b: [Float], into turns: inout [UInt8]) -> Bool {
    func difference(_ index: Int) -> Float { a[index] - b[index] }
    for index in 1..<max(a.count, 1) {
      let (before, here) = (difference(index - 1), difference(index))
      if (before < 0) != (here < 0) {
        turns[index] &+= 1
      } else {
        let least = min(before.magnitude, here.magnitude)
        guard least > 0, least < (here - before).magnitude, index > 1, index + 1 < a.count else { continue }
        let bend = max(
          (difference(index - 2) - 2 * before + here).magnitude, (before - 2 * here + difference(index + 1)).magnitude)
        if least < bend / 8 { return false }
      }
    }
    return true
  }

  /// What is stored for light, before it is rounded to a code.
  private static func encoded(_ light: Float) -> Float {
    let bounded = LaneOperation.minimum(LaneOperation.maximum(light, 0), 1)
    return encoding.evaluated { _, _ in bounded }
  }

  private static let encoding = Intrinsic.linearToSrgb.definition.formula.scalar(operandWidths: [1])
}

extension LaneOperation {
  /// The operation on each of some lanes.
  fileprivate func column(_ a: [Float], _ b: [Float], _ c: [Float]) -> [Float] {
    [Float](unsafeUninitializedCapacity: a.count) { results, count in
      for index in a.indices { results[index] = self(a[index], b[index], c[index]) }
      count = a.count
    }
  }
}
