import TintypeIR
import TintypeIntrinsics

/// Steps that look beyond their pixel in one way: the lanes of one picture, which one field holds together.
struct PassBoundary {
  /// The steps, in the order of the program.
  var values: [Value]

  /// What they read: the channels of the field, each once.
  var lanes: [Value]

  /// How they read it.
  let operation: SpatialOperation

  /// Where the field is known.
  let bounds: Value

  func channel(of value: Value, _ program: Program) -> Int {
    lanes.firstIndex(of: program[value].operands[0])!
  }

  /// What steps of one boundary have in common, besides how many boundaries lie before them.
  fileprivate struct Key: Hashable {
    let depth: Int
    let operation: SpatialOperation
    let operands: Operands
  }
}

extension Planner {
  /// The boundaries of a program; each stands behind those it depends on.
  static func boundaries(of program: Program) -> [PassBoundary] {
    // How many boundaries lie between the source and a value, one on top of the other.
    var depths = [Int](repeating: 0, count: program.instructions.count)
    var boundaries: [PassBoundary] = []
    var order: [PassBoundary.Key: Int] = [:]
    var depthOfCut: [Int] = []
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
        depthOfCut.append(depth)
      }
    }
    return boundaries.indices.sorted { (depthOfCut[$0], $0) < (depthOfCut[$1], $1) }.map { boundaries[$0] }
  }
}
