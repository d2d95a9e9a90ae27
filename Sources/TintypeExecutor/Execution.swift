import CTintypeLanes
public import TintypePlan

/// One plan on one picture: rows in, rows out, by as many threads as wanted, always the same bytes.
public struct Execution: Sendable {
  /// The rectangle of pixels that comes out, in source pixels unless the recipe turns or resizes; empty when it cropped
  /// everything away.
  public private(set) var bounds: PixelRectangle

  /// Whether a row of the result is more than that row of the source: only ``StreamingExecution`` can run it. So it is where the plan
  /// has fields, and where a color that is the same everywhere fills more than the source's rectangle.
  public var isStreamed: Bool {
    !plan.fields.isEmpty || bounds.columns.upperBound > size.width || bounds.rows.upperBound > size.height
  }

  /// Whether what comes out is what goes in, byte for byte, so that nobody has to run anything.
  public var isCopy: Bool {
    sourceFormat == resultFormat && bounds.columns == 0..<size.width
      && plan.copiesSource(channels: resultFormat.channels)
  }

  let plan: Plan
  private(set) var uniforms: [Float]
  private let tables: TableMemory
  private(set) var programs: TilePrograms
  let size: (width: Int, height: Int)
  let sourceFormat: PixelFormat

  /// How result pixels lie in memory.
  public let resultFormat: PixelFormat

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
    tables = TableMemory(plan.colorTables, plan.functions)
    sourceFormat = source
    resultFormat = result
    size = (width, height)
    uniforms = plan.uniformValues(parameters: parameters, width: width, height: height, frame: frame)
    bounds = plan.pixels(uniforms: uniforms, width: width, height: height)
    programs = TilePrograms(plan, uniforms, tables, frame: frame, .widest)
  }

  /// Checks every picture that is made on the way, and what comes out, before a pixel is touched.
  ///
  /// - Parameter limit: the most pixels of each; nil for ``TooManyPixels/usualLimit(width:height:)``.
  public func check(limit: Int?) throws(TooManyPixels) {
    let limit = limit ?? TooManyPixels.usualLimit(width: size.width, height: size.height)
    try plan.check(limit: limit, uniforms: uniforms, width: size.width, height: size.height)
  }

  /// The same for another frame of a film. Of a plan with open parameters only a new execution can be made.
  public func at(frame: UInt32) -> Execution {
    var execution = self
    execution.uniforms = plan.uniformValues(parameters: [], width: size.width, height: size.height, frame: frame)
    execution.bounds = plan.pixels(uniforms: execution.uniforms, width: size.width, height: size.height)
    execution.programs = TilePrograms(plan, execution.uniforms, tables, frame: frame, .widest)
    return execution
  }

  /// The same by the loops that every processor can run.
  package var narrow: Execution {
    var execution = self
    execution.programs = TilePrograms(plan, uniforms, tables, frame: programs.frame, .eight)
    return execution
  }

  /// Computes some rows of the result, unless it ``isStreamed``; ``StreamingExecution`` runs every plan.
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
    require(!isStreamed, "the plan is one pass inside the source")
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
    NextRows.share(rows, each: Self.rowsPerTurn, threads: threads) { work(strip, $0) }
  }

  /// Rows a thread takes at a time.
  static let rowsPerTurn = 8

  /// Takes rows until there are no more.
  private func work(_ strip: Strip, _ next: borrowing NextRows) {
    programs.withProgram(ofField: nil) { program in
      while let rows = next.take() {
        for row in rows { run(program, row: row, strip) }
      }
    }
  }

  private func run(_ program: borrowing TileProgram, row: Int, _ strip: Strip) {
    let source = strip.source + (row - strip.rows.lowerBound) * strip.sourceRowBytes
    let result = strip.result + (row - strip.rows.lowerBound) * strip.resultRowBytes
    for column in stride(from: bounds.columns.lowerBound, to: bounds.columns.upperBound, by: RegisterFile.tileWidth) {
      program.run(
        row: row, column: column, count: min(RegisterFile.tileWidth, bounds.columns.upperBound - column),
        from: StoredPixels(address: source + column * sourceFormat.pixelBytes, format: sourceFormat), [],
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
