import Dispatch
import TintypeExecutor
import TintypeIR
import TintypePlan
import TintypeRaster

/// Renders with the interpreter: each pixel by itself in double precision, without optimizer and executor. The
/// execution only determines the rectangle of the result.
///
/// The source is whole in memory, and so is everything that steps read beyond their pixel.
final class ReferenceRows: RowSource, @unchecked Sendable {
  let format: PictureFormat
  private let source: any RowSource
  private let bounds: PixelRectangle
  private let threads: Int
  private let isInterrupted: @Sendable () -> Bool
  private var interpreter: Interpreter?
  private let meaning: (program: Program, values: [[Double]])
  private let pictures: [any RowSource]
  private var picture: StoredPicture?
  private var rowsRead = 0

  /// More pixels would take hours.
  static let mostPixels: PixelCount = 1_000_000

  /// - Parameters:
  ///   - program: what comes out, as ``RenderPlan/meaning``.
  ///   - values: of its parameters.
  ///   - execution: on pictures of the source's size.
  ///   - pictures: the other sources.
  /// - Throws: `.limit` for a picture that is too large.
  init(
    _ source: any RowSource, _ program: Program, values: [[Double]], _ execution: Execution,
    pictures: [any RowSource] = [], threads: Int,
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) {
    (self.source, self.threads, self.isInterrupted) = (source, threads, isInterrupted)
    (format, bounds) = (execution.format, execution.bounds)
    (meaning, self.pictures) = ((program, values), pictures)
    let (width, height) = (source.format.width, source.format.height)
    if let large = pictures.map({ $0.format }).first(where: { $0.pixelCount > Self.mostPixels }) {
      throw ImageError(
        .limit,
        "the reference engine takes pictures of up to 1 megapixel, and one of the look has \(large.width) x "
          + "\(large.height) pixels")
    }
    guard max(source.format.pixelCount, format.pixelCount) <= Self.mostPixels else {
      let isResult = source.format.pixelCount <= Self.mostPixels
      let size = isResult ? "the result has \(format.width) x \(format.height)" : "this one has \(width) x \(height)"
      throw ImageError(
        .limit,
        "the reference engine takes photos of up to 1 megapixel, and \(size) pixels; "
          + "--max-edge \(isResult ? "makes the photo" : "1000 makes it") smaller first")
    }
  }

  /// The most bytes that are held at once: the picture, and lanes in double precision for each step that reads
  /// neighbors.
  static func memory(_ source: PictureFormat, _ program: Program, pictures: [PictureFormat]) -> ByteCount {
    let fields = program.instructions.count { $0.operation.readsNeighbors }
    let others = pictures.map { $0.pictureBytes + $0.pixelCount.bytes(each: 100) }.total
    return others + source.pictureBytes + source.pixelCount.bytes(each: 100) * (2 * fields + 1)
  }

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    let picture = try wholePicture()
    let rows = rowsRead..<rowsRead + count
    let work = Shared(value: (picture, destination))
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      let (picture, destination) = work.value
      for row in stride(from: rows.lowerBound + thread, to: rows.upperBound, by: threads) {
        guard !isInterrupted() else { return }
        let start = (row - rows.lowerBound) * rowBytes
        computeRow(row, picture, into: UnsafeMutableRawBufferPointer(rebasing: destination[start...]))
      }
    }
    // What was left out is never written.
    if isInterrupted() { throw ImageError.interrupted }
    rowsRead += count
  }

  private func wholePicture() throws(ImageError) -> StoredPicture {
    if let picture { return picture }
    let all = try StoredPicture(decoding: source)
    let others = try pictures.map { (source) throws(ImageError) in
      let whole = try StoredPicture(decoding: source)
      return ExactField(columns: 0..<whole.format.width, rows: 0..<whole.format.height) { whole.color($0, $1) }
    }
    var interpreter = Interpreter(
      meaning.program, parameters: meaning.values, width: all.format.width, height: all.format.height,
      pictures: others)
    interpreter.makeFields(isInterrupted: isInterrupted) { column, row in all.color(column, row) }
    if isInterrupted() { throw ImageError.interrupted }
    self.interpreter = interpreter
    picture = all
    return all
  }

  private func computeRow(_ row: Int, _ picture: StoredPicture, into destination: UnsafeMutableRawBufferPointer) {
    guard let interpreter else { preconditionFailure("the picture was read") }
    for column in 0..<format.width {
      let (x, y) = (column + bounds.columns.lowerBound, row + bounds.rows.lowerBound)
      let color = interpreter.color(at: .init(color: picture.color(x, y), column: x, row: y))
      for channel in 0..<format.channels {
        let number = channel == 3 ? min(max(color[3], 0), 1) : color[channel]
        let sample = column * format.channels + channel
        format.depth.store(number, at: sample * format.depth.bytes, in: destination)
      }
    }
  }
}

extension StoredPicture {
  /// Straight red, green, blue and alpha of a pixel; nothing beyond the picture.
  fileprivate func color(_ column: Int, _ row: Int) -> [Double] {
    guard 0..<format.width ~= column, 0..<format.height ~= row else { return [0, 0, 0, 0] }
    let samples = (0..<format.channels).map { number(column: column, row: row, channel: $0) }
    return format.channels == 4 ? samples : samples + [1]
  }
}
