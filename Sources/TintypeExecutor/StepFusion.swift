import TintypeIntrinsics
import TintypePlan

/// Finds chains of lane steps that fuse to one ``FusedOperation``.
///
/// A step fuses with the step that reads its result if no other step reads it, and if its operands are not overwritten
/// in between.
struct StepFusion {
  /// A single step, or the last step of a chain that replaces the whole chain.
  enum Joined {
    case step(Plan.Step)
    case fused(FusedStep)
  }

  private let steps: [Plan.Step]
  private let uniforms: [Float]
  /// The number of reads of each step's result.
  private var readCounts: [Int]
  /// The producers of each step's operands.
  private var producers: [[Int?]]
  private var isAbsorbed: [Bool]

  /// The largest distance between members of a chain. Plans may be long, and distant steps seldom fuse.
  private static let maxDistance = 48

  static func joined(_ pass: Plan.Pass, _ uniforms: [Float]) -> [Joined] {
    var fusion = StepFusion(pass, uniforms)
    var fused: [Int: FusedStep] = [:]
    // From the end, so that the longest chain that ends in a step wins over its parts.
    for index in pass.steps.indices.reversed() where !fusion.isAbsorbed[index] {
      if let step = fusion.chain(endingAt: index) { fused[index] = step }
    }
    return Self.byRows(
      pass.steps.indices.filter { !fusion.isAbsorbed[$0] }.map { index in
        fused[index].map { .fused($0) } ?? .step(pass.steps[index])
      })
  }

  /// Marks weighted sums of the same registers that follow one another: a matrix is one loop.
  private static func byRows(_ steps: [Joined]) -> [Joined] {
    var steps = steps
    var index = 0
    while index < steps.count {
      guard case .fused(var first) = steps[index], first.operation == .dot || first.operation == .affineDot else {
        index += 1
        continue
      }
      var last = first
      for next in index + 1..<min(index + 3, steps.count) {
        guard case .fused(var row) = steps[next], row.operation == first.operation, row.registers == first.registers,
          !row.registers.contains(last.result)
        else { break }
        last = row
        row.rows = 0
        steps[next] = .fused(row)
        first.rows += 1
      }
      steps[index] = .fused(first)
      index += first.rows
    }
    return steps
  }

  private init(_ pass: Plan.Pass, _ uniforms: [Float]) {
    (steps, self.uniforms) = (pass.steps, uniforms)
    readCounts = Array(repeating: 0, count: steps.count)
    producers = []
    producers.reserveCapacity(steps.count)
    isAbsorbed = Array(repeating: false, count: steps.count)
    var writers = [Int?](repeating: nil, count: pass.registerCount)
    func writer(_ operand: Plan.Operand) -> Int? {
      guard case .register(let register) = operand else { return nil }
      return writers[register.index]
    }
    for (index, step) in steps.enumerated() {
      let found = step.operands.map(writer)
      for producer in found { if let producer { readCounts[producer] += 1 } }
      producers.append(found)
      for register in step.results { writers[register.index] = index }
    }
    for operand in pass.results { if let producer = writer(operand) { readCounts[producer] += 1 } }
  }

  /// The chain that ends in a step; its other members are marked as absorbed.
  private mutating func chain(endingAt last: Int) -> FusedStep? {
    guard case .lane(let operation, let result, let operands) = steps[last] else { return nil }
    if operation == .minimum { return limits(result, operands, at: last) }
    if operation == .multiplyAdd { return weightedSum(result, operands, at: last) }
    if operation == .maximum, let low = uniform(operands[1]), let line = member(.multiplyAdd, read: 0, by: last),
      let pair = mixed(line.operands), let offset = uniform(line.operands[2])
    {
      return fused(.affineMaximum, result, [pair.x], [pair.a, offset, low], absorbing: [line])
    }
    if operation == .select, let mask = register(operands[0]), let other = register(operands[2]),
      let sum = member(.add, read: 1, by: last), let pair = mixed(sum.operands)
    {
      return fused(.selectSum, result, [mask, pair.x, other], [pair.a], absorbing: [sum])
    }
    guard operation == .multiply else { return nil }
    if let step = smoothstep(result, at: last) { return step }
    for (place, other) in [(0, 1), (1, 0)] {
      guard let factor = register(operands[other]), let product = member(.multiply, read: place, by: last),
        let pair = mixed(product.operands)
      else { continue }
      let read = product.operands[0] == .register(pair.x) ? 0 : 1
      guard let rest = member(.subtract, read: read, by: last, product.index), let a = uniform(rest.operands[1]),
        let x = register(rest.operands[0])
      else { continue }
      return fused(.differenceProduct, result, [x, factor], [a, pair.a], absorbing: [product, rest])
    }
    for (place, other) in [(0, 1), (1, 0)] {
      guard let factor = register(operands[other]),
        let rest = member(.subtract, read: place, by: last), let a = uniform(rest.operands[0]),
        let x = register(rest.operands[1])
      else { continue }
      return fused(.complementProduct, result, [x, factor], [a], absorbing: [rest])
    }
    return nil
  }

