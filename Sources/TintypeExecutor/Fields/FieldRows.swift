import TintypePlan

/// The rows of a field that are in memory: planes of floats, one row at a time.
///
/// ```
///  row:  | margin | channel 0 | margin | margin | channel 1 | margin | ...
/// ```
///
/// Margins repeat the edge pixels, so that readers of neighbors need no bounds check. Rows are computed from the top;
/// requests for rows outside get the first or the last row.
final class FieldRows: Sendable {
  let pixels: PixelRectangle
  let channels: Int
  let window: RowWindow

  /// The distance between channels, in floats.
  private let planeStride: Int

  /// Floats before a plane: the largest horizontal footprint.
  fileprivate static let marginBefore = 16
  /// Floats after a plane: the same, and the excess of whole-vector reads.
  private static let marginBehind = 64

  /// - Parameter isDry: whether rows are only counted, without memory.
  init(_ pixels: PixelRectangle, channels: Int, isDry: Bool) {
    self.pixels = pixels
    self.channels = channels
    let floats = Self.marginBefore + pixels.columns.count + Self.marginBehind
    // Not a multiple of a page, so that channels do not compete for the same cache lines.
    planeStride = (floats + 15) / 16 * 16 + (floats % 1024 < 16 ? 16 : 0)
    let float = MemoryLayout<Float>.stride
    window = RowWindow(
      pixels.isEmpty ? pixels.rows.lowerBound..<pixels.rows.lowerBound : pixels.rows,
      rowBytes: channels * planeStride * float, margin: Self.marginBefore * float, isDry: isDry)
  }

  /// Where its rows lie now.
  var view: FieldView { FieldView(pixels: pixels, channels: channels, planeStride: planeStride, blocks: window.blocks) }
}

/// Where the rows of a field lie: a plain value that tasks copy.
struct FieldView {
  let pixels: PixelRectangle
  let channels: Int

  /// The distance between channels, in floats.
  let planeStride: Int

  fileprivate let blocks: RowBlocks

  fileprivate init(pixels: PixelRectangle, channels: Int, planeStride: Int, blocks: RowBlocks) {
    (self.pixels, self.channels, self.planeStride, self.blocks) = (pixels, channels, planeStride, blocks)
  }

  /// The first pixel of the first channel of the nearest row in memory.
  @inline(__always) func row(_ row: Int) -> UnsafeMutablePointer<Float> {
    blocks.row(row).assumingMemoryBound(to: Float.self)
  }

  /// Repeats the edge pixels of a row in its margins.
  func fillMargins(of row: UnsafeMutablePointer<Float>) {
    let width = pixels.columns.count
    for channel in 0..<channels {
      let plane = row + channel * planeStride
      let (left, right) = (plane[0], plane[width - 1])
      for index in 1...FieldRows.marginBefore { plane[-index] = left }
      for index in width..<(planeStride - FieldRows.marginBefore) { plane[index] = right }
    }
  }
}
