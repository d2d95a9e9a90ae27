import TintypeRaster

/// Reads the bands of the rows that a render needs, from the top of a source.
///
/// The rows above and below them are read as well: damage anywhere in a file is an error.
final class BandSource {
  private let source: any RowSource
  private let rows: Range<Int>
  private let bandRows: Int
  private var row = 0
  private var first: Int

  /// - Parameter rows: the rows of the source that the render needs.
  init(_ source: any RowSource, rows: Range<Int>, bandRows: Int) {
    (self.source, self.rows, self.bandRows) = (source, rows, bandRows)
    first = rows.lowerBound
  }

  /// Reads the next band into memory for `bandRows` rows; nil after the last band.
  func next(into memory: borrowing Rows) throws(ImageError) -> Range<Int>? {
    guard first < rows.upperBound else { return nil }
    let band = first..<min(first + bandRows, rows.upperBound)
    while row < band.lowerBound { try read(min(bandRows, band.lowerBound - row), into: memory) }
    try read(band.count, into: memory)
    first = band.upperBound
    if first == rows.upperBound, row < source.format.height {
      // The band keeps its memory.
      let rest = Rows(1, of: source.format)
      while row < source.format.height { try read(1, into: rest) }
    }
    return band
  }

  private func read(_ count: Int, into memory: borrowing Rows) throws(ImageError) {
    try source.readRows(count, into: memory.bytes, rowBytes: memory.rowBytes)
    row += count
  }
}
