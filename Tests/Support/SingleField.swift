/// One channel of a whole field in single precision. Edge pixels are repeated outside its rectangle; an empty field is
/// 0.
public struct SingleField: Sendable {
  /// Columns in source pixels.
  public let columns: Range<Int>
  /// Rows in source pixels.
  public let rows: Range<Int>
  private let numbers: [Float]

  /// Creates a field from the number of each pixel.
  public init(columns: Range<Int>, rows: Range<Int>, _ number: (_ column: Int, _ row: Int) -> Float) {
    (self.columns, self.rows) = (columns, rows)
    numbers = rows.flatMap { row in columns.map { number($0, row) } }
  }

  /// Whether the field has no pixels.
  public var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  /// The number of a pixel.
  public subscript(column: Int, row: Int) -> Float {
    guard !isEmpty else { return 0 }
    let column = min(max(column, columns.lowerBound), columns.upperBound - 1)
    let row = min(max(row, rows.lowerBound), rows.upperBound - 1)
    return numbers[(row - rows.lowerBound) * columns.count + column - columns.lowerBound]
  }
}
