/// A rectangle of pixels. It is empty if a side is not positive.
public struct Rectangle: Sendable, Hashable {
  /// The first column.
  public var left: Int

  /// The first row.
  public var top: Int

  /// The number of columns.
  public var width: Int

  /// The number of rows.
  public var height: Int

  /// Creates a rectangle.
  public init(left: Int, top: Int, width: Int, height: Int) {
    self.left = left
    self.top = top
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The column after the last, saturated to `Int`.
  public var right: Int { Self.sum(left, width) }

  /// The row after the last, saturated to `Int`.
  public var bottom: Int { Self.sum(top, height) }

  /// Whether it contains no pixel.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The columns.
  public var columns: Range<Int> { left..<max(left, right) }

  /// The rows.
  public var rows: Range<Int> { top..<max(top, bottom) }

  /// The pixels in both rectangles.
  public func intersection(_ other: Rectangle) -> Rectangle {
    let (left, top) = (max(left, other.left), max(top, other.top))
    let (right, bottom) = (min(right, other.right), min(bottom, other.bottom))
    guard left < right, top < bottom else { return Rectangle(left: left, top: top, width: 0, height: 0) }
    return Rectangle(left: left, top: top, width: right - left, height: bottom - top)
  }

  /// Whether another rectangle is entirely inside.
  public func contains(_ other: Rectangle) -> Bool { intersection(other) == other }

  /// The rectangle extended by a margin on each side; a negative margin shrinks it.
  public func outset(by margin: Int) -> Rectangle {
    Rectangle(left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// Saturating addition, because remote positions must not trap.
  private static func sum(_ start: Int, _ length: Int) -> Int {
    let (sum, overflow) = start.addingReportingOverflow(length)
    return overflow ? .max : sum
  }
}
