/// The picture that the project draws where there is no photo: a lake at evening, and the instruments of a colourist along
/// its lower edge.
///
/// It has what shows a film: a bright sun, clouds, haze, deep shadows, fine texture, a colour chart, a gray ramp, and hues.
public struct TestScene: Sendable {
  /// Pixels of a row, at least 64.
  public let width: Int

  /// Rows, at least 48.
  public let height: Int

  /// A scene of a size.
  public init(width: Int, height: Int) {
    precondition(width >= 64 && height >= 48, "a scene is at least 64 x 48")
    self.width = width
    self.height = height
  }

  /// Draws the scene.
  public func drawn() -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    let landscape = Landscape(aspect: Float(width) / Float(landscapeHeight))
    for y in 0..<landscapeHeight {
      for x in 0..<width {
        let place = SIMD2((Float(x) + 0.5) / Float(landscapeHeight), (Float(y) + 0.5) / Float(landscapeHeight))
        bitmap[x, y] = RGB8(light: landscape.light(at: place))
      }
    }
    ColorChart(scene: self).draw(on: &bitmap)
    return bitmap
  }

  /// The share of the height that the landscape has.
  var landscapeHeight: Int { height * 5 / 6 }
}

/// The evening above the instruments. Places are in units of its height, y down.
private struct Landscape {
  let aspect: Float
  private let clouds = ValueNoise(seed: 11)
  private let ridges = ValueNoise(seed: 23)
  private let ripples = ValueNoise(seed: 31)
  private let leaves = ValueNoise(seed: 47)
  private let horizon: Float = 0.58

  init(aspect: Float) { self.aspect = aspect }

  private var sun: SIMD2<Float> { SIMD2(aspect * 0.68, 0.42) }

  func light(at p: SIMD2<Float>) -> SIMD3<Float> {
    let ground = foregroundEdge(p.x)
    if p.y > ground { return foreground(p, depth: p.y - ground) }
    if p.y < horizon { return far(p) }
    return lake(p)
  }

  /// Sky and hills.
  private func far(_ p: SIMD2<Float>) -> SIMD3<Float> {
    var color = sky(p)
    for layer in 0..<4 {
      let near = Float(layer) / 3
      let crest = horizon - 0.17 + 0.12 * near - (0.16 - 0.07 * near) * ridge(p.x, layer)
      guard p.y > crest else { continue }
      let haze = SIMD3<Float>(0.62, 0.46, 0.36) * (0.75 + 0.5 * glow(p))
      let slope = SIMD3<Float>(0.020, 0.034, 0.030) * (0.7 + 0.8 * leaves.octaves(3, p.x * 60, p.y * 90))
      let clear = 0.12 + 0.85 * near
      color = mix(haze, slope, clear * (1 - 0.5 * smoothstep(0, 0.12, p.y - crest) * (1 - near)))
    }
    return color
  }

  private func ridge(_ x: Float, _ layer: Int) -> Float {
    ridges.octaves(5, x * (1.6 + 0.9 * Float(layer)) + 7 * Float(layer), Float(layer) * 3.1)
  }

  private func sky(_ p: SIMD2<Float>) -> SIMD3<Float> {
    let height = min(1, p.y / horizon)
    var color = mix(SIMD3(0.075, 0.17, 0.40), SIMD3(0.78, 0.56, 0.38), smoothstep(0, 1, height))
    let density = clouds.octaves(6, p.x * 2.1 + 3, p.y * 6.5)
    let cover = smoothstep(0.5, 0.78, density) * (1 - 0.6 * height)
    let lit = SIMD3<Float>(0.95, 0.72, 0.55) * (0.55 + 0.9 * glow(p))
    color = mix(color, lit, cover * 0.85)
    color += SIMD3(1.25, 0.85, 0.45) * glow(p)
    let disc = distance(p, sun)
    return color + SIMD3(repeating: 3) * (1 - smoothstep(0.022, 0.030, disc))
  }

  /// How much the sun brightens the air, 1 at the sun.
  private func glow(_ p: SIMD2<Float>) -> Float {
    let d = distance(p, sun)
    return 1 / (1 + 22 * d + 90 * d * d)
  }

  /// The far shore upside down, broken by ripples that grow towards the viewer.
  private func lake(_ p: SIMD2<Float>) -> SIMD3<Float> {
    let depth = p.y - horizon
    let wave = ripples.octaves(4, p.x * 9 / (0.25 + depth * 2), 260 * depth / (0.12 + depth)) - 0.5
    let mirrored = SIMD2(p.x + wave * 0.02, max(0.001, horizon - depth * 1.1 + wave * (0.03 + 0.22 * depth)))
    let water = SIMD3<Float>(0.012, 0.030, 0.040)
    let reflected = far(mirrored) * (0.62 - 0.25 * depth)
    let sparkle = smoothstep(0.17, 0.26, wave) * glow(SIMD2(p.x, sun.y + 0.12)) * 3.2
    return water + reflected + SIMD3(1.1, 0.85, 0.55) * sparkle
  }

  private func foregroundEdge(_ x: Float) -> Float {
    0.86 - 0.07 * ridges.octaves(5, x * 3.2, 40) - 0.05 * leaves(x * 140, 3) * leaves(x * 23, 8)
      + 0.12 * smoothstep(0.25 * aspect, 0.75 * aspect, x) * (1 - smoothstep(0.75 * aspect, aspect, x))
  }

  /// Dark growth with rim light and a few flowers.
  private func foreground(_ p: SIMD2<Float>, depth: Float) -> SIMD3<Float> {
    let texture = leaves.octaves(5, p.x * 55, p.y * 38)
    let blades = leaves.octaves(3, p.x * 260, p.y * 30)
    let dark = SIMD3<Float>(0.006, 0.010, 0.005)
    let green = SIMD3<Float>(0.050, 0.085, 0.018) * (texture * texture * 1.6 + 0.35 * blades)
    let rim = SIMD3<Float>(0.42, 0.27, 0.10) * (1 - smoothstep(0, 0.02, depth)) * blades * glow(SIMD2(p.x, sun.y)) * 4
    var color = dark + green * (0.35 + 0.65 * smoothstep(0, 0.1, depth)) + rim
    let petals = leaves(p.x * 70 + 5, p.y * 80 + 1)
    if petals > 0.95 {
      let hue = leaves(p.x * 4, p.y * 4 + 60)
      let flower =
        hue < 0.4 ? SIMD3<Float>(0.70, 0.08, 0.05) : hue < 0.6 ? SIMD3(0.80, 0.55, 0.05) : SIMD3(0.45, 0.40, 0.62)
      color = mix(color, flower * 0.8, smoothstep(0.95, 0.97, petals))
    }
    return color
  }

  private func mix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ t: Float) -> SIMD3<Float> { a * (1 - t) + b * t }

  private func smoothstep(_ low: Float, _ high: Float, _ x: Float) -> Float {
    let t = min(1, max(0, (x - low) / (high - low)))
    return t * t * (3 - 2 * t)
  }

  private func distance(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float {
    let d = a - b
    return (d.x * d.x + d.y * d.y).squareRoot()
  }
}
