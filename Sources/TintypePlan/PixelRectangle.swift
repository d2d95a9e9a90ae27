import TintypeIntrinsics

/// A rectangle of whole pixels.
public struct PixelRectangle: Sendable, Hashable {
  /// Columns, half open.
  public var columns: Range<Int>

  /// Rows, half open.
  public var rows: Range<Int>

  /// Makes a rectangle.
  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// How many pixels lie in it.
  public var count: Int {
    let (count, overflow) = columns.count.multipliedReportingOverflow(by: rows.count)
    return overflow ? .max : count
  }

  /// Whether no pixel lies in it.
  public var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
}

extension Plan {
  /// No rectangle has an edge beyond, unless the source has: above, a pixel's center is no number in single precision.
  private static let farthest = 1 << 20

  /// The whole pixels of a rectangle. A pass that looks at the source cannot leave it.
  ///
  /// - Parameters:
  ///   - edges: left, top, right, bottom.
  ///   - readsSource: whether what is made there needs the source at the same pixel.
  ///   - uniforms: the numbers of all slots.
  public static func pixels(
    of edges: [Slot], readsSource: Bool, uniforms: [Float], width: Int, height: Int
  ) -> PixelRectangle {
    func edge(_ index: Int, _ limit: Int) -> Int {
      let edge = LaneOperation.maximum(uniforms[edges[index].index], 0)
      // Compared before it is converted: it may be infinite, and a float may round the limit upward.
      return edge < Float(limit) ? min(Int(edge), limit) : limit
    }
    let (right, bottom) = readsSource ? (width, height) : (max(width, farthest), max(height, farthest))
    let (left, top) = (edge(0, right), edge(1, bottom))
    return PixelRectangle(columns: left..<max(left, edge(2, right)), rows: top..<max(top, edge(3, bottom)))
  }

  /// The whole pixels that come out: what the recipe says of its size, whatever it makes of the colors.
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
