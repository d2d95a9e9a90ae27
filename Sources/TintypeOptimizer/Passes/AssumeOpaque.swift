import TintypeIR
import TintypeIntrinsics

/// Puts 1 in the place of the alpha of a source that has none.
func assumeOpaque(_ program: Program) -> Program {
  rebuild(program) { instruction, builder in
    let value = builder.add(instruction)
    guard case .source = instruction.operation else { return value }
    return builder.construct([builder.component([0, 1, 2], of: value), builder.constant(1)], .rgba)
  }
}
