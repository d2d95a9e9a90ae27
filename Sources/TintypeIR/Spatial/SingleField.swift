/// One channel of a field, all of it, in single precision; beyond its rectangle the edge goes on, and nothing is 0.
public struct SingleField: Sendable {
  /// Columns in source pixels.
  public let columns: Range<Int>
  /// Rows in source pixels.
  public let rows: Range<Int>
  private let numbers: [Float]

  /// From the number of each pixel.
  public init(columns: Range<Int>, rows: Range<Int>, _ number: (_ column: Int, _ row: Int) -> Float) {
    (self.columns, self.rows) = (columns, rows)
    numbers = rows.flatMap { row in columns.map { number($0, row) } }
  }

  /// Whether no pixel lies in it.
  public var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  /// The number of a pixel.
  public subscript(column: Int, row: Int) -> Float {
    guard !isEmpty else { return 0 }
    let column = min(max(column, columns.lowerBound), columns.upperBound - 1)
    let row = min(max(row, rows.lowerBound), rows.upperBound - 1)
    return numbers[(row - rows.lowerBound) * columns.count + column - columns.lowerBound]
  }
}
