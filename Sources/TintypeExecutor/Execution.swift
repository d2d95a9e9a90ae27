import CTintypeLanes
public import TintypePlan

/// The size of a stored picture, and how its pixels lie in memory.
public struct SourceShape: Sendable, Hashable {
  /// Its size.
  public var size: PictureSize

  /// The memory layout of its pixels.
  public var format: PixelFormat

  /// Creates a shape.
  public init(width: Int, height: Int, format: PixelFormat) {
    (size, self.format) = (PictureSize(width: width, height: height), format)
  }
}

/// One plan on one picture: rows in, rows out. The bytes do not depend on the number of threads.
public struct Execution: Sendable {
  /// The rectangle of the result, in source pixels unless the recipe turns or resizes; empty if the crop removes
  /// everything.
  public private(set) var bounds: PixelRectangle

  /// The part of the result that is asked for, in the coordinates of ``bounds``; nil for the whole result.
  private var region: PixelRectangle?

  /// Whether a row of the result needs more than the same row of the source, so that only ``StagedExecution`` can
  /// run the plan. This is so if the plan has fields, or if the result is larger than the source.
  public var isStreamed: Bool {
    let isOutside = bounds.columns.upperBound > size.width || bounds.rows.upperBound > size.height
    let isEmpty = bounds.columns.isEmpty || bounds.rows.isEmpty
    return !plan.fields.isEmpty || plan.lastPass.sources.contains { $0 > 0 } || isOutside && !isEmpty
  }

  /// Whether the result equals the source byte for byte, so that the plan need not run.
  public var isCopy: Bool {
    sourceFormat == resultFormat && bounds.columns == 0..<size.width && bounds.rows.upperBound <= size.height
      && plan.copiesSource(channels: resultFormat.channels)
  }

  /// All sources, the photo first.
  var sources: [SourceShape] {
    [SourceShape(width: size.width, height: size.height, format: sourceFormat)] + pictures
  }

  /// The whole pixels of each field of the plan.
  var fieldPixels: [PixelRectangle] {
    plan.fieldPixels(uniforms: uniforms, width: size.width, height: size.height)
  }

  /// The sizes of the sources for the pass of a field, or the last one, where it makes more pixels than a source has
  /// that it reads; nil for others.
  func sizes(ofField field: Int?, making pixels: PixelRectangle) -> [PictureSize]? {
    var pass = plan.lastPass
    if let field, case .pass(let other) = plan.fields[field].content { pass = other }
    let sizes = sources.map { $0.size }
    let isInside = pass.sources.allSatisfy {
      pixels.columns.upperBound <= sizes[$0].width && pixels.rows.upperBound <= sizes[$0].height
    }
    return isInside ? nil : sizes
  }

  let plan: Plan
  private(set) var uniforms: [Float]
  private let tables: TableMemory
  /// Nil where no steps have tables.
  private(set) var codes: CodeTables?
  private(set) var programs: TilePrograms
  let size: (width: Int, height: Int)
  let sourceFormat: PixelFormat
  /// The pictures besides the photo.
  let pictures: [SourceShape]

  /// The memory layout of result pixels.
  public let resultFormat: PixelFormat

  /// Whether this processor has the vector instructions that the pixel loops are compiled for. If not, nothing in this
  /// module may run.
  public static var isSupportedHere: Bool { tt_processor_is_supported() != 0 }

  /// What to say where it is not.
  public static let whyUnsupported =
    "this processor lacks AVX2 and FMA, which the pixel loops need (x86-64-v3, 2013 on)"

  /// The pixels that a vector of this processor holds: 8, or 16 with AVX-512.
  public static var vectorWidth: Int { LoopTable.widest.isWide ? 16 : 8 }

  /// Prepares a plan for a picture.
  ///
  /// - Parameters:
  ///   - plan: the plan to run.
  ///   - parameters: the value of each parameter that is still open, one number per lane.
  ///   - width: of the upright photo, in pixels.
  ///   - height: of the upright photo, in pixels.
  ///   - source: the memory layout of the photo's pixels.
  ///   - pictures: the shapes of the other sources.
  ///   - result: the memory layout of result pixels.
  ///   - frame: 0 for a still; noise differs from frame to frame.
  public init(
    _ plan: Plan, parameters: [[Double]] = [], width: Int, height: Int, source: PixelFormat,
    pictures: [SourceShape] = [], result: PixelFormat, frame: UInt32 = 0
  ) {
    self.plan = plan
    tables = TableMemory(plan.colorTables, plan.functions)
    sourceFormat = source
    resultFormat = result
    size = (width, height)
    self.pictures = pictures
    uniforms = plan.uniformValues(
      parameters: parameters, width: width, height: height, pictures: pictures.map { $0.size }, frame: frame)
    bounds = plan.pixels(uniforms: uniforms, width: width, height: height)
    codes = CodeTables(
      plan, uniforms, [SourceShape(width: width, height: height, format: source)] + pictures)
    programs = TilePrograms(plan, uniforms, tables, codes, frame: frame, .widest)
  }

  /// Checks the size of the result and of every field, before any pixel is computed.
  ///
  /// - Parameter limit: the largest number of pixels of each.
  public func check(limit: Int) throws(TooManyPixels) {
    try plan.check(limit: limit, uniforms: uniforms, width: size.width, height: size.height)
  }

