/// A rectangle of whole pixels; empty where a side is not positive.
public struct Rectangle: Sendable, Hashable {
  /// The first column.
  public var left: Int

  /// The first row.
  public var top: Int

  /// Columns.
  public var width: Int

  /// Rows.
  public var height: Int

  /// Makes a rectangle.
  public init(left: Int, top: Int, width: Int, height: Int) {
    self.left = left
    self.top = top
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The column after the last, held to what an `Int` can say.
  public var right: Int { Self.sum(left, width) }

  /// The row after the last, held to what an `Int` can say.
  public var bottom: Int { Self.sum(top, height) }

  /// Whether no pixel lies inside.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The columns from left to right.
  public var columns: Range<Int> { left..<max(left, right) }

  /// The rows from the top.
  public var rows: Range<Int> { top..<max(top, bottom) }

  /// What lies in both; empty where nothing does.
  public func intersection(_ other: Rectangle) -> Rectangle {
    let (left, top) = (max(left, other.left), max(top, other.top))
    let (right, bottom) = (min(right, other.right), min(bottom, other.bottom))
    guard left < right, top < bottom else { return Rectangle(left: left, top: top, width: 0, height: 0) }
    return Rectangle(left: left, top: top, width: right - left, height: bottom - top)
  }

  /// Whether all of another lies inside.
  public func contains(_ other: Rectangle) -> Bool { intersection(other) == other }

  /// The rectangle grown by a margin on each side, or shrunk by a negative one.
  public func outset(by margin: Int) -> Rectangle {
    Rectangle(left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// A far-away place is clipped, not a trap.
  private static func sum(_ start: Int, _ length: Int) -> Int {
    let (sum, overflow) = start.addingReportingOverflow(length)
    return overflow ? .max : sum
  }
}