  /// The seven steps of a smooth step between two numbers.
  private mutating func smoothstep(_ result: Plan.Register, at last: Int) -> FusedStep? {
    for (place, other) in [(0, 1), (1, 0)] {
      guard let line = member(.multiplyAdd, read: place, by: last),
        let square = member(.multiply, read: other, by: line.index, last),
        number(line.operands[2]) == 3, line.operands[..<2].contains(where: { number($0) == -2 }),
        let limited = producers[square.index][0], producers[square.index][1] == limited,
        producers[line.index].contains(limited),
        let high = member(.minimum, reads: 3, read: 0, by: last, line.index, square.index),
        number(high.operands[1]) == 1,
        let low = member(.maximum, read: 0, by: last, line.index, square.index, high.index),
        number(low.operands[1]) == 0,
        let ratio = member(.divide, read: 0, by: last, line.index, square.index, high.index, low.index),
        let width = uniform(ratio.operands[1]),
        let rest = member(
          .subtract, read: 0, by: last, line.index, square.index, high.index, low.index, ratio.index),
        let edge = uniform(rest.operands[1]), let x = register(rest.operands[0])
      else { continue }
      return fused(.smoothstep, result, [x], [edge, width], absorbing: [line, square, high, low, ratio, rest])
    }
    return nil
  }

  /// The number of a uniform operand in this render.
  private func number(_ operand: Plan.Operand) -> Float? { uniform(operand).map { uniforms[$0.index] } }

  /// Two limits, of a sum or a line.
  private mutating func limits(_ result: Plan.Register, _ operands: [Plan.Operand], at last: Int) -> FusedStep? {
    guard let high = uniform(operands[1]), let lower = member(.maximum, read: 0, by: last),
      let low = uniform(lower.operands[1])
    else { return nil }
    if let sum = member(.add, read: 0, by: last, lower.index), let pair = mixed(sum.operands) {
      return fused(.addClamp, result, [pair.x], [pair.a, low, high], absorbing: [lower, sum])
    }
    if let line = member(.multiplyAdd, read: 0, by: last, lower.index), let pair = mixed(line.operands),
      let offset = uniform(line.operands[2])
    {
      return fused(.affineClamp, result, [pair.x], [pair.a, offset, low, high], absorbing: [lower, line])
    }
    return register(lower.operands[0]).map { fused(.clamp, result, [$0], [low, high], absorbing: [lower]) }
  }

  /// Three products, and an offset.
  private mutating func weightedSum(_ result: Plan.Register, _ operands: [Plan.Operand], at last: Int) -> FusedStep? {
    guard let third = mixed(operands), let middle = member(.multiplyAdd, read: 2, by: last),
      let second = mixed(middle.operands)
    else { return nil }
    if let first = member(.multiply, read: 2, by: last, middle.index), let pair = mixed(first.operands) {
      return fused(
        .dot, result, [pair.x, second.x, third.x], [pair.a, second.a, third.a], absorbing: [middle, first])
    }
    guard let first = member(.multiplyAdd, read: 2, by: last, middle.index), let pair = mixed(first.operands),
      let offset = uniform(first.operands[2])
    else { return nil }
    return fused(
      .affineDot, result, [pair.x, second.x, third.x], [pair.a, second.a, third.a, offset], absorbing: [middle, first])
  }

  private typealias Member = (index: Int, operands: [Plan.Operand])

  /// The producer of an operand of the chain's first step, if it can move to the end of the chain.
  ///
  /// - Parameters:
  ///   - reads: how often the chain reads it.
  ///   - chain: the steps of the chain so far; the last one reads the operand.
  private func member(_ wanted: LaneOperation, reads: Int = 1, read place: Int, by chain: Int...) -> Member? {
    let (reader, end) = (chain[chain.count - 1], chain.max()!)
    guard let index = producers[reader][place], readCounts[index] == reads, end - index <= Self.maxDistance,
      case .lane(wanted, _, let operands) = steps[index]
    else { return nil }
    let read = operands.compactMap(register)
    // Absorbed members no longer write registers.
    for between in index + 1..<end where !isAbsorbed[between] && !chain.contains(between) {
      if steps[between].results.contains(where: read.contains) { return nil }
    }
    return (index, operands)
  }

  private mutating func fused(
    _ operation: FusedOperation, _ result: Plan.Register, _ registers: [Plan.Register], _ uniforms: [Plan.Slot],
    absorbing members: [Member]
  ) -> FusedStep {
    for member in members { isAbsorbed[member.index] = true }
    return FusedStep(operation: operation, result: result, registers: registers, uniforms: uniforms)
  }

  private func register(_ operand: Plan.Operand) -> Plan.Register? {
    if case .register(let register) = operand { register } else { nil }
  }

  private func uniform(_ operand: Plan.Operand) -> Plan.Slot? {
    if case .uniform(let slot) = operand { slot } else { nil }
  }

  /// The first two operands of a sum or product, as a register and a number, in either order.
  private func mixed(_ operands: [Plan.Operand]) -> (x: Plan.Register, a: Plan.Slot)? {
    if let x = register(operands[0]), let a = uniform(operands[1]) { return (x, a) }
    if let x = register(operands[1]), let a = uniform(operands[0]) { return (x, a) }
    return nil
  }
}
