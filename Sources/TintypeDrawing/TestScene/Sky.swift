/// A morning sky: blue above, warm toward the sun, with broken clouds lit from the side of the sun.
struct Sky {
  static let horizon: Float = 0.56
  static let sun = SIMD2<Float>(-0.27, 0.345)

  private let clouds = ValueNoise(seed: 11)
  private let veil = ValueNoise(seed: 17)

  func paint(on canvas: inout LinearCanvas) {
    for row in 0..<canvas.row(Self.horizon + 0.02) {
      let v = canvas.v(row)
      for column in 0..<canvas.width { canvas.pixels[row * canvas.width + column] = light(canvas.s(column), v) }
    }
  }

  /// The sky with its clouds and the sun.
  private func light(_ s: Float, _ v: Float) -> SIMD3<Float> {
    let height = max(0, Self.horizon - v) / Self.horizon
    let glow = Self.glow(s, v)
    let air = Self.air(s, v)
    let cloud = cloud(s, height)
    let shade = mix(air, SIMD3(0.20, 0.22, 0.31), 0.55)
    let bright = SIMD3<Float>(1.0, 0.86, 0.72) * 0.72 + SIMD3<Float>(1.0, 0.66, 0.36) * glow * 1.1
    let body = mix(shade, bright, cloud.lit)
    // Thin cloud transmits the sun, so the rim of a cloud is brighter than its middle.
    let through = Self.disc(s, v) * (1 - cloud.cover * 0.7)
    return mix(air, body, cloud.cover) + SIMD3(1.0, 0.86, 0.62) * through
  }

  /// The color of clear air, also used for haze.
  static func air(_ s: Float, _ v: Float) -> SIMD3<Float> {
    let height = max(0, horizon - v) / horizon
    let away = s - sun.x
    let warmth = 1 / (1 + away * away * 2.2)
    let low = mix(SIMD3(0.50, 0.47, 0.50), SIMD3(0.98, 0.62, 0.34), warmth)
    let middle = mix(SIMD3(0.21, 0.34, 0.54), SIMD3(0.44, 0.46, 0.52), warmth)
    let lower = mix(low, middle, ramp(0, 0.5, height))
    let clear = mix(lower, SIMD3(0.055, 0.125, 0.30), ramp(0.25, 1.1, height))
    return clear + SIMD3(1.0, 0.62, 0.28) * glow(s, v) * 0.5
  }

  /// The broad glow around the sun.
  private static func glow(_ s: Float, _ v: Float) -> Float {
    let (x, y) = (s - sun.x, (v - sun.y) * 1.25)
    return 0.02 / (0.02 + x * x + y * y)
  }

  /// The disc of the sun with its lens halo.
  private static func disc(_ s: Float, _ v: Float) -> Float {
    let (x, y) = (s - sun.x, v - sun.y)
    let square = x * x + y * y
    let halo = 0.0009 / (0.0009 + square)
    return 7 * (1 - ramp(0.00036, 0.00046, square)) + 1.1 * halo
  }

  /// The cloud cover and its lighting by the sun. Clouds are on a plane above, so they crowd toward the horizon.
  private func cloud(_ s: Float, _ height: Float) -> (cover: Float, lit: Float) {
    let distance = 1 / (height + 0.2)
    let (x, y) = ((s + 1.35) * distance * 1.9, distance * 2.1)
    let bend = veil(x * 0.9, y * 0.9) * 0.55
    let here = clouds.octaves(7, x + bend, y + bend * 0.5)
    let bank = veil.octaves(2, x * 0.4 + 9, y * 0.4)
    let cover = ramp(0.445, 0.70, here + 0.38 * (bank - 0.5)) * ramp(0.0, 0.16, height)
    guard cover > 0 else { return (0, 0) }
    // Sample toward the sun: where the cloud is thinner there, light comes in.
    let toward = max(-0.18, min(0.18, (Self.sun.x - s) * 0.6))
    let there = clouds.octaves(5, x + bend + toward, y + bend * 0.5 + 0.16)
    let lit = ramp(-0.14, 0.24, here - there + (1 - cover) * 0.14)
    return (cover * 0.94, lit)
  }
}
