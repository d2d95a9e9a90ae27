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
    /// For each lane of each value, the channels of the photo that it depends on.
    var channels: [[Set<Int>]] = []
    for instruction in program.instructions {
      let operands = instruction.operands.map { channels[$0.index] }
      switch instruction.operation {
      case let operation where operation == .source(0): channels.append((0..<4).map { [$0] })
      case .component(let lanes): channels.append(lanes.map { operands[0][$0] })
      case .construct: channels.append(operands.flatMap { $0 })
      case .interpolate where program.isByChannel(instruction.operands[0]):
        channels.append(operands.dropFirst().flatMap { $0 })
      default:
        let all = operands.joined().reduce(into: Set<Int>()) { $0.formUnion($1) }
        channels.append(Array(repeating: all, count: max(instruction.type.width, 1)))
      }
    }
    let lanes = channels[program.output.color.index]
    return lanes.count == 4 && (0..<3).allSatisfy { lanes[$0].isSubset(of: [$0]) }
  }
}

extension Program {
  /// Whether a table consists of curves, and none of them is given later.
  fileprivate func isByChannel(_ table: Value) -> Bool {
    guard case .constant(let index) = self[table].operation, let index = index.first else { return false }
    return tables[Int(index)].stages.allSatisfy { $0.shape == .curves }
  }
}

extension [Pass] {
  /// The passes before the one of a name.
  fileprivate func firstRange(upTo name: String) -> ArraySlice<Pass>? {
    firstIndex { $0.name == name }.map { self[..<$0] }
  }
}
