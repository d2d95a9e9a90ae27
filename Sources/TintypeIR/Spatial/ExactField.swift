/// A field in double precision, all of it; beyond its rectangle the edge goes on, and nothing is 0.
public struct ExactField: Sendable {
  /// Columns in source pixels.
  public let columns: Range<Int>
  /// Rows in source pixels.
  public let rows: Range<Int>
  let pixels: [[Double]]

  /// From the lanes of each pixel.
  public init(columns: Range<Int>, rows: Range<Int>, _ lanes: (_ column: Int, _ row: Int) -> [Double]) {
    self.columns = columns
    self.rows = rows
    pixels = rows.flatMap { row in columns.map { lanes($0, row) } }
  }

  /// The lanes of a pixel.
  public subscript(column: Int, row: Int) -> [Double] {
    guard !pixels.isEmpty else { return [0, 0, 0, 0] }
    let column = min(max(column, columns.lowerBound), columns.upperBound - 1)
    let row = min(max(row, rows.lowerBound), rows.upperBound - 1)
    return pixels[(row - rows.lowerBound) * columns.count + column - columns.lowerBound]
  }
}
