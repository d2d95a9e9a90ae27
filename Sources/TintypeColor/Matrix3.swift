/// A 3 x 3 matrix.
public struct Matrix3: Sendable, Hashable {
  /// The rows, top to bottom.
  public let rows: [SIMD3<Double>]

  /// Takes the rows.
  public init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    rows = [first, second, third]
  }

  /// Takes the columns.
  public init(columns first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    rows = (0..<3).map { SIMD3(first[$0], second[$0], third[$0]) }
  }

  /// The column at an index.
  public func column(_ index: Int) -> SIMD3<Double> { SIMD3(rows[0][index], rows[1][index], rows[2][index]) }

  /// Matrix times column vector.
  public static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((matrix.rows[0] * vector).sum(), (matrix.rows[1] * vector).sum(), (matrix.rows[2] * vector).sum())
  }

  /// The product, which applies `b` first.
  public static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(columns: a * b.column(0), a * b.column(1), a * b.column(2))
  }

  /// The inverse; nil if the determinant is 1e-4 or less in magnitude.
  public var inverse: Matrix3? {
    let crossed = Matrix3(cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1]))
    let determinant = (rows[0] * crossed.rows[0]).sum()
    guard determinant.magnitude > 1e-4 else { return nil }
    let columns = crossed.rows.map { $0 / determinant }
    return Matrix3(columns: columns[0], columns[1], columns[2])
  }

  /// Whether a profile can hold the numbers (ICC.1:2022, 4.6: s15Fixed16Number).
  var isStorable: Bool { rows.allSatisfy { row in (0..<3).allSatisfy { row[$0].magnitude < 32_768 } } }

  /// Whether the columns can be XYZ of red, green and blue: white is not brighter than light can be, and colors differ.
  package var areColorants: Bool { isStorable && rows.allSatisfy { $0.sum().magnitude < 2 } && inverse != nil }

  private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
