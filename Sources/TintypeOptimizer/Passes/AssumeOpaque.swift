package import TintypeIR
import TintypeIntrinsics

/// Replaces the alpha of sources without alpha by 1; 0 is the photo.
package func assumeOpaque(_ program: Program, _ sources: Set<Int> = [0]) -> Program {
  rebuild(program) { instruction, builder in
    let value = builder.add(instruction)
    guard case .source(let number, _) = instruction.operation, sources.contains(number) else { return value }
    return builder.construct([builder.component([0, 1, 2], of: value), builder.constant(1)], .rgba)
  }
}
