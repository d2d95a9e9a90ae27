/// Balls in skin tones on a bench. Being round and lit from the side like a face, each shows its tone from light to
/// shade.
struct SkinBalls {
  /// The light skin of the color chart (`ChartPatch`), the seventh and the eighth tone of the Monk Skin Tone Scale
  /// (Monk 2019).
  private static let skins = [RGB8(194, 150, 130), RGB8(hex: 0x825C43), RGB8(hex: 0x604134)]

  private static let (seat, radius, pitch): (Float, Float, Float) = (0.928, 0.045, 0.112)

  /// The s of the left end of the bench, and the s of the center of the first ball.
  private let (left, first): (Float, Float)

  private let pores = ValueNoise(seed: 107)
  private let grain = ValueNoise(seed: 109)

  init(at left: Float) {
    (self.left, first) = (left, left + 0.080)
  }

  func paint(on canvas: inout LinearCanvas) {
    paintBench(on: &canvas)
    for (index, skin) in Self.skins.enumerated() {
      let center = SIMD2(first + Self.pitch * Float(index), Self.seat - Self.radius + 0.004)
      paint(skin.light, at: center, on: &canvas)
    }
  }

  private func paintBench(on canvas: inout LinearCanvas) {
    let right = first + Self.pitch * Float(Self.skins.count - 1) + 0.080
    for leg in [left + 0.035, right - 0.051] {
      Panel(left: leg, top: Self.seat, right: leg + 0.016, bottom: 1).paint(on: &canvas) { place in
        SIMD3(0.030, 0.025, 0.020) * (0.6 + 0.8 * grain.octaves(3, place.x * 200, place.y * 30))
      }
    }
    Panel(left: left, top: Self.seat, right: right, bottom: Self.seat + 0.016).paint(on: &canvas) { place in
      let fiber = 0.5 + grain.octaves(4, place.x * 22, place.y * 500)
      // The upper face gets skylight, the edge below it does not.
      let top = 1 - ramp(Self.seat + 0.0062, Self.seat + 0.0072, place.y)
      return mix(SIMD3(0.040, 0.032, 0.026), SIMD3(0.23, 0.19, 0.155), top) * fiber * (1 - 0.55 * shade(place) * top)
    }
  }

  /// The shadow of a ball on the bench.
  private func shade(_ place: SIMD2<Float>) -> Float {
    var most: Float = 0
    for index in Self.skins.indices {
      let away = (place.x - first - 0.010 - Self.pitch * Float(index)) / 0.034
      most = max(most, 1 / (1 + away * away * away * away))
    }
    return most
  }

  private func paint(_ skin: SIMD3<Float>, at center: SIMD2<Float>, on canvas: inout LinearCanvas) {
    let middle = canvas.point(center.x, center.y)
    let size = Self.radius * canvas.unit
    canvas.fill(Capsule(start: middle, end: middle, startRadius: size, endRadius: size)) { point in
      let (across, down) = ((point.x - middle.x) / size, (point.y - middle.y) / size)
      let toward = max(0, 1 - across * across - down * down).squareRoot()
      return light(skin, SIMD3(across, down, toward))
    }
  }

  /// The reflected light of a point of the ball with a surface normal (right, down, toward the viewer).
  private func light(_ skin: SIMD3<Float>, _ facing: SIMD3<Float>) -> SIMD3<Float> {
    let key = SIMD3<Float>(-0.62, -0.50, 0.605)
    let lean = facing.x * key.x + facing.y * key.y + facing.z * key.z
    // Subsurface scattering: red light travels farthest in skin, so it extends farthest into the shade.
    let wrap = SIMD3<Float>(0.34, 0.20, 0.15)
    let around = SIMD3(repeating: lean) + wrap
    let lit = pointwiseMax(.zero, around / (wrap + 1))
    let sky = SIMD3<Float>(0.11, 0.135, 0.18) * (0.6 - 0.4 * facing.y)
    let grass = SIMD3<Float>(0.085, 0.095, 0.035) * max(0, facing.y)
    let texture = 0.965 + 0.07 * pores.octaves(3, facing.x * 26 + 9, facing.y * 26)
    let body = skin * (lit * SIMD3(1.06, 0.99, 0.90) + sky + grass) * texture
    // A specular sheen around the light, and a rim light of the low sun at the upper left.
    let half = max(0, facing.x * -0.34 + facing.y * -0.28 + facing.z * 0.897)
    let (square, edge) = (half * half, 1 - facing.z)
    let sheen = square * square * square * square * square * square * square * 0.030
    let behind = edge * edge * edge * ramp(0.15, 0.9, -facing.y - facing.x * 0.2) * 0.75
    return body + SIMD3(repeating: sheen) + SIMD3(1.0, 0.72, 0.42) * mix(skin, SIMD3(repeating: 1), 0.3) * behind
  }
}
