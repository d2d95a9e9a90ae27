/// The tree that frames the view at the right edge: bark in shadow, leaves dark or translucent against the light.
struct ShadeTree {
  private var numbers = SeededNumbers(seed: 1859)
  private var ribs: [(rib: Capsule, light: SIMD3<Float>)] = []
  private var leaves: [(place: SIMD2<Float>, size: Float)] = []

  mutating func paint(on canvas: inout LinearCanvas) {
    let s = canvas.edge - 0.13
    let foot = SIMD2(s, Meadow.bank(s) + 0.07)
    grow(from: foot, along: SIMD2(-0.006, -0.19), radius: 0.021, level: 0, on: &canvas)
    for (rib, light) in ribs { canvas.stroke(rib, from: light, to: light * 0.7) }
    for leaf in leaves { paint(leaf.place, leaf.size, on: &canvas) }
  }

  private mutating func grow(
    from start: SIMD2<Float>, along way: SIMD2<Float>, radius: Float, level: Int, on canvas: inout LinearCanvas
  ) {
    let bend = SIMD2(-way.y, way.x) * numbers.between(-0.1, 0.1) * min(1, Float(level + 1) / 3)
    let middle = start + way * 0.5 + bend
    let end = start + way
    bough(start, middle, radius, radius * 0.86, on: &canvas)
    bough(middle, end, radius * 0.86, radius * 0.72, on: &canvas)
    if level >= 3 { hang(around: middle, way) }
    guard level < 7 else { return hang(around: end, way) }
    let leader = turned(way, numbers.between(-0.13, 0.10)) * 0.85
    grow(from: end, along: leader, radius: radius * 0.72, level: level + 1, on: &canvas)
    let side: Float = numbers.between(0, 1) < 0.56 ? -1 : 1
    let branch = turned(way, side * numbers.between(0.22, 0.44)) * numbers.between(0.62, 0.82)
    grow(from: end, along: branch, radius: radius * 0.52, level: level + 1, on: &canvas)
    guard level > 1, level < 6 else { return }
    let twig = turned(way, -side * numbers.between(0.25, 0.5)) * 0.6
    grow(from: middle, along: twig, radius: radius * 0.4, level: level + 2, on: &canvas)
  }

  /// Rotates a vector by 2 atan(t), without a sine or cosine from a library.
  private func turned(_ way: SIMD2<Float>, _ t: Float) -> SIMD2<Float> {
    let square = t * t
    let (cosine, sine) = ((1 - square) / (1 + square), 2 * t / (1 + square))
    return SIMD2(way.x * cosine - way.y * sine, way.x * sine + way.y * cosine)
  }

  private mutating func bough(
    _ from: SIMD2<Float>, _ to: SIMD2<Float>, _ start: Float, _ end: Float, on canvas: inout LinearCanvas
  ) {
    let capsule = Capsule(
      start: canvas.point(from.x, from.y), end: canvas.point(to.x, to.y), startRadius: start * canvas.unit,
      endRadius: end * canvas.unit)
    canvas.stroke(capsule, from: SIMD3(0.010, 0.008, 0.006), to: SIMD3(0.013, 0.010, 0.007))
    // Bark is painted after all boughs: the round end of the next bough would cover it.
    for _ in 0..<(start > 0.004 ? 44 : 3) { bark(along: capsule) }
  }

  /// A rib of bark. The sun grazes the left side, so ribs darken toward the right.
  private mutating func bark(along bough: Capsule) {
    let side = numbers.between(-0.9, 0.9)
    let first = numbers.between(0, 0.8)
    let last = min(1, first + numbers.between(0.1, 0.45))
    let away = 0.5 - 0.5 * side
    let light = SIMD3<Float>(0.110, 0.066, 0.034) * (0.05 + away * away * away) * numbers.between(0.25, 1.1)
    let way = bough.end - bough.start
    let width = bough.startRadius * numbers.between(0.03, 0.08)
    let rib = Capsule(
      start: bough.start + way * first + SIMD2(side * bough.startRadius, 0),
      end: bough.start + way * last + SIMD2(side * bough.endRadius, 0), startRadius: width, endRadius: width * 0.4)
    ribs.append((rib, light))
  }

  private mutating func hang(around place: SIMD2<Float>, _ way: SIMD2<Float>) {
    for _ in 0..<34 {
      let (x, y) = (numbers.between(-1, 1), numbers.between(-1, 1))
      leaves.append((place + SIMD2(x * abs(x), y * abs(y)) * 0.05 + way * 0.2, numbers.between(0.0022, 0.0050)))
    }
  }

  private mutating func paint(_ place: SIMD2<Float>, _ size: Float, on canvas: inout LinearCanvas) {
    let way = SIMD2<Float>(numbers.between(-1, 1), numbers.between(-0.2, 1)) * size
    let glow = numbers.between(0, 1)
    let thin = mix(SIMD3(0.014, 0.024, 0.008), SIMD3(0.19, 0.20, 0.025), glow * glow * glow)
    let light = thin * numbers.between(0.6, 1.3)
    let middle = canvas.point(place.x, place.y)
    let pen = size * canvas.unit
    let blade = Capsule(
      start: middle, end: middle + way * canvas.unit, startRadius: pen * 0.5, endRadius: pen * 0.12)
    canvas.stroke(blade, from: light * 0.8, to: light)
  }
}
