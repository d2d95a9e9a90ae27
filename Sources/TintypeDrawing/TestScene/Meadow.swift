/// The near bank: dark earth, backlit grass and a few flowers.
struct Meadow {
  private let earth = ValueNoise(seed: 97)

  func paint(on canvas: inout LinearCanvas) {
    paintEarth(on: &canvas)
    var numbers = SeededNumbers(seed: 29)
    let rows = 15
    for row in 0..<rows {
      // Grass in front of the bench hides its feet.
      if row == 7 { SkinBalls(at: 0.325 - canvas.edge).paint(on: &canvas) }
      let near = Float(row) / Float(rows - 1)
      let blades = Int(canvas.edge * 2 * (430 - 190 * near))
      for _ in 0..<blades { blade(near, &numbers, on: &canvas) }
      let flowers = row > 2 && row < 12 ? Int(canvas.edge * 26) : 0
      for _ in 0..<flowers { flower(near, &numbers, on: &canvas) }
    }
  }

  /// The v of the upper edge of the bank, low in the middle so that the water is visible.
  static func bank(_ s: Float) -> Float {
    0.905 - 0.055 * ramp(0.15, 0.9, abs(s + 0.12)) - 0.035 * ramp(0.3, 0.9, s)
  }

  private func paintEarth(on canvas: inout LinearCanvas) {
    for column in 0..<canvas.width {
      let s = canvas.s(column)
      let top = Self.bank(s) + 0.012 * (earth.octaves(5, s * 18, 0) - 0.5)
      for row in canvas.row(top)..<canvas.height {
        let v = canvas.v(row)
        let grain = earth.octaves(5, s * 60, v * 90)
        let light = SIMD3<Float>(0.020, 0.022, 0.010) * (0.3 + 1.4 * grain) * (1 - 0.6 * ramp(0.86, 1, v))
        canvas.lay(light, min(1, max(0, (v - top) * canvas.unit + 0.5)), column, row)
      }
    }
  }

  private func blade(_ near: Float, _ numbers: inout SeededNumbers, on canvas: inout LinearCanvas) {
    let s = numbers.between(-canvas.edge - 0.05, canvas.edge + 0.05)
    let foot = Self.bank(s) + 0.008 + near * 0.14 + numbers.between(0, 0.012)
    let clump = 0.55 + 0.9 * earth(s * 7 + near * 5, near * 9)
    let height = (0.026 + 0.075 * near) * clump * numbers.between(0.5, 1.25)
    let lean = height * (numbers.between(-0.28, 0.34) + 0.10)
    let radius = (0.00055 + 0.0011 * near) * numbers.between(0.7, 1.3)
    let against = 1 / (1 + (s - Sky.sun.x) * (s - Sky.sun.x) * 5)
    let tint = numbers.between(0, 1)
    let tip = mix(SIMD3(0.070, 0.095, 0.016), SIMD3(0.30, 0.22, 0.060), tint * tint) * (0.22 + 1.25 * against)
    let root = SIMD3<Float>(0.009, 0.014, 0.006)
    let shade = ramp(0.30, 0.68, earth.octaves(3, s * 4.5 + 31, near * 4))
    let dim = (1 - 0.55 * near) * (0.35 + 0.9 * shade)
    Stem(s: s, v: foot, height: height, lean: lean, radius: radius).paint(root, tip * dim, on: &canvas)
  }

  private func flower(_ near: Float, _ numbers: inout SeededNumbers, on canvas: inout LinearCanvas) {
    let s = numbers.between(-canvas.edge, canvas.edge)
    let patch = earth(s * 3 + 20, near * 2)
    let foot = Self.bank(s) + 0.012 + near * 0.13
    let height = (0.03 + 0.06 * near) * numbers.between(0.8, 1.3)
    let lean = height * numbers.between(-0.2, 0.3)
    let (kind, size, turn) = (numbers.between(0, 1), numbers.between(0.8, 1.25), numbers.between(-1, 1))
    guard patch > 0.46 else { return }
    let radius = (0.0012 + 0.0026 * near) * size
    let stem = Stem(s: s, v: foot, height: height, lean: lean, radius: radius * 0.16)
    stem.paint(SIMD3(0.01, 0.016, 0.006), SIMD3(0.06, 0.08, 0.02), on: &canvas)
    let petals = Self.petals(kind)
    let head = canvas.point(s + lean, foot - height)
    // Three petals open upward; the middle one is in front.
    for side: Float in [-0.85, 0.85, 0.1] {
      let way = SIMD2<Float>(side + 0.3 * turn, -0.95) * radius * canvas.unit
      let pen = radius * canvas.unit
      let petal = Capsule(start: head, end: head + way, startRadius: pen * 0.3, endRadius: pen * 0.85)
      canvas.stroke(petal, from: petals * 0.25, to: petals * (1.05 - 0.3 * abs(side)))
    }
  }

  /// Mostly poppies, some cornflowers and buttercups: saturated colors, which films render differently.
  private static func petals(_ kind: Float) -> SIMD3<Float> {
    if kind < 0.62 { return SIMD3(0.72, 0.045, 0.022) }
    return kind < 0.82 ? SIMD3(0.82, 0.56, 0.03) : SIMD3(0.10, 0.13, 0.62)
  }
}

/// A thin stalk, bent more toward its tip.
struct Stem {
  let s: Float
  let v: Float
  let height: Float
  let lean: Float
  let radius: Float

  func paint(_ root: SIMD3<Float>, _ tip: SIMD3<Float>, on canvas: inout LinearCanvas) {
    let pieces = 6
    let pen = radius * canvas.unit
    for piece in 0..<pieces {
      let (from, to) = (Float(piece) / Float(pieces), Float(piece + 1) / Float(pieces))
      let capsule = Capsule(
        start: point(from, canvas), end: point(to, canvas), startRadius: pen * (1 - 0.85 * from),
        endRadius: pen * (1 - 0.85 * to))
      canvas.stroke(capsule, from: mix(root, tip, from), to: mix(root, tip, to))
    }
  }

  private func point(_ t: Float, _ canvas: LinearCanvas) -> SIMD2<Float> {
    canvas.point(s + lean * t * t, v - height * t)
  }
}
