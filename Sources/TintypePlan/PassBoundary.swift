import TintypeIR
import TintypeIntrinsics

/// Spatial steps with the same operation and bounds: their inputs are the channels of one field.
struct PassBoundary {
  /// The steps, in the order of the program.
  var values: [Value]

  /// The values they read: the channels of the field, each once.
  var lanes: [Value]

  /// How they read it.
  let operation: SpatialOperation

  /// The rectangle in which the field is computed.
  let bounds: Value

  func channel(of value: Value, _ program: Program) -> Int {
    lanes.firstIndex(of: program[value].operands[0])!
  }

  /// The key that steps of one boundary share, together with their depth in boundaries.
  fileprivate struct Key: Hashable {
    let depth: Int
    let operation: SpatialOperation
    let operands: Operands
  }
}

extension Planner {
  /// The boundaries of a program, each after those it depends on.
  static func boundaries(of program: Program) -> [PassBoundary] {
    // The largest number of boundaries on a path from the source to each value.
    var depths = [Int](repeating: 0, count: program.instructions.count)
    var boundaries: [PassBoundary] = []
    var order: [PassBoundary.Key: Int] = [:]
    var boundaryDepths: [Int] = []
    for (index, instruction) in program.instructions.enumerated() {
      let depth = instruction.operands.lazy.map { depths[$0.index] }.max() ?? 0
      depths[index] = depth
      guard case .spatial(let operation) = instruction.operation else { continue }
      depths[index] = depth + 1
      let key = PassBoundary.Key(
        depth: depth, operation: operation, operands: Operands(instruction.operands.dropFirst()))
      let lane = instruction.operands[0]
      if let known = order[key] {
        boundaries[known].values.append(Value(index))
        if !boundaries[known].lanes.contains(lane) { boundaries[known].lanes.append(lane) }
      } else {
        order[key] = boundaries.count
        boundaries.append(
          PassBoundary(
            values: [Value(index)], lanes: [lane], operation: operation, bounds: instruction.operands[2]))
        boundaryDepths.append(depth)
      }
    }
    return boundaries.indices.sorted { (boundaryDepths[$0], $0) < (boundaryDepths[$1], $1) }.map { boundaries[$0] }
  }
}
