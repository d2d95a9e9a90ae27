/// How the rows of blocks of a JPEG with one scan lie between restart markers.
///
/// A *step* is the least that begins behind a marker and is whole rows of blocks: one, with one marker or several, or a few.
struct JPEGRows {
  /// The most rows of blocks of a step: who begins in the middle decodes those above in vain.
  private static let stepMost = 4

  /// Rows of pixels in a row of blocks: 8, or 16 where color is half as high as lightness.
  let blockRows: Int
  /// Rows of blocks of the picture.
  let count: Int
  /// Rows of blocks of a step; the last step may have less.
  let step: Int
  /// Restart markers from one step to the next.
  let markersInStep: Int
  /// Rows of blocks that are needed above those that come out: color that is less high than lightness is interpolated.
  let above: Int
  /// Rows of the picture.
  let height: Int

  /// Nil where rows do not begin at markers.
  init?(_ header: JPEGHeader) {
    guard !header.isProgressive, !header.isArithmetic, !header.hasSeveralScans, header.restartInterval > 0 else {
      return nil
    }
    let (across, down) = (header.across.max() ?? 1, header.down.max() ?? 1)
    // A scan of one component goes block by block, whatever its factors.
    let isGray = header.across.count == 1
    let (blockWidth, blockRows) = (8 * (isGray ? 1 : across), 8 * (isGray ? 1 : down))
    let perRow = (header.width + blockWidth - 1) / blockWidth
    let interval = header.restartInterval
    guard interval % perRow == 0 || perRow % interval == 0, interval / perRow <= Self.stepMost else { return nil }
    self.blockRows = blockRows
    height = header.height
    count = (height + blockRows - 1) / blockRows
    step = max(1, interval / perRow)
    markersInStep = max(1, perRow / interval)
    above = header.down.contains { $0 != down } ? 1 : 0
  }

  /// Steps of the picture.
  var steps: Int { (count + step - 1) / step }

  /// Markers of the picture.
  var markers: Int { steps * markersInStep - 1 }

  /// The steps that are decoded for some rows.
  ///
  /// One row of blocks below them is among these, for their color, and because libjpeg counts what is left of a step's data
  /// when the next one begins.
  func steps(for rows: Range<Int>) -> Range<Int> {
    let first = max(0, rows.lowerBound / blockRows - above)
    let end = min(count, (rows.upperBound + blockRows - 1) / blockRows + 1)
    return first / step..<(end + step - 1) / step
  }

  /// The rows of some steps of which certain rows are wanted.
  ///
  /// Of a last row of blocks without any of these it is the first row: libjpeg decodes its blocks, and colors no more.
  func rows(of steps: Range<Int>, wanted: Range<Int>) -> Range<Int> {
    let end = min(steps.upperBound * step, count)
    let last = (end - 1) * blockRows
    let first = steps.lowerBound * step * blockRows
    return first..<(wanted.upperBound > last ? min(end * blockRows, height) : last + 1)
  }
}
