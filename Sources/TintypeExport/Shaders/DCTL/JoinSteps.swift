import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer

extension Program {
  /// The split program with a spatial step on several lanes for steps that read alike: where pictures are not stored,
  /// each step computes its field once for each pixel that it reads.
  var joiningSteps: Program {
    let split = removeDeadValues(self)
    let joins = split.joins
    var builder = ProgramBuilder(capacity: split.instructions.count)
    var renamed: [Value?] = Array(repeating: nil, count: split.instructions.count)
    func moved(_ value: Value) -> Value {
      guard let place = renamed[value.index] else { preconditionFailure("operands come first") }
      return place
    }
    for (index, instruction) in split.instructions.enumerated() where renamed[index] == nil {
      let label = split.labels[Value(index)]
      if let rectangle = split.rectangle(of: instruction) {
        renamed[index] = moved(rectangle)
        continue
      }
      guard case .spatial(let operation) = instruction.operation, let lanes = joins[Value(index)] else {
        var copy = instruction
        copy.operands.rename(moved)
        let written = builder.add(copy)
        if let label { builder.label(written, label) }
        renamed[index] = written
        continue
      }
      let type = ProgramBuilder.type(ofWidth: lanes.count)
      let fields = (0..<operation.fieldCount).map { field in
        builder.construct(lanes.map { moved(split[$0].operands[field]) }, type)
      }
      let others = instruction.operands.dropFirst(fields.count).map(moved)
      let joined = builder.spatial(
        operation, Operands(fields), Operands(others.dropLast()), in: others[others.count - 1])
      // The name of a lane is that of its value with the lane behind it.
      if let label { builder.label(joined, String(label.prefix { $0 != "." })) }
      for (lane, value) in lanes.enumerated() { renamed[value.index] = builder.component([lane], of: joined) }
    }
    var result = split
    (result.instructions, result.labels) = (builder.instructions, builder.labels)
    result.output = Program.Output(color: moved(split.output.color), bounds: moved(split.output.bounds))
    return result
  }

  /// The rectangle of a picture that was split into its edges, and put together again.
  private func rectangle(of instruction: Instruction) -> Value? {
    guard case .construct = instruction.operation, instruction.operands.count == 4 else { return nil }
    let whole = self[instruction.operands[0]].operands.first
    guard let whole, case .sourceBounds = self[whole].operation else { return nil }
    let isWhole = instruction.operands.enumerated().allSatisfy { edge, part in
      self[part].operation == .component([edge]) && self[part].operands[0] == whole
    }
    return isWhole ? whole : nil
  }

  /// The lanes of each joined step, by the first: the same step with the same amounts, of fields that are computed
  /// before it.
  private var joins: [Value: [Value]] {
    struct Step: Hashable {
      let operation: SpatialOperation
      let operands: [Value]
    }
    var (lanes, open): ([Value: [Value]], [Step: Value]) = ([:], [:])
    for (index, instruction) in instructions.enumerated() {
      guard case .spatial(let operation) = instruction.operation, instruction.type.width == 1 else { continue }
      let step = Step(
        operation: operation, operands: Array(instruction.operands.dropFirst(operation.fieldCount)))
      if let first = open[step], lanes[first]?.count ?? 0 < 4,
        instruction.operands.prefix(operation.fieldCount).allSatisfy({ $0 < first })
      {
        lanes[first]?.append(Value(index))
      } else {
        open[step] = Value(index)
        lanes[Value(index)] = [Value(index)]
      }
    }
    return lanes.filter { $0.value.count > 1 }
  }
}
