/// The blocks that a file stores pixels in, where they can be moved without decoding.
package struct BlockGrid: Hashable, Sendable {
  /// The columns of the smallest part that can be moved; the last ones of a picture may have fewer.
  package var width: Int

  /// The rows of the smallest part that can be moved; the last ones of a picture may have fewer.
  package var height: Int

  /// The bytes that moving holds at its peak.
  var memory: ByteCount

  /// The smallest rectangle of whole blocks around one, within a picture of a size.
  package func snapped(_ move: BlockMove, width: Int, height: Int) -> BlockMove {
    func snapped(_ range: Range<Int>, _ block: Int, _ size: Int) -> Range<Int> {
      range.lowerBound / block * block..<min((range.upperBound + block - 1) / block * block, size)
    }
    return BlockMove(
      columns: snapped(move.columns, self.width, width), rows: snapped(move.rows, self.height, height),
      orientation: move.orientation)
  }

  /// The columns and rows at the far sides that lie in a block with fewer pixels than it has room for, and that a move
  /// would bring to the left or top, where a file has no room for such a block.
  package func partial(in move: BlockMove) -> (columns: Int, rows: Int) {
    (
      move.orientation.countsFromRight ? move.columns.upperBound % width : 0,
      move.orientation.countsFromBottom ? move.rows.upperBound % height : 0
    )
  }
}

/// A rectangle of a stored picture, and how it is turned.
package struct BlockMove: Hashable, Sendable {
  /// Columns of the stored picture.
  package var columns: Range<Int>

  /// Rows of the stored picture.
  package var rows: Range<Int>

  /// How the rectangle is turned for the result.
  package var orientation: Orientation

  /// Creates a move.
  package init(columns: Range<Int>, rows: Range<Int>, orientation: Orientation) {
    (self.columns, self.rows, self.orientation) = (columns, rows, orientation)
  }

  /// The size of the result.
  package var size: (width: Int, height: Int) {
    orientation.uprightSize(width: columns.count, height: rows.count)
  }

  /// A move from where each pixel of the result is stored.
  ///
  /// - Parameters:
  ///   - width: of the result; at least 1.
  ///   - height: of the result; at least 1.
  ///   - stored: the stored pixel of a pixel of the result. It turns, mirrors and shifts, and does nothing else.
  package init(width: Int, height: Int, stored: (_ x: Int, _ y: Int) -> (x: Int, y: Int)) {
    let (first, last) = (stored(0, 0), stored(width - 1, height - 1))
    columns = min(first.x, last.x)..<max(first.x, last.x) + 1
    rows = min(first.y, last.y)..<max(first.y, last.y) + 1
    let (right, down) = (stored(1, 0), stored(0, 1))
    let exchangesAxes = right.x == first.x
    let (nextColumn, nextRow) = exchangesAxes ? (down, right) : (right, down)
    orientation = Orientation(
      exchangesAxes: exchangesAxes, countsFromRight: nextColumn.x < first.x, countsFromBottom: nextRow.y < first.y)
  }
}
