/// One straight stroke of a round pen, whose width may change along the way; lengths in pixels.
struct Capsule {
  var start: SIMD2<Float>
  var end: SIMD2<Float>
  var startRadius: Float
  var endRadius: Float

  /// How much of the pixel at a place the stroke covers, judged by the distance of its middle.
  ///
  /// A stroke thinner than a pixel covers its own width at most, so that a fine line is pale and not broken.
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

  /// The pixels that the stroke may touch, of those inside a limit.
  func pixels(inside limit: Rectangle) -> Rectangle {
    let reach = max(startRadius, endRadius) + 1
    let left = Self.whole(min(start.x, end.x) - reach, limit.left, limit.right)
    let right = Self.whole(max(start.x, end.x) + reach, limit.left, limit.right)
    let top = Self.whole(min(start.y, end.y) - reach, limit.top, limit.bottom)
    let bottom = Self.whole(max(start.y, end.y) + reach, limit.top, limit.bottom)
    return Rectangle(left: left, top: top, width: right - left + 1, height: bottom - top + 1).intersection(limit)
  }

  /// A place as a whole number, held between two: a far or unknown place must not trap.
  private static func whole(_ place: Float, _ low: Int, _ high: Int) -> Int {
    guard place > Float(low) else { return low }
    return place < Float(high) ? Int(place) : high
  }
}
