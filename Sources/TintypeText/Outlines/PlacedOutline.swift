/// Outlines placed in a picture. Its coverage of each pixel is the exact area of the polygons, whose corners are
/// rounded to a grid of 1/1024 pixel.
///
/// Contours of the same direction that overlap are inked once; opposite directions leave a hole.
public struct PlacedOutline: Sendable, Hashable {
  /// The rows that it touches; empty if nothing is drawn.
  public let rows: Range<Int>

  /// The edges that touch each of at most 256 bands of rows, sorted by their left end.
  private let bands: [[OutlineEdge]]
  private let rowsInBand: Int

  /// Places outlines.
  ///
  /// - Parameters:
  ///   - outlines: the outlines, relative to the cap height, each with the x of its origin and the y of the top of its
  ///     capitals, in pixels.
  ///   - height: the cap height, in pixels.
  init(_ outlines: [(LetterOutline, left: Double, top: Double)], height: Double) {
    let edges = outlines.flatMap { Self.edges($0.0, left: $0.left, top: $0.top, height: height) }
    let first = edges.map { $0.rows.lowerBound }.min() ?? 0
    let last = edges.map { $0.rows.upperBound }.max() ?? -1
    rows = first..<last + 1
    rowsInBand = max(1, (rows.count + 255) / 256)
    var bands = [[OutlineEdge]](repeating: [], count: (rows.count + rowsInBand - 1) / rowsInBand)
    for edge in edges {
      for band in (edge.rows.lowerBound - first) / rowsInBand...(edge.rows.upperBound - first) / rowsInBand {
        bands[band].append(edge)
      }
    }
    self.bands = bands.map { $0.sorted { $0.left.x < $1.left.x } }
  }

  private static func edges(_ outline: LetterOutline, left: Double, top: Double, height: Double) -> [OutlineEdge] {
    // Pictures are far smaller than a million pixels. Beyond that, products of coordinates would overflow 64 bits.
    guard height > 0, height < 1e6, left.magnitude < 1e6, top.magnitude < 1e6 else { return [] }
    var edges: [OutlineEdge] = []
    for polygon in outline.polygons(height: height) {
      let points = polygon.map { SIMD2(onGrid(left + $0.x * height), onGrid(top + $0.y * height)) }
      guard let first = points.first, points.allSatisfy({ abs($0.x) < 1 << 30 && abs($0.y) < 1 << 30 }) else {
        continue
      }
      for (start, end) in zip(points, points.dropFirst() + [first]) {
        if let edge = OutlineEdge(from: start, to: end) { edges.append(edge) }
      }
    }
    return edges
  }

  private static func onGrid(_ coordinate: Double) -> Int {
    let steps = coordinate * Double(OutlineEdge.grid)
    return steps.magnitude < 0x1p40 ? Int(steps.rounded()) : 1 << 40
  }

  /// Adds the coverage of pixels in a row as differences: the prefix sum is the signed coverage of each pixel.
  ///
  /// - Parameters:
  ///   - row: the row of pixels.
  ///   - first: the column of the first pixel.
  ///   - cover: the difference for each pixel, initially 0.
  /// - Returns: the coverage carried in from the left of the first pixel.
  public func add(row: Int, from first: Int, to cover: inout MutableSpan<Int32>) -> Int32 {
    guard rows.contains(row) else { return 0 }
    let end = (first + cover.count) * OutlineEdge.grid
    var before: Int32 = 0
    for edge in bands[(row - rows.lowerBound) / rowsInBand] {
      guard edge.left.x < end else { break }
      if edge.rows.contains(row) { before &+= edge.add(row: row, from: first, to: &cover) }
    }
    return before
  }

  /// Converts a prefix sum to a coverage from 0 to 1.
  public static func part(_ sum: Int32) -> Float {
    let full = OutlineEdge.whole
    return Float(sum > full || sum < -full ? full : sum < 0 ? -sum : sum) * 0x1p-21
  }

  /// The coverage of a pixel, 0 to 1.
  public func coverage(column: Int, row: Int) -> Float {
    var cover: [Int32] = [0]
    var span = cover.mutableSpan
    let before = add(row: row, from: column, to: &span)
    return Self.part(before &+ span[0])
  }
}
