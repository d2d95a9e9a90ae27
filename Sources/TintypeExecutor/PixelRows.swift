/// The rows of stored pixels that are in memory: of a source, or of the result.
final class PixelRows: Sendable {
  let format: PixelFormat
  let window: RowWindow

  /// No row begins at a multiple of 32 bytes: into such a row libjpeg-turbo writes past the caches, as if it were not
  /// to be read soon, and its reader waits for the memory.
  private static let stride = 32

  /// - Parameters:
  ///   - rowBytes: the distance of rows; nil for any.
  ///   - rowsPerBlock: the rows that are read or written together.
  ///   - isDry: whether rows are only counted, without memory.
  init(
    _ rows: Range<Int>, width: Int, _ format: PixelFormat, rowBytes: Int? = nil, rowsPerBlock: Int, isDry: Bool
  ) {
    self.format = format
    let least = (width * format.pixelBytes + Self.stride - 1) / Self.stride * Self.stride
    window = RowWindow(
      rows, rowBytes: rowBytes ?? max(least, Self.stride), margin: Self.stride / 2, rowsPerBlock: rowsPerBlock,
      isDry: isDry)
  }

  /// Where its rows lie now.
  var view: PixelView { PixelView(format: format, blocks: window.blocks) }
}

/// Where rows of stored pixels lie: a plain value that tasks copy.
package struct PixelView {
  let format: PixelFormat
  fileprivate let blocks: RowBlocks

  fileprivate init(format: PixelFormat, blocks: RowBlocks) { (self.format, self.blocks) = (format, blocks) }

  /// Calls `body` with rows in memory that someone lends, which are only read, or only written, as the memory allows.
  static func lending(
    _ rows: Range<Int>, at memory: UnsafeRawPointer, rowBytes: Int, _ format: PixelFormat,
    _ body: (PixelView) -> Void
  ) {
    var first: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(mutating: memory)
    withUnsafeMutablePointer(to: &first) {
      body(PixelView(format: format, blocks: RowBlocks(lent: rows, rowBytes: rowBytes, $0)))
    }
  }

  /// The distance of rows.
  package var rowBytes: Int { blocks.rowBytes }

  /// A row in memory.
  func row(_ row: Int) -> StoredPixels { StoredPixels(address: UnsafeRawPointer(blocks.row(row)), format: format) }

  /// Where a pixel of the result is written.
  func written(_ row: Int, _ pixel: Int) -> WrittenPixels {
    WrittenPixels(address: blocks.row(row) + pixel * format.pixelBytes, format: format)
  }

  /// The memory of rows, which lie in one block.
  func memory(_ rows: Range<Int>) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: blocks.row(rows.lowerBound), count: rows.count * rowBytes)
  }

  /// Calls `body` with the rows that lie side by side, from the top.
  package func forEachRun<E>(
    of rows: Range<Int>, _ body: (Range<Int>, UnsafeRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    var row = rows.lowerBound
    while row < rows.upperBound {
      let some = row..<row + blocks.run(from: row, upTo: rows.upperBound - row)
      try body(some, UnsafeRawBufferPointer(memory(some)))
      row = some.upperBound
    }
  }
}
