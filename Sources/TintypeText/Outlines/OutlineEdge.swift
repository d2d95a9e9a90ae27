/// An edge of a polygon placed in a picture, and its contribution to the coverage of the pixels of a row.
///
/// Its ends lie on a grid of 1/1024 pixel and all contributions are integers, so sums do not depend on their order:
/// every tiling of a row gives the same numbers, and pixels without ink get exactly 0. The algorithm is that of
/// FreeType's smooth rasterizer: an edge adds the area to the right of it, and an edge of the opposite direction
/// subtracts it again.
///
/// ```
///   a pixel     ┌───────────┐
///               │   /#######│####  pixels right of the edge get its height within the row,
///               │  /########│####  the pixel it crosses gets the area right of it
///               └───────────┘
/// ```
public struct OutlineEdge: Sendable, Hashable {
  /// Grid steps per pixel.
  static let grid = 1024

  /// The contribution to a fully covered pixel: twice its area, so that trapezoid areas are integers.
  static let whole = Int32(2 * grid * grid)

  /// The left and the right end.
  let (left, right): (SIMD2<Int>, SIMD2<Int>)

  /// Whether the contour runs downward here.
  let isDownward: Bool

  /// Nil for a horizontal edge, which contributes nothing.
  init?(from start: SIMD2<Int>, to end: SIMD2<Int>) {
    guard start.y != end.y else { return nil }
    (left, right) = start.x <= end.x ? (start, end) : (end, start)
    isDownward = start.y < end.y
  }

  /// The rows that it touches.
  var rows: ClosedRange<Int> {
    let (top, bottom) = (min(left.y, right.y), max(left.y, right.y))
    return top >> 10...(bottom - 1) >> 10
  }

  /// Adds the contribution to each pixel of a row, as the difference from its left neighbor.
  ///
  /// - Parameters:
  ///   - row: the row of pixels.
  ///   - first: the column of the first pixel.
  ///   - cover: the difference for each pixel.
  /// - Returns: the contribution from the left of the first pixel.
  func add(row: Int, from first: Int, to cover: inout MutableSpan<Int32>) -> Int32 {
    let (start, end) = clipped(to: row)
    guard start.y != end.y else { return 0 }
    let sign: Int32 = isDownward == (left.y < right.y) ? 1 : -1
    let (low, high) = (first * Self.grid, (first + cover.count) * Self.grid)
    guard start.x < high else { return 0 }
    // The edge lies entirely left of these pixels.
    guard end.x >= low else { return sign * 2 * Int32(Self.grid) * Int32(truncatingIfNeeded: end.y - start.y) }
    var here = start
    var before: Int32 = 0
    if start.x < low {
      here = SIMD2(low, y(at: low, start, end))
      before = sign * 2 * Int32(Self.grid) * Int32(truncatingIfNeeded: here.y - start.y)
    }
    while true {
      let column = here.x >> 10
      let border = (column + 1) * Self.grid
      let there = end.x <= border ? end : SIMD2(border, y(at: border, start, end))
      let index = column - first
      guard index < cover.count else { return before }
      let height = Int32(truncatingIfNeeded: there.y - here.y) * sign
      let inset = Int32(truncatingIfNeeded: here.x + there.x - 2 * column * Self.grid)
      let area = height * (2 * Int32(Self.grid) - inset)
      cover[index] &+= area
      if index + 1 < cover.count { cover[index + 1] &+= height * 2 * Int32(Self.grid) &- area }
      if there.x == end.x { return before }
      here = there
    }
  }

  /// The left and right end of the edge clipped to a row.
  private func clipped(to row: Int) -> (SIMD2<Int>, SIMD2<Int>) {
    let (top, bottom) = (row * Self.grid, (row + 1) * Self.grid)
    func clipped(_ point: SIMD2<Int>) -> SIMD2<Int> {
      let y = max(top, min(bottom, point.y))
      return y == point.y ? point : SIMD2(x(at: y), y)
    }
    return (clipped(left), clipped(right))
  }

  private func x(at y: Int) -> Int {
    let high = max(left.y, right.y), low = min(left.y, right.y)
    guard y > low else { return left.y == low ? left.x : right.x }
    guard y < high else { return left.y == high ? left.x : right.x }
    return left.x + (y - left.y) * (right.x - left.x) / (right.y - left.y)
  }

  private func y(at x: Int, _ start: SIMD2<Int>, _ end: SIMD2<Int>) -> Int {
    start.y + (x - start.x) * (end.y - start.y) / (end.x - start.x)
  }
}
