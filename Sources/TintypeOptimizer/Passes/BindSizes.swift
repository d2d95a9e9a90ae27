public import TintypeIR
import TintypeIntrinsics

/// Replaces the edges of the sources by their numbers, and removes what is idle at these sizes. Exact: constants are
/// folded in the executor's own arithmetic.
///
/// Expects an optimized program.
///
/// - Parameter sizes: width and height of each source, the photo first.
public func bindSizes(_ sizes: [[Double]], to program: Program) -> Program {
  let bound = rebuild(program) { instruction, builder in
    guard case .component(let lanes) = instruction.operation, lanes.count == 1,
      case .sourceBounds(let source) = builder[instruction.operands[0]].operation
    else { return builder.add(instruction) }
    return builder.constant(lanes[0] < 2 ? 0 : sizes[source][lanes[0] - 2])
  }
  return removeDeadTables(dropIdleSteps(bound))
}
