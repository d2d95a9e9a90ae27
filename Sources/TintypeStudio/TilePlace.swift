import TintypeJSON

/// Which part of a result a tile is.
struct TilePlace: Sendable {
  /// Where it begins, or its middle.
  private enum Anchor {
    /// The first column and row.
    case corner([Int])
    /// 0 to 1 across and down, for a page that does not know the size of the result yet.
    case middle([Double])
  }

  private let anchor: Anchor
  /// Width and height in pixels; a tile is smaller where the result is.
  private let sides: [Int]

  /// - Throws: for what is no place.
  init(_ message: JSONValue) throws(StudioFailure) {
    sides = message["sides"]?.elements.compactMap(\.integer) ?? []
    guard sides.count == 2, sides.allSatisfy((1...8192).contains), sides[0] * sides[1] <= 1 << 25 else {
      throw .wrong("a tile has two sides of 1 to 8192 pixels, and at most 32 megapixels")
    }
    let (corner, middle) = (message["from"]?.elements.compactMap(\.integer), message["at"]?.elements)
    if let corner, corner.count == 2, corner.allSatisfy((0...1 << 20).contains) {
      anchor = .corner(corner)
    } else if let place = middle?.compactMap(\.double), place.count == 2, place.allSatisfy((0...1).contains) {
      anchor = .middle(place)
    } else {
      throw .wrong("a tile begins at a pixel, or lies around a place of 0 to 1 across and down")
    }
  }

  /// The columns and rows, moved into the result.
  func part(of size: (width: Int, height: Int)) -> (columns: Range<Int>, rows: Range<Int>) {
    let sizes = [size.width, size.height]
    let ranges = (0..<2).map { axis -> Range<Int> in
      let side = min(sides[axis], sizes[axis])
      let wanted =
        switch anchor {
        case .corner(let corner): corner[axis]
        case .middle(let place): Int((place[axis] * Double(sizes[axis])).rounded()) - side / 2
        }
      let start = min(max(wanted, 0), sizes[axis] - side)
      return start..<start + side
    }
    return (ranges[0], ranges[1])
  }
}
