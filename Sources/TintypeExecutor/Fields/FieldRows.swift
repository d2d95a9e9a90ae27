import TintypePlan

/// The rows of a field that somebody still needs: planes of floats, a row at a time.
///
/// ```
///  row:  | margin | channel 0 | margin | margin | channel 1 | margin | ...
/// ```
///
/// The edge goes on in the margins, so that nothing that looks a few pixels to the side has to ask where the row ends.
/// Rows are made from the top; whoever needs one beyond the first or the last gets that one.
final class FieldRows: @unchecked Sendable {
  let pixels: PixelRectangle
  let channels: Int

  /// Rows before this one are finished.
  private(set) var done: Int

  /// The first row that is kept.
  private(set) var first: Int

  /// The first row that somebody still needs, while that is found out.
  var needed = 0

  /// The row before which rows are asked for, while that is found out.
  var demanded = 0

  /// Floats from one channel to the next.
  let planeStride: Int

  /// Row r is at `rows[r & (rows.count - 1)]`.
  private var rows: [UnsafeMutablePointer<Float>?]
  private var reserved: Int
  private var spare: [UnsafeMutablePointer<Float>] = []
  private let isDry: Bool

  /// Rows that were kept at once, at most.
  private(set) var mostRows = 0

  /// Floats before a plane: the reach of everything that looks to the side.
  private static let marginBefore = 16
  /// And behind it: that, and what whole vectors read too much.
  private static let marginBehind = 64

  /// - Parameter isDry: whether rows are only counted and not kept.
  init(_ pixels: PixelRectangle, channels: Int, isDry: Bool) {
    self.pixels = pixels
    self.channels = channels
    self.isDry = isDry
    (done, first, reserved) = (pixels.rows.lowerBound, pixels.rows.lowerBound, pixels.rows.lowerBound)
    let floats = Self.marginBefore + pixels.columns.count + Self.marginBehind
    // Not a multiple of a page, so that channels do not meet in the same lines of the cache.
    planeStride = (floats + 15) / 16 * 16 + (floats % 1024 < 16 ? 16 : 0)
    rows = Array(repeating: nil, count: 16)
  }

  deinit {
    for row in rows { row?.deallocate() }
    for row in spare { row.deallocate() }
  }

  var isComplete: Bool { done == pixels.rows.upperBound || pixels.isEmpty }

  private var floatsPerRow: Int { channels * planeStride }

  /// Bytes that were kept at once, at most.
  var mostBytes: Int { mostRows * floatsPerRow * MemoryLayout<Float>.stride }

  /// Makes room for the rows up to one.
  func reserve(upTo row: Int) {
    mostRows = max(mostRows, row - first)
    defer { reserved = max(reserved, row) }
    guard !isDry else { return }
    if row - first > rows.count { grow(to: row - first) }
    for row in reserved..<max(row, reserved) {
      let memory = spare.popLast() ?? Self.memory(floatsPerRow)
      rows[row & (rows.count - 1)] = memory
    }
  }

  /// A row whose planes begin with a line of the cache, so that no vector lies in two.
  private static func memory(_ floats: Int) -> UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer.allocate(byteCount: floats * MemoryLayout<Float>.stride, alignment: 64)
      .bindMemory(to: Float.self, capacity: floats)
  }

  private func grow(to count: Int) {
    var size = rows.count
    while size < count { size *= 2 }
    var larger = [UnsafeMutablePointer<Float>?](repeating: nil, count: size)
    for row in first..<reserved { larger[row & (size - 1)] = rows[row & (rows.count - 1)] }
    rows = larger
  }

  /// Takes note that the rows up to one are made.
  func finish(upTo row: Int) { done = row }

  /// Gives up the rows before one.
  func release(before row: Int) {
    let next = min(max(row, first), done)
    if !isDry {
      for row in first..<next {
        if let memory = rows[row & (rows.count - 1)] { spare.append(memory) }
        rows[row & (rows.count - 1)] = nil
      }
    }
    first = next
  }

  /// The first pixel of the first channel of a row that is kept; of one beyond, the nearest.
  @inline(__always) func row(_ row: Int) -> UnsafeMutablePointer<Float> {
    let kept = min(max(row, first), reserved - 1)
    return rows[kept & (rows.count - 1)].unsafelyUnwrapped + Self.marginBefore
  }

  /// Lets the edges of a row go on in its margins.
  func fillMargins(of row: UnsafeMutablePointer<Float>) {
    let width = pixels.columns.count
    for channel in 0..<channels {
      let plane = row + channel * planeStride
      let (left, right) = (plane[0], plane[width - 1])
      for index in 1...Self.marginBefore { plane[-index] = left }
      for index in width..<(planeStride - Self.marginBefore) { plane[index] = right }
    }
  }
}
