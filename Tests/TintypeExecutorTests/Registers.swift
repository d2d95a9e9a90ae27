import TintypeIntrinsics

@testable import TintypeExecutor
@testable import TintypePlan

extension Execution {
  /// The contents of the registers after a plan's steps, from given contents of up to one tile, without a picture.
  ///
  /// Stored codes hide most bits of a number; this compares all of them. A field holds the contents, and the pass keeps
  /// all registers.
  ///
  /// - Parameter isNarrow: whether to use the loops that every processor supports, instead of the widest.
  static func registers(after plan: Plan, from contents: [[Float]], isNarrow: Bool = false) -> [[Float]] {
    let count = contents.map(\.count).max() ?? 0
    let field = FieldRows(
      PixelRectangle(columns: 0..<count, rows: 0..<1), channels: plan.registerCount, isDry: false)
    field.window.claim(upTo: 1)
    let view = field.view
    for (channel, numbers) in contents.enumerated() {
      for (pixel, number) in numbers.enumerated() { view.row(0)[channel * view.planeStride + pixel] = number }
    }
    let registers = (0..<plan.registerCount).map { Plan.Register($0) }
    let reads = registers.map { Plan.Step.field(0, channel: $0.index, into: $0) }
    let pass = Plan.Pass(
      steps: reads + plan.steps, registerCount: registers.count, results: registers.map { .register($0) })
    let program = TileProgram(
      pass, of: plan, plan.uniformValues(parameters: [], width: 0, height: 0, frame: 0),
      TableMemory(plan.colorTables, plan.functions), frame: 0, loops: isNarrow ? .eight : .widest)
    var planes = [Float](repeating: 0, count: registers.count * tileWidth)
    planes.withUnsafeMutableBufferPointer { planes in
      withUnsafePointer(to: view) { view in
        program.run(
          row: 0, column: 0, count: count, from: StoredRows(UnsafeBufferPointer(start: nil, count: 0)),
          UnsafeBufferPointer(start: view, count: 1), to: planes.baseAddress!, stride: tileWidth)
      }
    }
    return registers.map { Array(planes[($0.index * tileWidth)...].prefix(count)) }
  }
}
