import TintypeIR
import TintypeIntrinsics

/// Replaces the alpha of a source without alpha by 1.
func assumeOpaque(_ program: Program) -> Program {
  rebuild(program) { instruction, builder in
    let value = builder.add(instruction)
    guard case .source = instruction.operation else { return value }
    return builder.construct([builder.component([0, 1, 2], of: value), builder.constant(1)], .rgba)
  }
}
