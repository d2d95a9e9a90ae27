package import TintypeIR
import TintypeTables

/// The lanes of values that depend on nothing but the text, computed as far as they are asked for.
package struct KnownLanes: Sendable {
  /// In the order of the instructions; nil where they depend on more than the text.
  private var lanes: [[Double]?] = []

  package init() {}

  fileprivate mutating func lanes(
    of value: Value, among instructions: [Instruction], tables: [ColorTable]
  ) -> [Double]? {
    while lanes.count <= value.index {
      let instruction = instructions[lanes.count]
      let operands = instruction.operands.compactMap { lanes[$0.index] }
      let isKnown = operands.count == instruction.operands.count
      lanes.append(isKnown ? instruction.meaning(of: operands, tables: tables) : nil)
    }
    return lanes[value.index]
  }
}

extension ValueWriter {
  /// The lanes of a value; nil where they depend on more than the text.
  package mutating func knownLanes(of value: Value) -> [Double]? {
    known.lanes(of: value, among: builder.instructions, tables: model.tables)
  }
}
