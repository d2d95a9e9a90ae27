/// A flat part of a building: a convex polygon in scene coordinates, clockwise in the picture.
struct Panel {
  let corners: [SIMD2<Float>]

  init(_ corners: SIMD2<Float>...) { self.corners = corners }

  /// An axis-aligned rectangle.
  init(left: Float, top: Float, right: Float, bottom: Float) {
    corners = [SIMD2(left, top), SIMD2(right, top), SIMD2(right, bottom), SIMD2(left, bottom)]
  }

  /// Fills the polygon with the light of each point.
  func paint(on canvas: inout LinearCanvas, _ light: (SIMD2<Float>) -> SIMD3<Float>) {
    let points = corners.map { canvas.point($0.x, $0.y) }
    let area = bounds(of: points, on: canvas)
    for row in area.rows {
      for column in area.columns {
        let covered = coverage(SIMD2(Float(column) + 0.5, Float(row) + 0.5), of: points)
        if covered > 0 { canvas.lay(light(SIMD2(canvas.s(column), canvas.v(row))), covered, column, row) }
      }
    }
  }

  /// The coverage of the pixel around a point, from the distance to the nearest edge.
  private func coverage(_ point: SIMD2<Float>, of points: [SIMD2<Float>]) -> Float {
    var covered: Float = 1
    for (index, start) in points.enumerated() {
      let way = points[(index + 1) % points.count] - start
      let offset = point - start
      let length = max(1e-6, (way.x * way.x + way.y * way.y).squareRoot())
      covered = min(covered, (way.x * offset.y - way.y * offset.x) / length + 0.5)
    }
    return covered
  }

  private func bounds(of points: [SIMD2<Float>], on canvas: LinearCanvas) -> Rectangle {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let left = Int(max(0, min(Float(canvas.width), (xs.min() ?? 0) - 1)))
    let right = Int(max(0, min(Float(canvas.width), (xs.max() ?? 0) + 2)))
    let top = Int(max(0, min(Float(canvas.height), (ys.min() ?? 0) - 1)))
    let bottom = Int(max(0, min(Float(canvas.height), (ys.max() ?? 0) + 2)))
    return Rectangle(left: left, top: top, width: right - left, height: bottom - top)
  }
}
