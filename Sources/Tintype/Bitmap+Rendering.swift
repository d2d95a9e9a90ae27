public import TintypeDrawing
import TintypeExecutor
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan

/// Reads a photo into memory: upright, 8 bits, what is transparent laid over white.
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
  for y in 0..<format.height {
    try reader.readRows(1, into: row, rowBytes: format.rowBytes)
    if format.channels == 3, format.depth == .eight {
      picture.pixels.replaceSubrange(y * format.rowBytes..<(y + 1) * format.rowBytes, with: row)
      continue
    }
    for x in 0..<format.width {
      picture[x, y] = RGB8(sample(row, format, x, 0), sample(row, format, x, 1), sample(row, format, x, 2))
    }
  }
  return picture
}

/// One channel as 8 bits, what is transparent laid over white.
private func sample(_ row: UnsafeMutableRawBufferPointer, _ format: PictureFormat, _ x: Int, _ channel: Int) -> UInt8 {
  func value(_ channel: Int) -> Float {
    switch format.depth {
    case .eight: Float(row[x * format.channels + channel]) / 255
    case .sixteen:
      Float(row.loadUnaligned(fromByteOffset: (x * format.channels + channel) * 2, as: UInt16.self)) / 65535
    }
  }
  let alpha = format.hasAlpha ? value(3) : 1
  return UInt8((value(channel) * alpha + 1 - alpha) * 255 + 0.5)
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
    let (columns, rows) = (execution.bounds.columns, execution.bounds.rows)
    guard !columns.isEmpty, !rows.isEmpty else { throw ImageError(.limit, "the look crops everything away") }
    var result = Bitmap(width: columns.count, height: rows.count)
    pixels.withUnsafeBytes { source in
      result.pixels.withUnsafeMutableBytes { target in
        let flow = Flow(execution, threads: threads)
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

  /// Writes the picture as JPEG (full colour resolution) or PNG, as the name ends.
  public func write(to output: FilePath, quality: Int, ifExists: RenderOptions.IfExists) throws(ImageError) {
    let type = try PictureFileType(outputName: output)
    if fileExists(output) {
      switch ifExists {
      case .error: throw ImageError(.exists, "exists already")
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
