import TintypeIR

/// A local rule: a simpler value for an instruction whose operands are already simplified, or nil if it does not apply.
typealias RewriteRule = @Sendable (Instruction, inout ProgramBuilder) -> Value?

/// Rebuilds a program from front to back. The transform may replace each instruction by another value.
///
/// The builder merges equal instructions, so this is also common subexpression elimination.
func rebuild(
  _ program: Program, _ transform: (consuming Instruction, inout ProgramBuilder) -> Value
) -> Program {
  var builder = ProgramBuilder(capacity: program.instructions.count)
  var renamed: [Value] = []
  renamed.reserveCapacity(program.instructions.count)
  for index in program.instructions.indices {
    var moved = program.instructions[index]
    moved.operands.rename { renamed[$0.index] }
    renamed.append(transform(moved, &builder))
  }
  return program.renamed(builder.instructions) { renamed[$0.index] }
}

/// Applies a rule instruction by instruction. One pass is enough: the rule sees simplified operands.
func rewrite(_ program: Program, by rule: RewriteRule) -> Program {
  rebuild(program) { instruction, builder in
    rule(instruction, &builder) ?? builder.add(instruction.withRate(in: builder))
  }
}

extension Program {
  /// The program with other instructions: the value that each of the former values has become, or nil where it is no
  /// more.
  func renamed(_ instructions: [Instruction], _ name: (Value) -> Value?) -> Program {
    var program = self
    program.instructions = instructions
    program.labels = labels.renamed(name)
    program.output = Output(color: name(output.color)!, bounds: name(output.bounds)!)
    return program
  }
}

extension Instruction {
  /// The instruction with the rate that its (possibly simpler) operands give it.
  consuming func withRate(in builder: borrowing ProgramBuilder) -> Instruction {
    // Operands may become uniform, but never varying.
    if rate == .varying { rate = impliedRate { builder.rate(of: $0) } }
    return self
  }
}
