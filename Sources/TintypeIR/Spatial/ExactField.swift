/// A whole field in double precision. Edge pixels are repeated outside its rectangle; an empty field is 0.
public struct ExactField: Sendable {
  /// Columns in source pixels.
  public let columns: Range<Int>
  /// Rows in source pixels.
  public let rows: Range<Int>
  let pixels: [[Double]]
  private let isInterrupted: @Sendable () -> Bool

  /// Creates a field from the lanes of each pixel.
  ///
  /// - Parameter isInterrupted: asked before each row; once true, the rest is 0, and the field must not be used.
  public init(
    columns: Range<Int>, rows: Range<Int>, isInterrupted: @escaping @Sendable () -> Bool = { false },
    _ lanes: (_ column: Int, _ row: Int) -> [Double]
  ) {
    (self.columns, self.rows, self.isInterrupted) = (columns, rows, isInterrupted)
    pixels = rows.flatMap { row in
      isInterrupted() ? columns.map { _ in [0, 0, 0, 0] } : columns.map { lanes($0, row) }
    }
  }

  /// A field of the same rectangle, which is interrupted as this one is.
  public func replaced(by lanes: (_ column: Int, _ row: Int) -> [Double]) -> ExactField {
    ExactField(columns: columns, rows: rows, isInterrupted: isInterrupted, lanes)
  }

  /// The lanes of a pixel.
  public subscript(column: Int, row: Int) -> [Double] {
    guard !pixels.isEmpty else { return [0, 0, 0, 0] }
    let column = min(max(column, columns.lowerBound), columns.upperBound - 1)
    let row = min(max(row, rows.lowerBound), rows.upperBound - 1)
    return pixels[(row - rows.lowerBound) * columns.count + column - columns.lowerBound]
  }
}
