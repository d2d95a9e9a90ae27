/// A straight piece of an outline where it stands in a picture, and what it adds to the cover of a row's pixels.
///
/// Its ends lie on a grid of 1/1024 pixel, and all that is added are whole numbers, so that sums do not depend on their order: whatever
/// tiles a row is cut into, the numbers are the same, and where nothing is inked they are 0. (The way of FreeType and its forebears: an
/// edge adds what lies to the right of it, an edge the other way takes it off again.)
///
/// ```
///   a pixel     ┌───────────┐
///               │   /#######│####  all pixels to the right of the edge get its height in the row,
///               │  /########│####  the pixel that it crosses the area right of it
///               └───────────┘
/// ```
public struct OutlineEdge: Sendable, Hashable {
  /// Steps of the grid to a pixel.
  static let grid = 1024

  /// What a pixel has that is inked all over: twice the area, so that halves are whole.
  static let whole = Int32(2 * grid * grid)

  /// Left and right end; `rise` is +1 where the outline runs downward here, else -1.
  let (left, right): (SIMD2<Int>, SIMD2<Int>)
  let isDownward: Bool

  /// nil for a level edge, which adds nothing.
  init?(from start: SIMD2<Int>, to end: SIMD2<Int>) {
    guard start.y != end.y else { return nil }
    (left, right) = start.x <= end.x ? (start, end) : (end, start)
    isDownward = start.y < end.y
  }

  /// The rows that it reaches.
  var rows: ClosedRange<Int> {
    let (top, bottom) = (min(left.y, right.y), max(left.y, right.y))
    return top >> 10...(bottom - 1) >> 10
  }

  /// Adds to the pixels of a row what they have more than their left neighbors, and gives what the first has already.
  ///
  /// - Parameters:
  ///   - row: in pixels.
  ///   - first: the column of the first of these pixels.
  ///   - cover: a number for each pixel.
  func add(row: Int, from first: Int, to cover: inout MutableSpan<Int32>) -> Int32 {
    let (start, end) = within(row)
    guard start.y != end.y else { return 0 }
    let sign: Int32 = isDownward == (left.y < right.y) ? 1 : -1
    let (low, high) = (first * Self.grid, (first + cover.count) * Self.grid)
    guard start.x < high else { return 0 }
    // What lies left of these pixels.
    guard end.x >= low else { return sign * 2 * Int32(Self.grid) * Int32(truncatingIfNeeded: end.y - start.y) }
    var here = start
    var before: Int32 = 0
    if start.x < low {
      here = SIMD2(low, height(at: low, start, end))
      before = sign * 2 * Int32(Self.grid) * Int32(truncatingIfNeeded: here.y - start.y)
    }
    while true {
      let column = here.x >> 10
      let border = (column + 1) * Self.grid
      let there = end.x <= border ? end : SIMD2(border, height(at: border, start, end))
      let index = column - first
      guard index < cover.count else { return before }
      let tall = Int32(truncatingIfNeeded: there.y - here.y) * sign
      let inset = Int32(truncatingIfNeeded: here.x + there.x - 2 * column * Self.grid)
      let area = tall * (2 * Int32(Self.grid) - inset)
      cover[index] &+= area
      if index + 1 < cover.count { cover[index + 1] &+= tall * 2 * Int32(Self.grid) &- area }
      if there.x == end.x { return before }
      here = there
    }
  }

  /// The part of it inside of a row, from the left.
  private func within(_ row: Int) -> (SIMD2<Int>, SIMD2<Int>) {
    let (top, bottom) = (row * Self.grid, (row + 1) * Self.grid)
    func held(_ point: SIMD2<Int>) -> SIMD2<Int> {
      let y = max(top, min(bottom, point.y))
      return y == point.y ? point : SIMD2(place(at: y), y)
    }
    return (held(left), held(right))
  }

  private func place(at y: Int) -> Int {
    let high = max(left.y, right.y), low = min(left.y, right.y)
    guard y > low else { return left.y == low ? left.x : right.x }
    guard y < high else { return left.y == high ? left.x : right.x }
    return left.x + (y - left.y) * (right.x - left.x) / (right.y - left.y)
  }

  private func height(at x: Int, _ start: SIMD2<Int>, _ end: SIMD2<Int>) -> Int {
    start.y + (x - start.x) * (end.y - start.y) / (end.x - start.x)
  }
}
