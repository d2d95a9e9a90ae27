/// A Siemens star: the radius at which its rays turn gray shows the resolution.
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

  /// The coverage of a pixel by white rays. A direction as a complex number to the power of 32 (five squarings) rotates
  /// 32 times as fast: its imaginary part changes sign 64 times per turn, and its slope gives the distance to the edge
  /// in pixels.
  private static func ray(_ way: SIMD2<Float>, _ distance: Float) -> Float {
    var turned = way
    for _ in 0..<doublings {
      turned = SIMD2(turned.x * turned.x - turned.y * turned.y, 2 * turned.x * turned.y)
    }
    return max(0, min(1, 0.5 + turned.y * distance / Float(1 << doublings)))
  }
}
