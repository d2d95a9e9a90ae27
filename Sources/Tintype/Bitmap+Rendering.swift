import TintypeColor
public import TintypeDrawing
import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan

/// Reads a photo into memory: upright, in sRGB, 8 bits, what is transparent laid over white.
///
/// - Parameter size: how large it is to be, as ``RenderOptions/size``; nil leaves it as it is.
/// - Throws: what `openPicture` and decoding throw; a damaged photo is an error.
public func readPicture(_ path: FilePath, size: ResultSize? = nil) throws(ImageError) -> Bitmap {
  let stored = try openPicture(path)
  let reader: any RowReader =
    if let size {
      try resized(stored, size, RenderOptions(), { false }, result: { ($0, $1) })
    } else {
      UprightReader(stored)
    }
  let format = reader.format
  var picture = Bitmap(width: format.width, height: format.height)
  let row = UnsafeMutableRawBufferPointer.allocate(byteCount: format.rowBytes, alignment: 16)
  defer { row.deallocate() }
  let execution = shown(format, reader.color.space)
  for y in 0..<format.height {
    try reader.readRows(1, into: row, rowBytes: format.rowBytes)
    picture.pixels.withUnsafeMutableBytes { pixels in
      let place = UnsafeMutableRawBufferPointer(rebasing: pixels[(y * format.width * 3)...])
      execution.run(
        rows: y..<(y + 1), from: UnsafeRawBufferPointer(row), sourceRowBytes: format.rowBytes, to: place,
        resultRowBytes: format.width * 3, threads: 1)
    }
  }
  return picture
}

/// A photo as it is, in sRGB and without alpha.
private func shown(_ source: PictureFormat, _ space: RGBSpace) -> Execution {
  var builder = ProgramBuilder()
  let output = Program.Output(color: builder.source(), bounds: builder.sourceBounds())
  let asItIs = Program(name: "shown", parameters: [], instructions: builder.instructions, output: output)
  let isBytes = source.depth == .eight
  let flat = flattenOverWhite(convertColors(asItIs, from: space, to: .srgb, sourceIsBytes: isBytes))
  let program = Pipeline.run(
    flat, parameters: [], sourceIsOpaque: !source.hasAlpha, sourceIsBytes: isBytes, resultIsBytes: true)
  return Execution(
    Planner.plan(program), width: source.width, height: source.height,
    source: PixelFormat(channels: source.channels, depth: isBytes ? .eight : .sixteen),
    result: PixelFormat(channels: 3, depth: .eight))
}

extension Bitmap {
  /// The picture through a look, at its own size.
  public func rendered(through look: Look, parameters: [[Double]], threads: Int) throws(ImageError) -> Bitmap {
    let flat = flattenOverWhite(look.program)
    let program = Pipeline.run(
      flat, parameters: parameters, sourceIsOpaque: true, sourceIsBytes: true, resultIsBytes: true)
    let plan = Planner.plan(program)
    let format = PixelFormat(channels: 3, depth: .eight)
    let execution = Execution(plan, width: width, height: height, source: format, result: format)
    try execution.check(PictureLimits())
    let (columns, rows) = (execution.bounds.columns, execution.bounds.rows)
    guard !columns.isEmpty, !rows.isEmpty else { throw ImageError(.limit, "the look crops everything away") }
    var result = Bitmap(width: columns.count, height: rows.count)
    pixels.withUnsafeBytes { source in
      result.pixels.withUnsafeMutableBytes { target in
        let flow = StreamingExecution(execution, threads: threads)
        flow.feed(height, from: source, rowBytes: width * 3)
        while !flow.ready.isEmpty {
          let below = (flow.ready.lowerBound - rows.lowerBound) * columns.count * 3
          flow.take(
            flow.ready.count, into: UnsafeMutableRawBufferPointer(rebasing: target[below...]),
            rowBytes: columns.count * 3)
        }
      }
    }
    return result
  }

  /// Writes the picture as JPEG (full color resolution) or PNG, as the name ends.
  public func write(to output: FilePath, quality: Int, ifExists: RenderOptions.IfExists) throws(ImageError) {
    let type = try PictureFileType(outputName: output)
    if fileExists(output) {
      switch ifExists {
      case .error: throw ImageError.outputExists
      case .skip: return
      case .overwrite, .rename: break
      }
    }
    let file = try OutputFile(output, ifTaken: ifExists.ifTaken)
    let format = PictureFormat(width: width, height: height, channels: 3, depth: .eight)
    let writer: any RowWriter =
      switch type {
      case .jpeg: try JPEGWriter(to: file.descriptor, format: format, quality: quality)
      case .png: try PNGWriter(to: file.descriptor, format: format)
      }
    var failure: ImageError?
    pixels.withUnsafeBytes { bytes in
      do throws(ImageError) {
        try writer.writeRows(height, from: bytes, rowBytes: format.rowBytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    try writer.finish()
    try file.commit()
  }
}
