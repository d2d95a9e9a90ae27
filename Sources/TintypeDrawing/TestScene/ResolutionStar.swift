/// A star whose rays meet in its middle: where they turn gray, sharpness ends (Siemens star).
struct ResolutionStar {
  let place: Rectangle

  func draw(on scene: inout Bitmap) {
    let radius = Float(min(place.width, place.height)) / 2
    let (middleX, middleY) = (Float(place.left) + radius, Float(place.top) + radius)
    for y in place.rows {
      for x in place.columns {
        let way = SIMD2(Float(x) + 0.5 - middleX, Float(y) + 0.5 - middleY)
        let distance = max(0.5, (way.x * way.x + way.y * way.y).squareRoot())
        let inside = max(0, min(1, radius - distance))
        let white = Self.ray(way / distance, distance)
        scene.blend(SIMD3(repeating: 0.006 + 0.87 * white), inside, atX: x, y: y)
      }
    }
  }

  private static let doublings = 5

  /// How white a pixel is. A direction as a complex number, squared five times, goes around 32 times as fast: the sign of
  /// its imaginary part alternates 64 times on the way around, and its slope gives the edge's distance in pixels.
  private static func ray(_ way: SIMD2<Float>, _ distance: Float) -> Float {
    var turned = way
    for _ in 0..<doublings {
      turned = SIMD2(turned.x * turned.x - turned.y * turned.y, 2 * turned.x * turned.y)
    }
    return max(0, min(1, 0.5 + turned.y * distance / Float(1 << doublings)))
  }
}
