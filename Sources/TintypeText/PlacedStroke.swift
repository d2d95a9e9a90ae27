/// A stroke placed in a picture. Lengths are in pixels.
///
/// The coverage of a pixel is a linear ramp of the signed distance from its center to the edge of the stroke: 1 from
/// half a pixel inside, 0 from half a pixel outside. This is the covered area if the edge is parallel to the pixel
/// grid, and within 1/12 of it otherwise. A stroke thinner than a pixel covers at most its width, so fine lines get
/// paler rather than broken, and a small preview is as bright as the large picture.
public struct PlacedStroke<Number: BinaryFloatingPoint & Sendable>: Sendable, Hashable where Number: Hashable {
  /// The center.
  public let x, y: Number

  /// The unit vector along the center line.
  public let alongX, alongY: Number

  /// Half the length of the center line.
  public let reach: Number

  /// Half the width, at least half a pixel.
  public let radius: Number

  /// The largest coverage of a pixel: below 1 for strokes thinner than a pixel.
  public let most: Number

  /// Whether the ends are pointed.
  public let isPointed: Bool

  /// Places a stroke of a line. Nil if the height is not positive or a coordinate is out of range or NaN.
  ///
  /// - Parameters:
  ///   - stroke: the stroke, relative to the cap height.
  ///   - left: the x where the line begins.
  ///   - top: the y of the top of its capitals.
  ///   - height: the cap height.
  init?(_ stroke: LetterStroke, left: Number, top: Number, height: Number) {
    let middle = (stroke.start + stroke.end) / 2
    let along = stroke.end - stroke.start
    let length = (along.x * along.x + along.y * along.y).squareRoot()
    x = left + Number(middle.x) * height
    y = top + Number(middle.y) * height
    alongX = length > 0 ? Number(along.x / length) : 1
    alongY = length > 0 ? Number(along.y / length) : 0
    reach = Number(length / 2) * height
    let half = Number(stroke.radius) * height
    radius = half > 0.5 ? half : 0.5
    most = half > 0.5 ? 1 : 2 * half
    isPointed = stroke.isPointed
    guard height > 0, x.magnitude < 1e7, y.magnitude < 1e7, reach < 1e7, half < 1e7 else { return nil }
  }

  /// The coverage of the pixel around a point, 0 to 1. The executor performs the same operations in the same order.
  public func coverage(_ placeX: Number, _ placeY: Number) -> Number {
    let (dx, dy) = (placeX - x, placeY - y)
    let along = (dx * alongX + dy * alongY).magnitude
    let across = (dx * alongY - dy * alongX).magnitude
    let inside: Number
    if isPointed {
      let side = radius - across
      let tip = (reach - (along + across)) * Self.diagonal
      inside = side < tip ? side : tip
    } else {
      let beyond = along - reach > 0 ? along - reach : 0
      inside = radius - (beyond * beyond + across * across).squareRoot()
    }
    let part = inside + 0.5
    let atLeastNone = part > 0 ? part : 0
    return atLeastNone < 1 ? atLeastNone * most : most
  }

  /// sin 45°.
  public static var diagonal: Number { 0.70710678 }

  /// A radius around the center outside of which coverage is 0.
  public var extent: Number { reach + radius + 1 }
}
