/// A straight stroke of a round pen that may taper. Lengths are in pixels.
struct Capsule {
  var start: SIMD2<Float>
  var end: SIMD2<Float>
  var startRadius: Float
  var endRadius: Float

  /// The coverage of the pixel around a point, from the distance to the center line.
  ///
  /// A stroke thinner than a pixel covers at most its width, so that fine lines get paler rather than broken.
  func coverage(_ x: Float, _ y: Float) -> Float {
    let along = end - start
    let offset = SIMD2(x, y) - start
    let length = along.x * along.x + along.y * along.y
    let dot = offset.x * along.x + offset.y * along.y
    let t = dot <= 0 || length == 0 ? 0 : (dot >= length ? 1 : dot / length)
    let away = offset - along * t
    let distance = (away.x * away.x + away.y * away.y).squareRoot()
    let radius = startRadius + (endRadius - startRadius) * t
    let edge = radius + 0.5 - distance
    guard edge > 0 else { return 0 }
    return min(edge, min(1, 2 * radius))
  }

  /// The bounding box of the stroke, clipped to `limit`.
  func pixels(inside limit: Rectangle) -> Rectangle {
    let reach = max(startRadius, endRadius) + 1
    let left = Self.clamped(min(start.x, end.x) - reach, limit.left, limit.right)
    let right = Self.clamped(max(start.x, end.x) + reach, limit.left, limit.right)
    let top = Self.clamped(min(start.y, end.y) - reach, limit.top, limit.bottom)
    let bottom = Self.clamped(max(start.y, end.y) + reach, limit.top, limit.bottom)
    return Rectangle(left: left, top: top, width: right - left + 1, height: bottom - top + 1).intersection(limit)
  }

  /// A coordinate as an integer, clamped. Huge values and NaN must not trap.
  private static func clamped(_ coordinate: Float, _ low: Int, _ high: Int) -> Int {
    guard coordinate > Float(low) else { return low }
    return coordinate < Float(high) ? Int(coordinate) : high
  }
}
