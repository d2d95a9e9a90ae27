import TintypeColor
import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan

/// The rows of another reader larger or smaller, by the language's own `resize` in linear light.
///
/// What comes behind it sees a photo that was taken at this size.
final class ResizedReader: RowReader {
  let format: PictureFormat
  private let source: any RowReader
  private let execution: Execution
  private let flow: StreamingExecution
  private let rows: Rows
  private var rowsFed = 0
  private var rowsRead = 0

  /// The recipe that does the work; it checks because a test renders with it.
  private static let program: Program = {
    let recipe = SourceFile(
      name: "resize",
      text: "tintype 1\nlook \"resize\" { working linear-srgb }\nparam by: scalar = 1\noutput resize(source, by)\n")
    guard let look = compile(recipe).look else { preconditionFailure("the language has 'resize'") }
    return look.program
  }()

  /// For rows in sRGB, which says how large others become too.
  private static let plan = plan(for: .srgb)

  /// In light of a space, whose colors all stay.
  private static func plan(for space: RGBSpace) -> Plan {
    let program = convertColors(program, from: space, to: space, sourceIsBytes: false)
    return Planner.plan(Pipeline.run(program, parameters: nil, sourceIsOpaque: false))
  }

  /// - Parameters:
  ///   - source: a reader that has not begun.
  ///   - factor: what both sides are multiplied with.
  init(_ source: any RowReader, by factor: Double, threads: Int) {
    self.source = source
    let samples: SampleDepth = source.format.depth == .eight ? .eight : .sixteen
    let pixels = PixelFormat(channels: source.format.channels, depth: samples)
    execution = Execution(
      Self.plan(for: source.color.space), parameters: [[factor]], width: source.format.width,
      height: source.format.height, source: pixels, result: pixels)
    var format = source.format
    (format.width, format.height) = (execution.bounds.columns.count, execution.bounds.rows.count)
    self.format = format
    flow = StreamingExecution(execution, threads: threads)
    rows = Rows(Self.rowsAtOnce, of: source.format)
  }

  /// The size that a picture gets.
  static func size(_ width: Int, _ height: Int, by factor: Double) -> (width: Int, height: Int) {
    let pixels = PixelFormat(channels: 3, depth: .eight)
    let bounds = Execution(
      plan, parameters: [[factor]], width: width, height: height, source: pixels, result: pixels
    ).bounds
    return (bounds.columns.count, bounds.rows.count)
  }

  var metadata: PictureMetadata { source.metadata }
  var color: PictureColor { source.color }
  var orientation: Orientation { source.orientation }
  var subsampling: ChromaSubsampling { source.subsampling }
  var notes: [String] { source.notes }

  var decodingMemory: Int {
    source.decodingMemory + Self.rowsAtOnce * Rows.rowBytes(source.format)
      + StreamingExecution.kept(by: execution, bandRows: Self.rowsAtOnce).bytes
  }

  private static let rowsAtOnce = 32

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    precondition(count <= format.height - rowsRead && destination.count >= count * rowBytes, "rows that are there")
    var done = 0
    while done < count {
      if flow.ready.isEmpty { try feed() }
      let some = min(flow.ready.count, count - done)
      let place = UnsafeMutableRawBufferPointer(rebasing: destination[(done * rowBytes)...])
      flow.take(some, into: place, rowBytes: rowBytes)
      done += some
    }
    rowsRead += count
    // Below the last row that is needed there may be damage.
    if rowsRead == format.height {
      while rowsFed < source.format.height { try feed() }
    }
  }

  private func feed() throws(ImageError) {
    let some = min(Self.rowsAtOnce, source.format.height - rowsFed)
    try source.readRows(some, into: rows.bytes, rowBytes: rows.rowBytes)
    flow.feed(some, from: UnsafeRawBufferPointer(rows.bytes), rowBytes: rows.rowBytes)
    rowsFed += some
  }
}
