import TintypeImage

/// The reader, band by band from the top; whoever holds it decodes.
struct SourceOfBands {
  private let reader: Shared<any RowReader>
  /// The rows that come out.
  private let rows: Range<Int>
  private let bandRows: Int
  private var row = 0
  private var number = 0
  private var isOver = false

  init(reader: Shared<any RowReader>, rows: Range<Int>, bandRows: Int) {
    (self.reader, self.rows, self.bandRows) = (reader, rows, bandRows)
  }

  /// Decodes the rows of the next band, as they lie in ``Rows``, or says what is wrong with them; nil behind the last band.
  mutating func next(into bytes: UnsafeMutableRawBufferPointer) -> (number: Int, rows: Result<Range<Int>, ImageError>)?
  {
    let first = rows.lowerBound + number * bandRows
    guard !isOver, first < rows.upperBound else { return nil }
    let band = first..<min(first + bandRows, rows.upperBound)
    defer { number += 1 }
    do throws(ImageError) {
      // Rows above the first and below the last are read for their damage only, before the band takes its memory.
      try skip(to: band.lowerBound, bytes)
      try read(band.count, into: bytes)
      if band.upperBound == rows.upperBound, row < reader.value.format.height { try readRest() }
      return (number, .success(band))
    } catch {
      isOver = true
      return (number, .failure(error))
    }
  }

  private mutating func skip(to end: Int, _ bytes: UnsafeMutableRawBufferPointer) throws(ImageError) {
    while row < end { try read(min(bandRows, end - row), into: bytes) }
  }

  /// Behind the last band, whose rows stay where they are.
  private mutating func readRest() throws(ImageError) {
    let rest = Rows(1, of: reader.value.format)
    while row < reader.value.format.height { try read(1, into: rest.bytes) }
  }

  private mutating func read(_ count: Int, into bytes: UnsafeMutableRawBufferPointer) throws(ImageError) {
    try reader.value.readRows(count, into: bytes, rowBytes: Rows.rowBytes(reader.value.format))
    row += count
  }
}

/// What several threads use by agreement: under a lock, in turn, or each a part of its own.
struct Shared<Value>: @unchecked Sendable {
  let value: Value
}
