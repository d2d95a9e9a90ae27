/// A picture in linear light, painted from far to near.
///
/// Scene coordinates do not depend on the size in pixels. `s` points right and is 0 in the middle; `v` points down and
/// is 0 at the upper edge. Both are in units of the picture's height.
struct LinearCanvas {
  let width: Int
  let height: Int
  var pixels: [SIMD3<Float>]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [SIMD3<Float>](repeating: .zero, count: width * height)
  }

  /// Pixels per scene unit.
  var unit: Float { Float(height) }

  /// The s of the right edge; the left edge is at `-edge`.
  var edge: Float { Float(width) / Float(height) / 2 }

  func s(_ column: Int) -> Float { (Float(column) + 0.5 - Float(width) / 2) / unit }

  func v(_ row: Int) -> Float { (Float(row) + 0.5) / unit }

  /// Converts scene coordinates to pixels.
  func point(_ s: Float, _ v: Float) -> SIMD2<Float> { SIMD2(s * unit + Float(width) / 2, v * unit) }

  /// The row that contains `v`, clamped to the picture.
  func row(_ v: Float) -> Int { Int(max(0, min(Float(height), v * unit))) }

  /// Blends light over a pixel.
  mutating func lay(_ light: SIMD3<Float>, _ alpha: Float, _ column: Int, _ row: Int) {
    let index = row * width + column
    pixels[index] += (light - pixels[index]) * alpha
  }

  /// Blends light over what a stroke covers; `light` gets the center of each pixel.
  mutating func fill(_ capsule: Capsule, _ light: (SIMD2<Float>) -> SIMD3<Float>) {
    let area = capsule.pixels(inside: Rectangle(left: 0, top: 0, width: width, height: height))
    for row in area.rows {
      for column in area.columns {
        let point = SIMD2(Float(column) + 0.5, Float(row) + 0.5)
        let covered = capsule.coverage(point.x, point.y)
        if covered > 0 { lay(light(point), covered, column, row) }
      }
    }
  }

  /// Draws a stroke with a gradient of light along it.
  mutating func stroke(_ capsule: Capsule, from start: SIMD3<Float>, to end: SIMD3<Float>) {
    let along = capsule.end - capsule.start
    let length = max(1e-6, along.x * along.x + along.y * along.y)
    fill(capsule) { point in
      let t = ((point.x - capsule.start.x) * along.x + (point.y - capsule.start.y) * along.y) / length
      return start + (end - start) * max(0, min(1, t))
    }
  }

  /// The bilinearly interpolated light at a point, clamped to the border.
  func light(_ s: Float, _ v: Float) -> SIMD3<Float> {
    let point = point(s, v)
    let x = max(0, min(Float(width) - 1.001, point.x - 0.5))
    let y = max(0, min(Float(height) - 1.001, point.y - 0.5))
    let (column, row) = (Int(x), Int(y))
    let (right, below) = (min(column + 1, width - 1), min(row + 1, height - 1))
    let (u, w) = (x - Float(column), y - Float(row))
    let above = pixels[row * width + column] * (1 - u) + pixels[row * width + right] * u
    let under = pixels[below * width + column] * (1 - u) + pixels[below * width + right] * u
    return above + (under - above) * w
  }
}

/// Linear interpolation by `t` from 0 to 1.
func mix(_ from: SIMD3<Float>, _ to: SIMD3<Float>, _ t: Float) -> SIMD3<Float> { from + (to - from) * t }

/// A smooth step: 0 below `low`, 1 above `high`.
func ramp(_ low: Float, _ high: Float, _ value: Float) -> Float {
  let t = max(0, min(1, (value - low) / (high - low)))
  return t * t * (3 - 2 * t)
}
