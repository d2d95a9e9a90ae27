/// How a result is made of whole pixels of the photo: cropped, mirrored and turned by quarters, with no code changed.
public struct PixelMove: Sendable, Hashable {
  /// The rectangle of the photo that becomes the result.
  public var rectangle: PixelRectangle

  /// Whether rows of the rectangle become columns of the result.
  public var exchangesAxes: Bool

  /// Whether columns of the rectangle are counted from the right.
  public var countsFromRight: Bool

  /// Whether rows of the rectangle are counted from the bottom.
  public var countsFromBottom: Bool

  /// The pixel of the photo that is at a column and a row of the result, both from 0.
  public func source(x: Int, y: Int) -> (x: Int, y: Int) {
    let (across, down) = exchangesAxes ? (y, x) : (x, y)
    let (columns, rows) = (rectangle.columns, rectangle.rows)
    return (
      countsFromRight ? columns.upperBound - 1 - across : columns.lowerBound + across,
      countsFromBottom ? rows.upperBound - 1 - down : rows.lowerBound + down
    )
  }

  /// - Parameters:
  ///   - places: where the pixels of the result lie in the photo.
  ///   - bounds: the pixels of the result; at least one.
  init?(_ places: PixelPlaces, of bounds: PixelRectangle) {
    guard places.areWholePixels, !bounds.isEmpty else { return nil }
    func place(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
      let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
      return (Int(places.x(x, y).rounded(.down)), Int(places.y(x, y).rounded(.down)))
    }
    let first = place(bounds.columns.lowerBound, bounds.rows.lowerBound)
    let last = place(bounds.columns.upperBound - 1, bounds.rows.upperBound - 1)
    rectangle = PixelRectangle(
      columns: min(first.x, last.x)..<max(first.x, last.x) + 1, rows: min(first.y, last.y)..<max(first.y, last.y) + 1)
    exchangesAxes = places.x.across == 0
    countsFromRight = places.x.across + places.x.down < 0
    countsFromBottom = places.y.across + places.y.down < 0
  }
}

/// Where the pixels of a result lie in a picture: affine in the place of the result's pixel.
struct PixelPlaces: Hashable {
  var x: Affine
  var y: Affine

  /// Each pixel at its own place.
  static let here = PixelPlaces(x: Affine(across: 1, constant: 0), y: Affine(down: 1, constant: 0))

  /// Whether the centers of pixels are moved onto centers of pixels, one to one.
  var areWholePixels: Bool {
    let factors = [x.across, x.down, y.across, y.down]
    guard [[1, 0, 0, 1], [0, 1, 1, 0]].contains(factors.map({ $0.magnitude })) else { return false }
    return [x(0.5, 0.5) - 0.5, y(0.5, 0.5) - 0.5].allSatisfy { $0 == $0.rounded() && $0.magnitude < 0x1p24 }
  }

  /// The places in the picture that `inner` was made from.
  func through(_ inner: PixelPlaces) -> PixelPlaces { PixelPlaces(x: inner.x(x, y), y: inner.y(x, y)) }
}
