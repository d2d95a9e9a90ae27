package import TintypeIR
import TintypeIntrinsics

/// Splits every value into scalar lanes. Only these stay whole: the source, noise, positions, parameters, curves,
/// tables, texts and rectangles, from which lanes are read, and the output, which is constructed again.
package func splitLanes(_ program: Program) -> Program {
  var splitter = LaneSplitter(program)
  for index in program.instructions.indices {
    splitter.split(program.instructions[index], program.labels[Value(index)])
  }
  return splitter.finished(program)
}

private struct LaneSplitter {
  private var builder: ProgramBuilder
  /// The lanes of each value; its only entry is the value itself if that stays whole.
  private var lanes: [Operands] = []

  init(_ program: Program) {
    builder = ProgramBuilder(capacity: program.instructions.count)
    lanes.reserveCapacity(program.instructions.count)
  }

  mutating func split(_ instruction: Instruction, _ label: String?) {
    let made = lanes(of: instruction)
    if let label {
      for (value, suffix) in zip(made, Self.suffixes(made.count)) { builder.label(value, label + suffix) }
    }
    lanes.append(made)
  }

  mutating func finished(_ program: Program) -> Program {
    let color = builder.construct(lanes[program.output.color.index], .rgba)
    let bounds = builder.construct(lanes[program.output.bounds.index], .rect)
    var split = program
    (split.instructions, split.labels) = (builder.instructions, builder.labels)
    split.output = Program.Output(color: color, bounds: bounds)
    return split
  }

  private mutating func lanes(of instruction: Instruction) -> Operands {
    func operand(_ position: Int) -> Operands { lanes[instruction.operands[position].index] }
    switch instruction.operation {
    case .constant where instruction.type == .lut || instruction.type.isLetters: return [builder.add(instruction)]
    case .constant(let numbers):
      let type: ValueType = instruction.type == .bool ? .bool : .scalar
      return numbers.lanes { builder.constant(Numbers($0), type) }
    case .parameter where instruction.type == .curve || instruction.type.isLetters, .curve:
      return [builder.add(instruction)]
    case .evaluate: return operand(1).lanes { builder.evaluate(operand(0)[0], at: $0) }
    case .interpolate:
      let color = instruction.operands.dropFirst().flatMap { lanes[$0.index] }
      return lanes(from: builder.interpolate(operand(0)[0], at: color))
    case .lookup(let numbers): return [builder.lookup(numbers, at: operand(0)[0])]
    case .cubics(let function): return [builder.cubics(function, at: operand(0)[0])]
    case .frame: return [builder.frame()]
    case .shot(let field, let hasFallback):
      return [builder.shot(field, fallback: hasFallback ? operand(0)[0] : nil)]
    case .parameter where instruction.type.isSingleNumber:
      return [builder.add(Instruction(instruction.operation, type: .scalar, rate: .uniform))]
    case .parameter, .measured, .source, .sourceBounds, .position: return lanes(from: builder.add(instruction))
    case .noise: return lanes(from: builder.noise(seed: operand(0)[0]))
    case .text(let operation): return [builder.text(operation, instruction.operands.lanes { lanes[$0.index][0] })]
    case .letters(let lettering):
      return [builder.letters(operand(0)[0], lettering, instruction.operands.dropFirst().map { lanes[$0.index][0] })]
    case .construct: return Operands(instruction.operands.flatMap { lanes[$0.index] })
    case .component(let selection): return selection.lanes { operand(0)[$0] }
    case .intersect: return intersection(operand(0), operand(1))
    case .spatial(let operation): return spatial(operation, instruction.operands.map { lanes[$0.index] })
    case .lane(let operation):
      return [builder.lane(operation, instruction.operands.lanes { lanes[$0.index][0] })]
    case .apply(let intrinsic): return applied(intrinsic, instruction)
    }
  }

  /// Each lane becomes a separate field; the planner combines fields that are read alike.
  private mutating func spatial(_ operation: SpatialOperation, _ operands: [Operands]) -> Operands {
    let fields = operands.prefix(operation.fieldCount)
    let amounts = operands.dropFirst(fields.count).dropLast().map { lanes in
      lanes.count == 1 ? lanes[0] : builder.construct(lanes, .vec2)
    }
    let bounds = builder.construct(operands[operands.count - 1], .rect)
    return operands[0].indices.lanes { lane in
      builder.spatial(operation, Operands(fields.map { $0[lane] }), Operands(amounts), in: bounds)
    }
  }

  /// The lanes of a value that is not split.
  private mutating func lanes(from value: Value) -> Operands {
    let width = builder.type(of: value).width
    return width == 1 ? [value] : (0..<width).lanes { builder.component([$0], of: value) }
  }

  private mutating func intersection(_ a: Operands, _ b: Operands) -> Operands {
    a.indices.lanes { builder.apply($0 < 2 ? .max : .min, a[$0], b[$0]) }
  }

  /// Applies an intrinsic lane by lane; an operand with one lane is shared by all. A reduction takes its operands
  /// whole.
  private mutating func applied(_ intrinsic: Intrinsic, _ instruction: Instruction) -> Operands {
    if case .reduction = intrinsic.definition.signature {
      return [builder.apply(intrinsic, instruction.operands.lanes { whole(lanes[$0.index]) })]
    }
    // A choice between texts or dates is made before any pixel is.
    if instruction.type.isLetters {
      return [builder.apply(intrinsic, instruction.operands.lanes { lanes[$0.index][0] })]
    }
    let type: ValueType = instruction.type == .bool ? .bool : .scalar
    return (0..<instruction.type.width).lanes { lane in
      let operands = instruction.operands.lanes { operand in
        lanes[operand.index].count == 1 ? lanes[operand.index][0] : lanes[operand.index][lane]
      }
      return builder.add(Instruction(.apply(intrinsic), operands, type: type, rate: .varying).withRate(in: builder))
    }
  }

  private mutating func whole(_ lanes: Operands) -> Value {
    lanes.count == 1 ? lanes[0] : builder.construct(lanes, ProgramBuilder.type(ofWidth: lanes.count))
  }

  private static func suffixes(_ count: Int) -> [String] {
    switch count {
    case 1: [""]
    case 2: [".x", ".y"]
    default: [".r", ".g", ".b", ".a"]
    }
  }
}

extension Collection {
  /// A value for each element, without an allocation.
  fileprivate func lanes(_ value: (Element) -> Value) -> Operands {
    var values = Operands()
    for element in self { values.append(value(element)) }
    return values
  }
}
