public import TintypeIR
import TintypeIntrinsics

/// Replaces parameters by their values in this render. What the host says of each photo stays open.
///
/// - Parameter open: the positions of parameters that stay, too.
public func bindParameters(_ program: Program, to values: [[Double]], leavingOpen open: Set<Int> = []) -> Program {
  rebuild(program) { instruction, builder in
    guard case .parameter(let index) = instruction.operation, !open.contains(index) else {
      return builder.add(instruction)
    }
    if instruction.type == .curve { return builder.curve(values[index]) }
    if PhotoSeed.isMeant(by: values[index], of: instruction.type) {
      return builder.construct([builder.shot(.seed)], .seed)
    }
    return builder.constant(values[index], instruction.type)
  }
}
