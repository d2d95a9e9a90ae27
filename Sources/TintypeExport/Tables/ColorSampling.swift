import Tintype
import TintypeColor
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeOptimizer
import TintypeRender
import TintypeTables

// Tables of what a look renders.
extension ColorLook {
  /// A cube over 0 to 1; `inputs` are its colors along an axis, of codes from 0 to 65535.
  func cube(_ inputs: [UInt16]) throws(ImageError) -> ColorTable.Stage {
    let edge = inputs.count
    let entries = try colors(inputs).map(Self.entry).map { entry in
      SIMD4<Float>(Float(entry.x), Float(entry.y), Float(entry.z), 0)
    }
    let axis = ColorTable.Axis(from: 0, to: 1, edge: edge)
    guard let axis, let stage = ColorTable.Stage(.cube, edge: edge, axes: [axis, axis, axis], entries: entries) else {
      preconditionFailure("a table of this size can be had")
    }
    return stage
  }

  /// The colors of a cube, red varying fastest.
  func colors(_ inputs: [UInt16]) throws(ImageError) -> [SIMD3<UInt16>] {
    let edge = inputs.count
    return try renderer.rendered(
      (0..<edge * edge * edge).map { index in
        SIMD3(inputs[index % edge], inputs[index / edge % edge], inputs[index / edge / edge])
      })
  }

  /// The look as a chain of operators; nil where it is none.
  func operators(curveEntries: Int) -> [ColorOperator]? {
    guard spaces == (.srgb, .srgb) else { return nil }
    let values = configured.values
    guard let passes = RenderPlan.passes(values, for: .opaque(.sixteen)).firstRange(upTo: "lower-intrinsics") else {
      return nil
    }
    let split = passes.reduce(program) { $1.run($0) }
    return Decomposition.operators(of: split, curveEntries: curveEntries).map { $0 + [.range(low: 0, high: 1)] }
  }

  /// Equally spaced entries of a curve for each channel of a look of separate channels.
  func curves(_ count: Int) throws(ImageError) -> [SIMD3<Double>] {
    try renderer.rendered(Self.inputs(count).map { SIMD3(repeating: $0) }).map(Self.entry)
  }

  /// A color rounded to six decimals.
  private static func entry(_ color: SIMD3<UInt16>) -> SIMD3<Double> {
    let entry = numbers(color) * 1e6
    return entry.rounded(.toNearestOrAwayFromZero) / 1e6
  }

  /// Equally spaced codes from 0 to 65535.
  static func inputs(_ edge: Int) -> [UInt16] {
    (0..<edge).map { UInt16((Double($0) / Double(edge - 1) * 65535).rounded()) }
  }

  /// Whether each channel of the result depends on the same channel of the photo only.
  var isSeparable: Bool {
    let program = renderer.plan.program
    var channels: [Set<Int>] = []
    for instruction in program.instructions {
      if case .component(let lanes) = instruction.operation,
        program[instruction.operands[0]].operation == .source(0)
      {
        channels.append(Set(lanes))
      } else if instruction.operation == .source(0) {
        channels.append([0, 1, 2, 3])
      } else {
        channels.append(instruction.operands.reduce(into: []) { $0.formUnion(channels[$1.index]) })
      }
    }
    guard case .construct = program[program.output.color].operation else { return false }
    let lanes = program[program.output.color].operands
    return lanes.count == 4 && (0..<3).allSatisfy { channels[lanes[$0].index].isSubset(of: [$0]) }
  }
}

extension [Pass] {
  /// The passes before the one of a name.
  fileprivate func firstRange(upTo name: String) -> ArraySlice<Pass>? {
    firstIndex { $0.name == name }.map { self[..<$0] }
  }
}
