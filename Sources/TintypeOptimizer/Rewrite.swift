import TintypeIR

/// A local rule: a simpler value for an instruction whose operands are already simplified, or nil if it does not apply.
typealias RewriteRule = @Sendable (Instruction, inout ProgramBuilder) -> Value?

/// Rebuilds a program from front to back. The transform may replace each instruction by another value.
///
/// The builder merges equal instructions, so this is also common subexpression elimination.
func rebuild(_ program: Program, _ transform: (Instruction, inout ProgramBuilder) -> Value) -> Program {
  var builder = ProgramBuilder(capacity: program.instructions.count)
  var renamed: [Value] = []
  renamed.reserveCapacity(program.instructions.count)
  for index in program.instructions.indices {
    var moved = program.instructions[index]
    moved.operands.rename { renamed[$0.index] }
    let value = transform(moved, &builder)
    if let label = moved.label { builder.label(value, label) }
    renamed.append(value)
  }
  let output = Program.Output(color: renamed[program.output.color.index], bounds: renamed[program.output.bounds.index])
  return Program(
    name: program.name, parameters: program.parameters, tables: program.tables, pictures: program.pictures,
    instructions: builder.instructions, output: output)
}

/// Applies the first rule that matches, instruction by instruction. One pass is enough: each rule sees simplified
/// operands.
func rewrite(_ program: Program, by rules: [RewriteRule]) -> Program {
  rebuild(program) { instruction, builder in
    for rule in rules {
      if let value = rule(instruction, &builder) { return value }
    }
    return builder.add(instruction.withRate(in: builder))
  }
}

extension Instruction {
  /// The instruction with the rate that its (possibly simpler) operands give it.
  consuming func withRate(in builder: ProgramBuilder) -> Instruction {
    rate = impliedRate { builder.rate(of: $0) }
    return self
  }
}
