import CTintypeLanes
import TintypeIntrinsics
import TintypeTables

/// The entries of a plan's color tables and the coefficients of its functions, shared by all threads of a render.
final class TableMemory: @unchecked Sendable {
  private let entries: UnsafeMutablePointer<SIMD4<Float>>

  /// The stages of each table.
  let tables: [[TableStage]]

  /// The functions of a plan.
  let functions: UnsafeMutablePointer<tt_pieces>

  init(_ tables: [ColorTable], _ functions: [PiecewiseCubic]) {
    let count =
      tables.reduce(0) { $0 + $1.entryCount } + functions.reduce(0) { $0 + tt_pieces.entryCount(of: $1) }
    entries = .allocate(capacity: max(count, 1))
    var next = entries
    self.tables = tables.map { table in
      table.stages.map { stage in
        stage.entries.withUnsafeBufferPointer { next.initialize(from: $0.baseAddress!, count: $0.count) }
        defer { next += stage.entries.count }
        return TableStage(stage, entries: UnsafeRawPointer(next).assumingMemoryBound(to: Float.self))
      }
    }
    self.functions = .allocate(capacity: max(functions.count, 1))
    for (index, function) in functions.enumerated() {
      (self.functions + index).initialize(to: tt_pieces(function, in: next))
      next += tt_pieces.entryCount(of: function)
    }
  }

  deinit {
    entries.deallocate()
    functions.deallocate()
  }
}

/// One stage of a color table: its entries, and the mapping from a number to an index.
struct TableStage {
  let shape: ColorTable.Stage.Shape
  /// Four numbers per entry, the last one unused.
  let entries: UnsafePointer<Float>
  let edge: Int32
  let last: Float
  let scale: (Float, Float, Float)
  let offset: (Float, Float, Float)

  init(_ stage: ColorTable.Stage, entries: UnsafePointer<Float>) {
    self.entries = entries
    shape = stage.shape
    edge = Int32(stage.edge)
    last = stage.axes[0].last
    scale = (stage.axes[0].scale, stage.axes[1].scale, stage.axes[2].scale)
    offset = (stage.axes[0].offset, stage.axes[1].offset, stage.axes[2].offset)
  }
}
