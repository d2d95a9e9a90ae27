import TintypeIR
import TintypeIntrinsics

/// Replaces values that depend on one channel of an 8-bit source, and cost more than a look-up, by a table of 256
/// values.
///
/// The tables are computed in the executor's arithmetic, so no byte changes. Expects lowered lanes and bound
/// parameters: values that depend on an open parameter are not changed.
func tabulateSource(_ program: Program) -> Program {
  let tables = SourceTables(program)
  var index = -1
  return rebuild(program) { instruction, builder in
    index += 1
    guard let (channel, numbers) = tables.chosen[Value(index)] else {
      return builder.add(instruction.withRate(in: builder))
    }
    let code = builder.component([channel], of: builder.source())
    // For example, decoded and encoded again.
    return numbers == SourceTables.codes ? code : builder.lookup(numbers, at: code)
  }
}

/// Chooses the values of a program that become tables.
private struct SourceTables {
  private(set) var chosen: [Value: (channel: Int, numbers: [Double])] = [:]

  /// The values of the source codes.
  static let codes = (0...255).map { Double(SampleDepth.eight.value(of: UInt16($0))) }

  /// The 256 values of each value that depends on a single channel.
  private var batches: [(channel: Int, lanes: LaneBatch)?] = []

  init(_ program: Program) {
    batches.reserveCapacity(program.instructions.count)
    for index in program.instructions.indices { batches.append(batch(of: Value(index), program)) }
    choose(program)
  }

  private func batch(of value: Value, _ program: Program) -> (channel: Int, lanes: LaneBatch)? {
    if case .component(let lanes) = program[value].operation, program[program[value].operands[0]].operation == .source {
      return (lanes[0], LaneBatch((0...255).map { SampleDepth.eight.value(of: $0) }))
    }
    guard case .lane(let operation) = program[value].operation else { return nil }
    var channel: Int?
    var operands: [LaneBatch] = []
    for operand in program[value].operands {
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
    let first = operands[0]
    return channel.map {
      ($0, LaneBatch(operation, first, operands.count > 1 ? operands[1] : first, operands.last!, count: 256))
    }
  }

  /// A value becomes a table if a value that is not tabulated uses it, and a long operation lies between it and the
  /// tables before it.
  private mutating func choose(_ program: Program) {
    var isNeeded = [Bool](repeating: false, count: program.instructions.count)
    for operand in program[program.output.color].operands { isNeeded[operand.index] = true }
    // A table cannot hold truth, so such a value is computed from its operands.
    for index in program.instructions.indices.reversed()
    where batches[index] == nil || isNeeded[index] && program.instructions[index].type == .bool {
      for operand in program.instructions[index].operands { isNeeded[operand.index] = true }
    }
    var isLong = [Bool](repeating: false, count: program.instructions.count)
    for index in program.instructions.indices {
      let value = Value(index)
      guard let batch = batches[index], case .lane(let operation) = program[value].operation else { continue }
      let comesFromLong = program[value].operands.contains { isLong[$0.index] && chosen[$0] == nil }
      guard operation.declaration.isElementary || comesFromLong else { continue }
      isLong[index] = true
      guard isNeeded[index], program[value].type == .scalar else { continue }
      let lanes = batch.lanes.lanes
      if lanes.allSatisfy(\.isFinite) { chosen[value] = (batch.channel, lanes.map(Double.init)) }
    }
  }
}
