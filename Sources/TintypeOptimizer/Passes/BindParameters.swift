import TintypeIR
import TintypeIntrinsics

/// Replaces parameters by their values in this render.
func bindParameters(_ program: Program, to values: [[Double]]) -> Program {
  rebuild(program) { instruction, builder in
    guard case .parameter(let index) = instruction.operation else { return builder.add(instruction) }
    if instruction.type == .curve { return builder.curve(values[index]) }
    return builder.constant(values[index], instruction.type)
  }
}
