import TintypeIR
import TintypeIntrinsics

/// Splits every value into scalar lanes. Only these stay whole: the source, noise, positions, parameters, curves,
/// tables and rectangles, from which lanes are read, and the output, which is constructed again.
func splitLanes(_ program: Program) -> Program {
  var splitter = LaneSplitter()
  for instruction in program.instructions { splitter.split(instruction) }
  return splitter.finished(program)
}

private struct LaneSplitter {
  private var builder = ProgramBuilder()
  private var lanes: [[Value]] = []

  mutating func split(_ instruction: Instruction) {
    let made = lanes(of: instruction)
    if let label = instruction.label {
      for (value, suffix) in zip(made, Self.suffixes(made.count)) { builder.label(value, label + suffix) }
    }
    lanes.append(made)
  }

  mutating func finished(_ program: Program) -> Program {
    let color = builder.construct(lanes[program.output.color.index], .rgba)
    let bounds = builder.construct(lanes[program.output.bounds.index], .rect)
    return Program(
      name: program.name, parameters: program.parameters, tables: program.tables, pictures: program.pictures,
      instructions: builder.instructions, output: Program.Output(color: color, bounds: bounds))
  }

  private mutating func lanes(of instruction: Instruction) -> [Value] {
    let operands = instruction.operands.map { lanes[$0.index] }
    switch instruction.operation {
    case .constant where instruction.type == .lut || instruction.type.isLetters: return [builder.add(instruction)]
    case .constant(let numbers):
      let type: ValueType = instruction.type == .bool ? .bool : .scalar
      return numbers.map { builder.constant([$0], type) }
    case .parameter where instruction.type == .curve || instruction.type.isLetters, .curve:
      return [builder.add(instruction)]
    case .evaluate: return operands[1].map { builder.evaluate(operands[0][0], at: $0) }
    case .interpolate: return lanes(from: builder.interpolate(operands[0][0], at: operands[1...].flatMap { $0 }))
    case .lookup(let numbers): return [builder.lookup(numbers, at: operands[0][0])]
    case .cubics(let function): return [builder.cubics(function, at: operands[0][0])]
    case .frame: return [builder.frame()]
    case .shot(let field, _): return [builder.shot(field, fallback: operands.first?[0])]
    case .parameter where instruction.type.isSingleNumber:
      return [builder.add(Instruction(instruction.operation, type: .scalar, rate: .uniform))]
    case .parameter, .source, .sourceBounds, .position: return lanes(from: builder.add(instruction))
    case .noise: return lanes(from: builder.noise(seed: operands[0][0]))
    case .dateText(let locale): return [builder.dateText(operands[0][0], operands[1][0], locale)]
    case .letters(let lettering):
      return [builder.letters(operands[0][0], lettering, operands.dropFirst().map { $0[0] })]
    case .construct: return operands.flatMap { $0 }
    case .component(let selection): return selection.map { operands[0][$0] }
    case .intersect: return intersection(operands[0], operands[1])
    case .spatial(let operation): return spatial(operation, operands)
    case .lane(let operation): return [builder.lane(operation, Operands(operands.lazy.map { $0[0] }))]
    case .apply(let intrinsic): return applied(intrinsic, operands, width: instruction.type.width)
    }
  }

  /// Each lane becomes a separate field; the planner combines fields that are read alike.
  private mutating func spatial(_ operation: SpatialOperation, _ operands: [[Value]]) -> [Value] {
    let how =
      switch operation.reading {
      case .around: operands[1][0]
      case .elsewhere: builder.construct(operands[1], .vec2)
      }
    let bounds = builder.construct(operands[2], .rect)
    return operands[0].map { builder.spatial(operation, $0, how, in: bounds) }
  }

  /// The lanes of a value that is not split.
  private mutating func lanes(from value: Value) -> [Value] {
    let type = builder[value].type
    return type.width == 1 ? [value] : (0..<type.width).map { builder.component([$0], of: value) }
  }

  private mutating func intersection(_ a: [Value], _ b: [Value]) -> [Value] {
    zip(a, b).enumerated().map { lane, pair in builder.apply(lane < 2 ? .max : .min, pair.0, pair.1) }
  }

  /// Applies an intrinsic lane by lane; an operand with one lane is shared by all. A reduction takes its operands
  /// whole.
  private mutating func applied(_ intrinsic: Intrinsic, _ operands: [[Value]], width: Int) -> [Value] {
    if case .reduction = intrinsic.definition.signature { return [reduced(intrinsic, operands)] }
    return (0..<width).map { lane in
      builder.apply(intrinsic, Operands(operands.lazy.map { $0.count == 1 ? $0[0] : $0[lane] }))
    }
  }

  private mutating func reduced(_ intrinsic: Intrinsic, _ operands: [[Value]]) -> Value {
    let wholes = operands.map { lanes in
      lanes.count == 1 ? lanes[0] : builder.construct(lanes, ProgramBuilder.type(ofWidth: lanes.count))
    }
    return builder.apply(intrinsic, Operands(wholes))
  }

  private static func suffixes(_ count: Int) -> [String] {
    switch count {
    case 1: [""]
    case 2: [".x", ".y"]
    case 3, 4: [".r", ".g", ".b", ".a"]
    default: (0..<count).map { ".\($0)" }
    }
  }
}
