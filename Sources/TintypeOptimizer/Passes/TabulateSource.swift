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

  /// The source channel of each value that depends on a single one.
  private var channels: [Channel?] = []
  private let sources: Set<Int>

  init(_ program: Program, _ sources: Set<Int>) {
    self.sources = sources
    chosen = Array(repeating: nil, count: program.instructions.count)
    channels.reserveCapacity(program.instructions.count)
    for index in program.instructions.indices { channels.append(channel(of: Value(index), program)) }
    choose(program)
  }

  private func channel(of value: Value, _ program: Program) -> Channel? {
    if case .component(let lanes) = program[value].operation,
      case .source(let source, _) = program[program[value].operands[0]].operation
    {
      return sources.contains(source) ? Channel(source: source, lane: lanes[0]) : nil
    }
    switch program[value].operation {
    case .lane, .cubics: break
    default: return nil
    }
    var channel: Channel?
    for operand in program[value].operands {
      if let other = channels[operand.index] {
        if channel ?? other != other { return nil }
        channel = other
      } else if program[operand].singleLane == nil {
        return nil
      }
    }
    return channel
  }

  /// A value becomes a table if a value that is not tabulated uses it, and a long operation lies between it and the
  /// tables before it.
  private mutating func choose(_ program: Program) {
    var isNeeded = [Bool](repeating: false, count: program.instructions.count)
    for operand in program[program.output.color].operands { isNeeded[operand.index] = true }
    // A table cannot hold truth, so such a value is computed from its operands.
    for index in program.instructions.indices.reversed()
    where channels[index] == nil || isNeeded[index] && program.instructions[index].type == .bool {
      for operand in program.instructions[index].operands { isNeeded[operand.index] = true }
    }
    // A product with a number is a shorter step than another look-up: several products share one.
    var products = [Int](repeating: 0, count: program.instructions.count)
    for index in program.instructions.indices where isNeeded[index] && channels[index] != nil {
      let tabulated = program.instructions[index].operands.filter { channels[$0.index] != nil }
      guard program.instructions[index].operation == .lane(.multiply), tabulated.count == 1 else { continue }
      products[tabulated[0].index] += 1
      if products[tabulated[0].index] > 1 { isNeeded[tabulated[0].index] = true }
    }
    var isLong = [Bool](repeating: false, count: program.instructions.count)
    var rows = ChannelRows(program, channels)
    for index in program.instructions.indices {
      guard let channel = channels[index] else { continue }
      let value = Value(index)
      rows.compute(value)
      defer { rows.release(after: value) }
      let isElementary: Bool
      switch program[value].operation {
      case .lane(let operation): isElementary = operation.declaration.isElementary
      case .cubics: isElementary = true
      default: continue
      }
      let comesFromLong = program[value].operands.contains { isLong[$0.index] && chosen[$0.index] == nil }
      guard isElementary || comesFromLong else { continue }
      isLong[index] = true
      guard isNeeded[index], program[value].type == .scalar else { continue }
      let lanes = rows[value]
      if lanes.allSatisfy({ $0.isFinite }) { chosen[index] = (channel, lanes.map(Double.init)) }
    }
  }
}

/// The 256 numbers of values that depend on one channel, each until its last use.
private struct ChannelRows {
  private let program: Program
  private var rows = LaneRows(count: 256, capacity: 64)
  /// The row of each value that has one now.
  private var places: [Int?]
  private var lastUse: [Int]

  init(_ program: Program, _ channels: [SourceTables.Channel?]) {
    self.program = program
    places = Array(repeating: nil, count: program.instructions.count)
    lastUse = Array(program.instructions.indices)
    for index in program.instructions.indices where channels[index] != nil {
      for operand in program.instructions[index].operands { lastUse[operand.index] = index }
    }
  }

  /// Computes a value from those before it.
  mutating func compute(_ value: Value) {
    if case .cubics(let function) = program[value].operation {
      let numbers = rows[row(of: program[value].operands[0])]
      places[value.index] = rows.append { function(numbers[$0]) }
      return
    }
    guard case .lane(let operation) = program[value].operation else {
      places[value.index] = rows.append { SampleDepth.eight.value(of: UInt16($0)) }
      return
    }
    let operands = program[value].operands.map { row(of: $0) }
    let (first, last) = (operands[0], operands[operands.count - 1])
    places[value.index] = rows.append(operation, first, operands.count > 1 ? operands[1] : first, last)
  }

  private mutating func row(of operand: Value) -> Int {
    if let known = places[operand.index] { return known }
    let row = rows.append(program[operand].singleLane ?? .nan)
    places[operand.index] = row
    return row
  }

  /// Gives back the rows that no later value needs.
  mutating func release(after value: Value) {
    for other in [value] + program[value].operands where lastUse[other.index] == value.index {
      if let row = places[other.index] { rows.release(row) }
      places[other.index] = nil
    }
  }

  /// The table of a value: its number for each of the 256 codes.
  subscript(value: Value) -> [Float] { places[value.index].map { rows[$0] } ?? [] }
}