  /// The same execution for another frame of a video. A plan with open parameters needs a new execution instead.
  public func at(frame: UInt32) -> Execution {
    var execution = self
    execution.uniforms = plan.uniformValues(
      parameters: [], width: size.width, height: size.height, pictures: pictures.map { $0.size }, frame: frame)
    execution.bounds = plan.pixels(uniforms: execution.uniforms, width: size.width, height: size.height)
    if let codes, !codes.serve(execution.uniforms) {
      execution.codes = CodeTables(plan, execution.uniforms, sources)
    }
    execution.programs = TilePrograms(plan, execution.uniforms, tables, execution.codes, frame: frame, .widest)
    return region.map(execution.cropped) ?? execution
  }

  /// The same execution for a part of the result, whose pixels are the same.
  ///
  /// - Parameter region: in the coordinates of ``bounds``; what lies outside of them is left out.
  package func cropped(to region: PixelRectangle) -> Execution {
    var execution = self
    execution.region = region
    execution.bounds = PixelRectangle(
      columns: bounds.columns.clamped(to: region.columns), rows: bounds.rows.clamped(to: region.rows))
    return execution
  }

  /// Whether a pixel of the result depends on no pixel of the photo but the one with the same coordinates, which the
  /// photo has.
  package var readsOwnPixel: Bool {
    plan.fields.isEmpty && bounds.columns.upperBound <= size.width && bounds.rows.upperBound <= size.height
  }

  /// The same execution with the loops that every processor supports.
  package var narrow: Execution {
    var execution = self
    execution.programs = TilePrograms(plan, uniforms, tables, codes, frame: programs.frame, .eight)
    return execution
  }

  /// Computes some rows of the result from rows in memory. Not for plans with ``isStreamed``; ``StagedExecution`` runs
  /// every plan.
  ///
  /// - Parameters:
  ///   - rows: in source pixels, inside ``bounds``.
  ///   - source: the source rows `rows`, complete, `sourceRowBytes` apart.
  ///   - sourceRowBytes: the distance between source rows, in bytes.
  ///   - result: memory for the columns of ``bounds`` of the same number of rows, `resultRowBytes` apart.
  ///   - resultRowBytes: the distance between result rows, in bytes.
  public func run(
    rows: Range<Int>, from source: UnsafeRawBufferPointer, sourceRowBytes: Int,
    to result: UnsafeMutableRawBufferPointer, resultRowBytes: Int
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
    PixelView.lending(rows, at: source.baseAddress!, rowBytes: sourceRowBytes, sourceFormat) { source in
      PixelView.lending(rows, at: UnsafeRawPointer(result.baseAddress!), rowBytes: resultRowBytes, resultFormat) {
        result in
        withUnsafePointer(to: source) { source in
          run(
            rows, from: StoredRows(UnsafeBufferPointer(start: source, count: 1)),
            UnsafeBufferPointer(start: nil, count: 0), into: result)
        }
      }
    }
  }

  /// The color of each pixel as it is computed, before it is clamped and rounded: red, green, blue and alpha, one plane
  /// each. For plans whose result depends on the color of the pixel alone.
  ///
  /// - Parameters:
  ///   - count: the number of pixels, of which the size of the picture says nothing.
  ///   - source: their stored colors.
  package func colors(_ count: Int, from source: UnsafeRawBufferPointer) -> [[Float]] {
    require(plan.fields.isEmpty, "the plan reads no other pixels")
    require(source.count >= count * sourceFormat.pixelBytes, "the source lies in memory")
    guard count > 0 else { return [[], [], [], []] }
    let tile = RegisterFile.tileWidth
    let stride = (count + tile - 1) / tile * tile
    let planes = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * 16, alignment: 64)
    defer { planes.deallocate() }
    let start = planes.baseAddress!.assumingMemoryBound(to: Float.self)
    PixelView.lending(0..<1, at: source.baseAddress!, rowBytes: source.count, sourceFormat) { source in
      withUnsafePointer(to: source) { source in
        let sources = StoredRows(UnsafeBufferPointer(start: source, count: 1))
        programs.withProgram(ofField: nil) { program in
          tiles(0..<count) { column, count in
            program.run(
              row: 0, column: column, count: count, from: sources, UnsafeBufferPointer(start: nil, count: 0),
              to: start + column, stride: stride)
          }
        }
      }
    }
    return (0..<4).map { Array(UnsafeBufferPointer(start: start + $0 * stride, count: count)) }
  }

  /// Computes rows of the result.
  func run(
    _ rows: Range<Int>, from sources: StoredRows, _ fields: UnsafeBufferPointer<FieldView>, into result: PixelView
  ) {
    programs.withProgram(ofField: nil) { program in
      for row in rows {
        tiles(bounds.columns) { column, count in
          program.run(
            row: row, column: column, count: count, from: sources, fields,
            to: result.written(row, column - bounds.columns.lowerBound))
        }
      }
    }
  }

  /// Computes rows of a field.
  func run(
    field: Int, _ rows: Range<Int>, from sources: StoredRows, _ fields: UnsafeBufferPointer<FieldView>,
    into output: FieldView
  ) {
    programs.withProgram(ofField: field) { program in
      for row in rows {
        let target = output.row(row)
        tiles(output.pixels.columns) { column, count in
          program.run(
            row: row, column: column, count: count, from: sources, fields,
            to: target + (column - output.pixels.columns.lowerBound), stride: output.planeStride)
        }
        output.fillMargins(of: target)
      }
    }
  }

  /// Splits columns of a row into tiles: the first column, and the number of pixels.
  private func tiles(_ columns: Range<Int>, _ work: (Int, Int) -> Void) {
    for column in stride(from: columns.lowerBound, to: columns.upperBound, by: RegisterFile.tileWidth) {
      work(column, min(RegisterFile.tileWidth, columns.upperBound - column))
    }
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    other.isEmpty || (lowerBound <= other.lowerBound && other.upperBound <= upperBound)
  }
}
