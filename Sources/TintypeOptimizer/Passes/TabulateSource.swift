import TintypeIR
import TintypeIntrinsics

/// Replaces values that depend on one channel of one 8-bit source, and cost more than a look-up, by a table of 256
/// values.
///
/// The tables are computed in the executor's arithmetic, so no byte changes. Expects lowered lanes and bound
/// parameters: values that depend on an open parameter are not changed.
func tabulateSource(_ program: Program, _ sources: Set<Int> = [0]) -> Program {
  let tables = SourceTables(program, sources)
  var index = -1
  return rebuild(program) { instruction, builder in
    index += 1
    guard let (channel, numbers) = tables.chosen[index] else {
      return builder.add(instruction.withRate(in: builder))
    }
    let code = builder.component([channel.lane], of: builder.source(channel.source))
    // For example, decoded and encoded again.
    return numbers == SourceTables.codes ? code : builder.lookup(numbers, at: code)
  }
}

/// Chooses the values of a program that become tables.
private struct SourceTables {
  /// A channel of a source.
  struct Channel: Equatable {
    let source: Int
    let lane: Int
  }

  /// The table of each value that becomes one.
  private(set) var chosen: [(channel: Channel, numbers: [Double])?]

  /// The values of the source codes.
  static let codes = (0...255).map { Double(SampleDepth.eight.value(of: UInt16($0))) }

  /// The source channel of each value that depends on a single channel, and the row of its 256 values.
  private var places: [(channel: Channel, row: Int)?] = []
  private var rows = LaneRows(count: 256, capacity: 64)
  private let sources: Set<Int>

  init(_ program: Program, _ sources: Set<Int>) {
    self.sources = sources
    chosen = Array(repeating: nil, count: program.instructions.count)
    places.reserveCapacity(program.instructions.count)
    for index in program.instructions.indices { places.append(place(of: Value(index), program)) }
    choose(program)
  }

  private mutating func place(of value: Value, _ program: Program) -> (channel: Channel, row: Int)? {
    if case .component(let lanes) = program[value].operation,
      case .source(let source) = program[program[value].operands[0]].operation
    {
      guard sources.contains(source) else { return nil }
      return (Channel(source: source, lane: lanes[0]), rows.append { SampleDepth.eight.value(of: UInt16($0)) })
    }
    guard case .lane(let operation) = program[value].operation else { return nil }
    let operands = program[value].operands
    var channel: Channel?
    for operand in operands {
      if let place = places[operand.index] {
        if channel ?? place.channel != place.channel { return nil }
        channel = place.channel
      } else if program[operand].singleLane == nil {
        return nil
      }
    }
    guard let channel else { return nil }
    let operandRows = operands.map { places[$0.index]?.row ?? rows.append(program[$0].singleLane ?? .nan) }
    let (first, last) = (operandRows[0], operandRows[operandRows.count - 1])
    return (channel, rows.append(operation, first, operandRows.count > 1 ? operandRows[1] : first, last))
  }

  /// A value becomes a table if a value that is not tabulated uses it, and a long operation lies between it and the
  /// tables before it.
  private mutating func choose(_ program: Program) {
    var isNeeded = [Bool](repeating: false, count: program.instructions.count)
    for operand in program[program.output.color].operands { isNeeded[operand.index] = true }
    // A table cannot hold truth, so such a value is computed from its operands.
    for index in program.instructions.indices.reversed()
    where places[index] == nil || isNeeded[index] && program.instructions[index].type == .bool {
      for operand in program.instructions[index].operands { isNeeded[operand.index] = true }
    }
    // A product with a number is a shorter step than another look-up: several products share one.
    var products = [Int](repeating: 0, count: program.instructions.count)
    for index in program.instructions.indices where isNeeded[index] && places[index] != nil {
      let tabulated = program.instructions[index].operands.filter { places[$0.index] != nil }
      guard program.instructions[index].operation == .lane(.multiply), tabulated.count == 1 else { continue }
      products[tabulated[0].index] += 1
      if products[tabulated[0].index] > 1 { isNeeded[tabulated[0].index] = true }
    }
    var isLong = [Bool](repeating: false, count: program.instructions.count)
    for index in program.instructions.indices {
      let value = Value(index)
      guard let place = places[index], case .lane(let operation) = program[value].operation else { continue }
      let comesFromLong = program[value].operands.contains { isLong[$0.index] && chosen[$0.index] == nil }
      guard operation.declaration.isElementary || comesFromLong else { continue }
      isLong[index] = true
      guard isNeeded[index], program[value].type == .scalar else { continue }
      let lanes = rows[place.row]
      if lanes.allSatisfy(\.isFinite) { chosen[index] = (place.channel, lanes.map(Double.init)) }
    }
  }
}
