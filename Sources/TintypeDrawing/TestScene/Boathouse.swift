/// A hut at the left edge with its front in shade: a lit window, a lamp beside the door and a string of bulbs under the
/// roof. Small lights in the dark reveal halation and bloom.
///
///          ╱╲
///        ╱    ╲
///      ╱∘ ∘ ∘ ∘ ╲
///      │ ▦   ┌┐∘│
///      │     ││ │
struct Boathouse {
  private static let lamplight = SIMD3<Float>(1.0, 0.62, 0.26)
  private static let (eave, foot, peak): (Float, Float, Float) = (0.705, 0.93, 0.575)

  /// The s of the left and right corner of the wall. The left one may be outside the picture.
  private let (left, right): (Float, Float)
  private let lamps: [Lamp]
  private let wood = ValueNoise(seed: 103)

  private struct Lamp {
    let place: SIMD2<Float>
    let radius: Float
    let power: Float
  }

  init(at edge: Float) {
    (left, right) = (edge - 0.05, edge + 0.27)
    let wall = (left, right)
    // A sagging string is approximately a parabola.
    let bulbs = (0..<8).map { index -> Lamp in
      let t = (Float(index) + 0.5) / 8
      let sag = 4 * t * (1 - t) * 0.022
      return Lamp(
        place: SIMD2(wall.0 + (wall.1 - wall.0) * t, Self.eave + 0.008 + sag), radius: 0.0030, power: 0.00007)
    }
    lamps = bulbs + [Lamp(place: SIMD2(wall.1 - 0.020, 0.772), radius: 0.0062, power: 0.0006)]
  }

  func paint(on canvas: inout LinearCanvas) {
    let front = Panel(
      SIMD2(left, Self.eave), SIMD2((left + right) / 2, Self.peak), SIMD2(right, Self.eave), SIMD2(right, Self.foot),
      SIMD2(left, Self.foot))
    front.paint(on: &canvas) { boards($0) * (ambient($0) + lamplight(at: $0)) }
    paintDoor(on: &canvas)
    paintWindow(on: &canvas)
    paintRoof(on: &canvas)
    paintLamps(on: &canvas)
  }

  /// Weathered vertical boards, each of a different brown, with dark gaps between them.
  private func boards(_ place: SIMD2<Float>) -> SIMD3<Float> {
    let across = (place.x - left) / 0.0128
    let board = Float(Int(across))
    let edge = min(across - board, board + 1 - across)
    let fiber = wood.octaves(4, place.x * 420, place.y * 26 + board * 7)
    let brown = mix(SIMD3(0.14, 0.105, 0.080), SIMD3(0.27, 0.215, 0.170), wood(board * 3.7, 1))
    return brown * (0.45 + 0.95 * fiber) * (0.25 + 0.75 * ramp(0.0, 0.10, edge))
  }

  /// Skylight on a wall without sun, darker under the roof.
  private func ambient(_ place: SIMD2<Float>) -> SIMD3<Float> {
    let middle = (left + right) / 2
    let roof = Self.peak + (Self.eave - Self.peak) * min(1, abs(place.x - middle) / (right - middle))
    return SIMD3(0.105, 0.125, 0.17) * (0.35 + 0.65 * ramp(0, 0.07, place.y - roof))
  }

  private func lamplight(at place: SIMD2<Float>) -> SIMD3<Float> {
    var sum: Float = 0
    for lamp in lamps {
      let (x, y) = (place.x - lamp.place.x, place.y - lamp.place.y)
      // The lamp hangs in front of the wall, so its pool of light is finite in the center.
      let square = x * x + y * y + 9 * lamp.radius * lamp.radius
      sum += lamp.power * (3 * lamp.radius) / (square * square.squareRoot()) * 0.5
    }
    return Self.lamplight * sum * 6
  }

