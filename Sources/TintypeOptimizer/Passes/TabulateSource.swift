import TintypeIR
import TintypeIntrinsics

/// Replaces what depends on one channel of an 8-bit source, and costs more than a look-up, by a table of its 256 values.
///
/// The values are computed in the executor's own arithmetic, so no byte changes. Expects lanes that are lowered, and bound
/// parameters: whatever depends on something open stays as it is.
func tabulateSource(_ program: Program) -> Program {
  let tables = SourceTables(program)
  var index = -1
  return rebuild(program) { instruction, builder in
    index += 1
    guard let (channel, numbers) = tables.chosen[Value(index)] else {
      return builder.add(instruction.withRate(in: builder))
    }
    let code = builder.component([channel], of: builder.source())
    // Decoded and encoded again, say.
    return numbers == SourceTables.codes ? code : builder.lookup(numbers, at: code)
  }
}

/// Which values of a program become tables.
private struct SourceTables {
  private(set) var chosen: [Value: (channel: Int, numbers: [Double])] = [:]

  /// The source itself.
  static let codes = (0...255).map { Double(SampleDepth.eight.value(of: UInt16($0))) }

  /// The 256 values of everything that depends on one channel.
  private var batches: [(channel: Int, lanes: LaneBatch)?] = []

  init(_ program: Program) {
    batches.reserveCapacity(program.instructions.count)
    for index in program.instructions.indices { batches.append(batch(of: Value(index), program)) }
    choose(program)
  }

  private func batch(of value: Value, _ program: Program) -> (channel: Int, lanes: LaneBatch)? {
    let instruction = program[value]
    switch instruction.operation {
    case .component(let lanes) where program[instruction.operands[0]].operation == .source:
      return (lanes[0], LaneBatch((0...255).map { SampleDepth.eight.value(of: $0) }))
    case .lane(let operation):
      var channel: Int?
      var operands: [LaneBatch] = []
      for operand in instruction.operands {
        if let batch = batches[operand.index] {
          if channel ?? batch.channel != batch.channel { return nil }
          channel = batch.channel
          operands.append(batch.lanes)
        } else if case .constant(let numbers) = program.instructions[operand.index].operation {
          let number = program[operand].type == .bool ? .truth(numbers[0] != 0) : Float(numbers[0])
          operands.append(LaneBatch(number))
        } else {
          return nil
        }
      }
      guard let channel else { return nil }
      let first = operands[0]
      return (
        channel,
        LaneBatch(
          operation, first, operands.count > 1 ? operands[1] : first, operands.count > 2 ? operands[2] : first,
          count: 256)
      )
    default:
      return nil
    }
  }

  /// A value becomes a table where something else needs it, and a long operation lies between it and the tables before it.
  private mutating func choose(_ program: Program) {
    var isNeeded = Set(program[program.output.color].operands)
    // What a table cannot give, as truth, is computed from what it is made of.
    for (index, instruction) in program.instructions.enumerated().reversed()
    where batches[index] == nil || isNeeded.contains(Value(index)) && instruction.type == .bool {
      isNeeded.formUnion(instruction.operands)
    }
    var isLong: Set<Value> = []
    for (index, instruction) in program.instructions.enumerated() {
      let value = Value(index)
      guard let batch = batches[index], case .lane(let operation) = instruction.operation else { continue }
      let comesFromLong = instruction.operands.contains { isLong.contains($0) && chosen[$0] == nil }
      guard operation.isLong || comesFromLong else { continue }
      isLong.insert(value)
      guard isNeeded.contains(value), instruction.type == .scalar else { continue }
      let lanes = batch.lanes.lanes
      if lanes.allSatisfy(\.isFinite) { chosen[value] = (batch.channel, lanes.map(Double.init)) }
    }
  }
}

extension LaneOperation {
  /// Whether it is a polynomial of many steps, longer than a look-up in a table.
  fileprivate var isLong: Bool {
    switch self {
    case .exp2, .log2, .power, .sine, .cosine: true
    default: false
    }
  }
}
