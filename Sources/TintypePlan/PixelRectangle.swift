import TintypeIntrinsics

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
  public var count: Int {
    let (count, overflow) = columns.count.multipliedReportingOverflow(by: rows.count)
    return overflow ? .max : count
  }

  /// Whether the rectangle contains no pixels.
  public var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
}

extension Plan {
  /// The largest coordinate of an edge, unless the source is larger: far above it, single precision cannot represent
  /// the center of a pixel.
  private static let farthest = 1 << 20

  /// The whole pixels of a rectangle. A pass that reads the source cannot extend beyond it.
  ///
  /// - Parameters:
  ///   - edges: left, top, right, bottom.
  ///   - readsSource: whether the pass reads the source at the same pixel.
  ///   - uniforms: the values of all slots.
  public static func pixels(
    of edges: [Slot], readsSource: Bool, uniforms: [Float], width: Int, height: Int
  ) -> PixelRectangle {
    func edge(_ index: Int, _ limit: Int) -> Int {
      let edge = greatest(uniforms[edges[index].index], 0)
      // Compare before the conversion: the edge may be infinite, and converting the limit to Float may round it up.
      return edge < Float(limit) ? min(Int(edge), limit) : limit
    }
    let (right, bottom) = readsSource ? (width, height) : (max(width, farthest), max(height, farthest))
    let (left, top) = (edge(0, right), edge(1, bottom))
    return PixelRectangle(columns: left..<max(left, edge(2, right)), rows: top..<max(top, edge(3, bottom)))
  }

  /// The whole pixels of the result: the size that the recipe gives it, whatever its colors.
  public func pixels(uniforms: [Float], width: Int, height: Int) -> PixelRectangle {
    Self.pixels(of: bounds, readsSource: lastPass.readsSource, uniforms: uniforms, width: width, height: height)
  }

  /// The whole pixels of each field.
  public func fieldPixels(uniforms: [Float], width: Int, height: Int) -> [PixelRectangle] {
    fields.map { field in
      var maker = field
      while case .filtered(let of, _, _) = maker.content { maker = fields[of] }
      guard case .pass(let pass) = maker.content else { preconditionFailure("a field begins with a pass") }
      return Self.pixels(
        of: field.bounds, readsSource: pass.readsSource, uniforms: uniforms, width: width, height: height)
    }
  }
}
