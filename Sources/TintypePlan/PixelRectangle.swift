import TintypeIntrinsics
import TintypeSizes

/// A rectangle of whole pixels.
public struct PixelRectangle: Sendable, Hashable {
  /// Columns, half open.
  public var columns: Range<Int>

  /// Rows, half open.
  public var rows: Range<Int>

  /// Creates a rectangle.
  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// The number of pixels.
  public var count: Int { PixelCount(columns.count, by: rows.count).count }

  /// Whether the rectangle contains no pixels.
  public var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
}

/// The size of a picture in pixels.
public struct PictureSize: Sendable, Hashable {
  /// Columns.
  public var width: Int

  /// Rows.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

extension Plan {
  /// The largest coordinate of an edge, unless the source is larger: far above it, single precision cannot represent
  /// the center of a pixel.
  private static let farthest = 1 << 20

  /// The whole pixels of a rectangle. It may extend beyond the sources that its pass reads, where a condition chooses
  /// between them and something larger.
  ///
  /// - Parameters:
  ///   - edges: left, top, right, bottom.
  ///   - uniforms: the values of all slots.
  ///   - size: of the photo.
  private static func pixels(of edges: [Slot], uniforms: [Float], size: PictureSize) -> PixelRectangle {
    func edge(_ index: Int, _ limit: Int) -> Int {
      let edge = greatest(uniforms[edges[index].index], 0)
      // Compare before the conversion: the edge may be infinite, and converting the limit to Float may round it up.
      return edge < Float(limit) ? min(Int(edge), limit) : limit
    }
    let (right, bottom) = (max(size.width, farthest), max(size.height, farthest))
    let (left, top) = (edge(0, right), edge(1, bottom))
    return PixelRectangle(columns: left..<max(left, edge(2, right)), rows: top..<max(top, edge(3, bottom)))
  }

  /// The whole pixels of the result: the size that the recipe gives it, whatever its colors.
  public func pixels(uniforms: [Float], width: Int, height: Int) -> PixelRectangle {
    Self.pixels(of: bounds, uniforms: uniforms, size: PictureSize(width: width, height: height))
  }

  /// The whole pixels of each field.
  public func fieldPixels(uniforms: [Float], width: Int, height: Int) -> [PixelRectangle] {
    let size = PictureSize(width: width, height: height)
    return fields.map { Self.pixels(of: $0.bounds, uniforms: uniforms, size: size) }
  }
}