  private func paintDoor(on canvas: inout LinearCanvas) {
    let (from, to, top) = (right - 0.108, right - 0.048, Float(0.765))
    let frame = Panel(left: from - 0.005, top: top - 0.006, right: to + 0.005, bottom: Self.foot)
    frame.paint(on: &canvas) { SIMD3(0.20, 0.165, 0.13) * (ambient($0) + lamplight(at: $0)) }
    Panel(left: from, top: top, right: to, bottom: Self.foot).paint(on: &canvas) { place in
      let plank = (place.x - from) / (to - from) * 4
      let gap = abs(plank - Float(Int(plank)) - 0.5) * 2
      let green = SIMD3<Float>(0.055, 0.115, 0.105) * (1 - 0.6 * ramp(0.86, 0.98, gap))
      return green * (0.7 + 0.6 * wood.octaves(3, place.x * 300, place.y * 30))
        * (ambient(place) + lamplight(at: place))
    }
  }

  /// Four panes with a lamp behind them.
  private func paintWindow(on canvas: inout LinearCanvas) {
    let (from, to, top, bottom) = (left + 0.085, left + 0.165, Float(0.765), Float(0.832))
    let frame = Panel(left: from - 0.006, top: top - 0.006, right: to + 0.006, bottom: bottom + 0.006)
    frame.paint(on: &canvas) { SIMD3(0.24, 0.20, 0.165) * (ambient($0) + lamplight(at: $0)) }
    let bar: Float = 0.0022
    let (middle, half) = ((from + to) / 2, (top + bottom) / 2)
    for (l, r) in [(from, middle - bar), (middle + bar, to)] {
      for (t, b) in [(top, half - bar), (half + bar, bottom)] {
        Panel(left: l, top: t, right: r, bottom: b).paint(on: &canvas) { place in
          let (x, y) = (place.x - middle - 0.012, place.y - top - 0.022)
          let room = 0.55 + 0.45 * wood.octaves(2, place.x * 60, place.y * 45)
          return SIMD3(1.0, 0.56, 0.19) * (room * 0.62 + 0.00062 / (0.00038 + x * x + y * y))
        }
      }
    }
  }

  /// The gable ends of two slopes, which overhang the wall. The edge of the right one is sunlit.
  private func paintRoof(on canvas: inout LinearCanvas) {
    let ridge = SIMD2((left + right) / 2, Self.peak)
    for side: Float in [-1, 1] {
      let end = ridge + SIMD2(side * (right - left) / 2, Self.eave - Self.peak) * 1.15
      line(from: ridge, to: end, radius: 0.0062, light: SIMD3(0.015, 0.012, 0.011), on: &canvas)
      guard side > 0 else { continue }
      let up = SIMD2<Float>(0.0036, -0.0046)
      line(from: ridge + up, to: end + up, radius: 0.0009, light: SIMD3(0.70, 0.47, 0.26), on: &canvas)
    }
  }

  private func paintLamps(on canvas: inout LinearCanvas) {
    let string = lamps.dropLast().map { $0.place - SIMD2(0, 0.004) }
    for (here, there) in zip(string, string.dropFirst()) {
      line(from: here, to: there, radius: 0.0005, light: SIMD3(0.008, 0.007, 0.006), on: &canvas)
    }
    for lamp in lamps {
      line(from: lamp.place, to: lamp.place, radius: lamp.radius, light: SIMD3(1.6, 1.05, 0.46), on: &canvas)
      line(from: lamp.place, to: lamp.place, radius: lamp.radius * 0.65, light: SIMD3(4.5, 3.9, 2.7), on: &canvas)
    }
  }

  private func line(
    from start: SIMD2<Float>, to end: SIMD2<Float>, radius: Float, light: SIMD3<Float>, on canvas: inout LinearCanvas
  ) {
    let capsule = Capsule(
      start: canvas.point(start.x, start.y), end: canvas.point(end.x, end.y), startRadius: radius * canvas.unit,
      endRadius: radius * canvas.unit)
    canvas.stroke(capsule, from: light, to: light)
  }
}
