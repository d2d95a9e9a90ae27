import CTintypeLanes
import Dispatch
import Synchronization
import TintypeIntrinsics
public import TintypePlan

/// One plan on one picture: rows in, rows out, by as many threads as wanted, always the same bytes.
public struct Execution: Sendable {
  /// The rectangle of source pixels that comes out.
  public struct Bounds: Sendable, Hashable {
    /// Columns, half open.
    public let columns: Range<Int>
    /// Rows, half open.
    public let rows: Range<Int>
  }

  /// The rectangle of source pixels that comes out; empty when the recipe cropped everything away.
  public let bounds: Bounds

  private let plan: Plan
  private let uniforms: [Float]
  private let tables: TableMemory
  private let frame: UInt32
  private let sourceFormat: PixelFormat
  private let resultFormat: PixelFormat

  /// Whether this processor has the vector instructions the pixel loops are compiled for; without them nothing here may run.
  public static var isSupportedHere: Bool { tt_processor_is_supported() != 0 }

  /// Prepares a plan for a picture.
  ///
  /// - Parameters:
  ///   - plan: what to do.
  ///   - parameters: values of parameters the plan still names, one number a lane.
  ///   - width: of the upright source, in pixels.
  ///   - height: of the upright source, in pixels.
  ///   - source: how source pixels lie in memory.
  ///   - result: how result pixels shall lie in memory.
  ///   - frame: 0 for a still; noise differs from frame to frame.
  public init(
    _ plan: Plan, parameters: [[Double]] = [], width: Int, height: Int, source: PixelFormat, result: PixelFormat,
    frame: UInt32 = 0
  ) {
    self.plan = plan
    self.frame = frame
    tables = TableMemory(plan.colorTables)
    sourceFormat = source
    resultFormat = result
    let uniforms = plan.uniformValues(parameters: parameters, width: width, height: height, frame: frame)
    self.uniforms = uniforms
    func edge(_ index: Int, _ limit: Int) -> Int {
      let edge = LaneOperation.maximum(uniforms[plan.bounds[index].index], 0)
      // Compared before it is converted: it may be infinite, and a float may round the limit upward.
      return edge < Float(limit) ? min(Int(edge), limit) : limit
    }
    let (left, top, right, bottom) = (edge(0, width), edge(1, height), edge(2, width), edge(3, height))
    bounds = Bounds(columns: left..<max(left, right), rows: top..<max(top, bottom))
  }

  /// Computes some rows of the result.
  ///
  /// - Parameters:
  ///   - rows: in source pixels, inside ``bounds``.
  ///   - source: the source rows `rows`, whole, `sourceRowBytes` apart.
  ///   - sourceRowBytes: distance of source rows.
  ///   - result: room for the columns of ``bounds`` of as many rows, `resultRowBytes` apart.
  ///   - resultRowBytes: distance of result rows.
  ///   - threads: how many may work at once.
  public func run(
    rows: Range<Int>, from source: UnsafeRawBufferPointer, sourceRowBytes: Int,
    to result: UnsafeMutableRawBufferPointer, resultRowBytes: Int, threads: Int
  ) {
    require(bounds.rows.contains(rows), "rows outside of what comes out")
    guard !rows.isEmpty, !bounds.columns.isEmpty else { return }
    require(
      source.count >= (rows.count - 1) * sourceRowBytes + bounds.columns.upperBound * sourceFormat.pixelBytes,
      "the source rows lie in memory")
    require(
      result.count >= (rows.count - 1) * resultRowBytes + bounds.columns.count * resultFormat.pixelBytes,
      "there is room for the result's rows")
    let strip = Strip(
      rows: rows, source: source.baseAddress!, sourceRowBytes: sourceRowBytes, result: result.baseAddress!,
      resultRowBytes: resultRowBytes)
    let next = NextRows(rows, each: Self.rowsPerTurn)
    if threads <= 1 { return work(strip, next) }
    DispatchQueue.concurrentPerform(iterations: threads) { _ in work(strip, next) }
  }

  /// Rows a thread takes at a time.
  private static let rowsPerTurn = 8

  /// Takes rows until there are no more.
  private func work(_ strip: Strip, _ next: NextRows) {
    let program = TileProgram(plan, uniforms: uniforms, tables: tables, frame: frame)
    while let rows = next.take() {
      for row in rows { run(program, row: row, strip) }
    }
  }

  private func run(_ program: borrowing TileProgram, row: Int, _ strip: Strip) {
    let source = strip.source + (row - strip.rows.lowerBound) * strip.sourceRowBytes
    let result = strip.result + (row - strip.rows.lowerBound) * strip.resultRowBytes
    for column in stride(from: bounds.columns.lowerBound, to: bounds.columns.upperBound, by: RegisterFile.tileWidth) {
      program.run(
        row: row, column: column, count: min(RegisterFile.tileWidth, bounds.columns.upperBound - column),
        from: StoredPixels(address: source + column * sourceFormat.pixelBytes, format: sourceFormat),
        to: WrittenPixels(
          address: result + (column - bounds.columns.lowerBound) * resultFormat.pixelBytes, format: resultFormat))
    }
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    other.isEmpty || (lowerBound <= other.lowerBound && other.upperBound <= upperBound)
  }
}

/// The memory of one call: each thread writes rows of its own.
private struct Strip: @unchecked Sendable {
  let rows: Range<Int>
  let source: UnsafeRawPointer
  let sourceRowBytes: Int
  let result: UnsafeMutableRawPointer
  let resultRowBytes: Int
}

/// Hands out rows from the top.
private final class NextRows: Sendable {
  private let rows: Range<Int>
  private let each: Int
  private let next: Atomic<Int>

  init(_ rows: Range<Int>, each: Int) {
    self.rows = rows
    self.each = each
    next = Atomic(rows.lowerBound)
  }

  func take() -> Range<Int>? {
    let first = next.add(each, ordering: .relaxed).oldValue
    return first < rows.upperBound ? first..<min(first + each, rows.upperBound) : nil
  }
}
