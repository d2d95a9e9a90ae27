/// A stroke where it stands in a picture; lengths are pixels.
///
/// How much of a pixel it covers follows from how far the pixel's center lies from its edge: half a pixel inside is all of it, half a
/// pixel outside nothing. That is the covered area itself where an edge runs along the pixels, and within 1/12 of it elsewhere.
/// A stroke thinner than a pixel covers its own width at most, so that a fine line is pale and not broken, and a small preview as bright
/// as the large picture.
public struct PlacedStroke<Number: BinaryFloatingPoint & Sendable>: Sendable, Hashable where Number: Hashable {
  /// The middle.
  public let x, y: Number

  /// The direction of its middle line, of length 1.
  public let alongX, alongY: Number

  /// From the middle to the end of the middle line.
  public let reach: Number

  /// Half of its width, at least half a pixel.
  public let radius: Number

  /// The most it covers of a pixel.
  public let most: Number

  /// Whether its ends are points.
  public let isPointed: Bool

  /// Places a stroke of a line; nil where its numbers are none to draw with.
  ///
  /// - Parameters:
  ///   - stroke: in parts of the height.
  ///   - left: where the line begins.
  ///   - top: of its capitals.
  ///   - height: of its capitals.
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

  /// How much of the pixel around a place it covers; the executor follows this step by step.
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

  /// The height of an edge at 45 degrees.
  public static var diagonal: Number { 0.70710678 }

  /// How far from the middle it covers anything at all.
  public var extent: Number { reach + radius + 1 }
}
