import TintypeIR
import TintypeIntrinsics

/// Spatial steps with the same operation, amounts and bounds: what they read are the channels of one field, or of
/// several.
struct PassBoundary {
  /// The steps, in the order of the program.
  var values: [Value]

  /// The values they read: of each channel, the value in each field.
  var channels: [Operands]

  /// How they read it.
  let operation: SpatialOperation

  /// The rectangle in which the field is computed.
  let bounds: Value

  /// The channels of a field.
  func lanes(ofField field: Int) -> [Value] { channels.map { $0[field] } }

  func channel(of value: Value, _ program: Program) -> Int {
    channels.firstIndex(of: program[value].operands.fields(of: operation))!
  }

  /// The key that steps of one boundary share, together with their depth in boundaries.
  fileprivate struct Key: Hashable {
    let depth: Int
    let operation: SpatialOperation
    let operands: Operands
  }
}

extension Operands {
  /// The operands of a spatial step that are fields.
  fileprivate func fields(of operation: SpatialOperation) -> Operands { Operands(prefix(operation.fieldCount)) }
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
        depth: depth, operation: operation, operands: Operands(instruction.operands.dropFirst(operation.fieldCount)))
      let channel = instruction.operands.fields(of: operation)
      if let known = order[key] {
        boundaries[known].values.append(Value(index))
        if !boundaries[known].channels.contains(channel) { boundaries[known].channels.append(channel) }
      } else {
        order[key] = boundaries.count
        boundaries.append(
          PassBoundary(
            values: [Value(index)], channels: [channel], operation: operation,
            bounds: instruction.operands[instruction.operands.count - 1]))
        boundaryDepths.append(depth)
      }
    }
    return boundaries.indices.sorted { (boundaryDepths[$0], $0) < (boundaryDepths[$1], $1) }.map { boundaries[$0] }
  }
}
