/// An outline where it stands in a picture: how much of each pixel it covers, exactly, but for the grid that its corners lie on.
///
/// What two ways go round in the same direction is inked once; against each other they leave a hole.
public struct PlacedOutline: Sendable, Hashable {
  /// The rows that it reaches; empty when nothing is drawn.
  public let rows: Range<Int>

  /// The edges that reach each of at most 256 bands of rows, from the left.
  private let bands: [[OutlineEdge]]
  private let rowsInBand: Int

  /// Places an outline.
  ///
  /// - Parameters:
  ///   - outline: in parts of the height.
  ///   - left: where it begins, in pixels.
  ///   - top: of its capitals.
  ///   - height: of its capitals.
  init(_ outline: LetterOutline, left: Double, top: Double, height: Double) {
    let edges = Self.edges(outline, left: left, top: top, height: height)
    let first = edges.map(\.rows.lowerBound).min() ?? 0
    let last = edges.map(\.rows.upperBound).max() ?? -1
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
    // A picture's side is far below a million pixels; beyond it products of places would leave 64 bits.
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

  private static func onGrid(_ place: Double) -> Int {
    let place = place * Double(OutlineEdge.grid)
    return place.magnitude < 0x1p40 ? Int(place.rounded()) : 1 << 40
  }

  /// Adds the cover of a row's pixels, as differences from left to right.
  ///
  /// - Parameters:
  ///   - row: in pixels.
  ///   - first: the column of the first of these pixels.
  ///   - cover: a number for each pixel, 0 before.
  /// - Returns: what the first pixel has besides its own number.
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

  /// What a sum of such numbers means, 0 to 1.
  public static func part(_ sum: Int32) -> Float {
    let most = OutlineEdge.whole
    return Float(sum > most || sum < -most ? most : sum < 0 ? -sum : sum) * 0x1p-21
  }

  /// How much of a pixel is covered.
  public func coverage(column: Int, row: Int) -> Float {
    var cover: [Int32] = [0]
    var span = cover.mutableSpan
    let before = add(row: row, from: column, to: &span)
    return Self.part(before &+ span[0])
  }
}
