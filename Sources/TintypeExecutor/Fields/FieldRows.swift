import TintypePlan

/// A sliding window of the rows of a field: planes of floats, one row at a time.
///
/// ```
///  row:  | margin | channel 0 | margin | margin | channel 1 | margin | ...
/// ```
///
/// Margins repeat the edge pixels, so that readers of neighbors need no bounds check. Rows are computed from the top;
/// requests for rows outside get the first or the last row.
final class FieldRows: @unchecked Sendable {
  let pixels: PixelRectangle
  let channels: Int

  /// Rows before this one are complete.
  private(set) var done: Int

  /// The first row still in memory.
  private(set) var first: Int

  /// The first row that a reader still needs; valid during the analysis.
  var needed = 0

  /// The end of the rows demanded by readers; valid during the analysis.
  var demanded = 0

  /// The distance between channels, in floats.
  let planeStride: Int

  /// Row r is at `rows[r & (rows.count - 1)]`.
  private var rows: [UnsafeMutablePointer<Float>?]
  private var reserved: Int
  private var spare: [UnsafeMutablePointer<Float>] = []
  private let isDry: Bool

  /// The largest number of rows in memory at once.
  private(set) var mostRows = 0

  /// Floats before a plane: the largest horizontal footprint.
  private static let marginBefore = 16
  /// Floats after a plane: the same, and the excess of whole-vector reads.
  private static let marginBehind = 64

  /// - Parameter isDry: whether rows are only counted, without memory.
  init(_ pixels: PixelRectangle, channels: Int, isDry: Bool) {
    self.pixels = pixels
    self.channels = channels
    self.isDry = isDry
    (done, first, reserved) = (pixels.rows.lowerBound, pixels.rows.lowerBound, pixels.rows.lowerBound)
    let floats = Self.marginBefore + pixels.columns.count + Self.marginBehind
    // Not a multiple of a page, so that channels do not compete for the same cache lines.
    planeStride = (floats + 15) / 16 * 16 + (floats % 1024 < 16 ? 16 : 0)
    rows = Array(repeating: nil, count: 16)
  }

  deinit {
    for row in rows { row?.deallocate() }
    for row in spare { row.deallocate() }
  }

  var isComplete: Bool { done == pixels.rows.upperBound || pixels.isEmpty }

  private var floatsPerRow: Int { channels * planeStride }

  /// The largest number of bytes in memory at once.
  var mostBytes: ByteCount { ByteCount(floatsPerRow) * MemoryLayout<Float>.stride * mostRows }

  /// Allocates the rows before `row`.
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

  /// Allocates a row whose planes are aligned to cache lines, so that no vector straddles two.
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

  /// Marks the rows before `row` as complete.
  func finish(upTo row: Int) { done = row }

  /// Frees the rows before `row`.
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

  /// The first pixel of the first channel of the nearest row in memory.
  @inline(__always) func row(_ row: Int) -> UnsafeMutablePointer<Float> {
    let nearest = min(max(row, first), reserved - 1)
    return rows[nearest & (rows.count - 1)].unsafelyUnwrapped + Self.marginBefore
  }

  /// Repeats the edge pixels of a row in its margins.
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
