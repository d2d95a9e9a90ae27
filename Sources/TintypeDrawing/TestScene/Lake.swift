/// Water that mirrors what was painted above its shore. Ripples widen toward the viewer.
struct Lake {
  private let ripples = ValueNoise(seed: 83)
  private let breeze = ValueNoise(seed: 89)

  func paint(on canvas: inout LinearCanvas) {
    let first = canvas.row(Hills.shore + 0.003)
    for row in first..<canvas.height {
      let depth = max(0, canvas.v(row) - Hills.shore)
      for column in 0..<canvas.width {
        canvas.pixels[row * canvas.width + column] = light(canvas.s(column), depth, canvas)
      }
    }
  }

  private func light(_ s: Float, _ depth: Float, _ canvas: LinearCanvas) -> SIMD3<Float> {
    // Perspective of a flat lake: distant waves are closer together.
    let distance = 1 / (depth + 0.035)
    let (x, y) = (s * distance * 1.5, distance * 5)
    let wind = ramp(0.42, 0.72, breeze.octaves(3, s * distance * 0.22 + 4, distance * 0.55))
    let wave = ripples.octaves(4, x * 2.2, y * 2.2) - 0.5
    let swell = ripples(x * 0.6 + 50, y * 0.9) - 0.5
    let tilt = wave * (0.5 + 1.3 * wind) + swell * 0.35
    let calm = mirrored(s + tilt * 0.012, depth + tilt * (0.016 + depth * 0.24), wind, canvas)
    let grazing = 0.90 - 0.55 * ramp(0, 0.36, depth)
    let deep = SIMD3<Float>(0.012, 0.028, 0.036)
    return mix(deep, calm, grazing - 0.08 * wind) + glitter(s, depth, tilt)
  }

  private func mirrored(_ s: Float, _ depth: Float, _ wind: Float, _ canvas: LinearCanvas) -> SIMD3<Float> {
    let up = max(0.002, depth) * 1.25
    let blur = 0.004 + depth * 0.03 + wind * 0.012
    let sum =
      canvas.light(s, Hills.shore - up) + canvas.light(s, Hills.shore - up - blur)
      + canvas.light(s, Hills.shore - max(0.002, up - blur))
    return sum / 3
  }

  /// The glitter path of the sun: sparks where a wave has the right slope.
  private func glitter(_ s: Float, _ depth: Float, _ tilt: Float) -> SIMD3<Float> {
    let width = 0.018 + depth * 0.16
    let away = (s - Sky.sun.x) / width
    let path = 1 / (1 + away * away * away * away)
    return SIMD3(1.0, 0.70, 0.38) * path * (0.10 + 1.5 * ramp(0.10, 0.34, tilt))
  }
}
