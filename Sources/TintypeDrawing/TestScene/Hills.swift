/// Ranges of hills one behind another, the far ones pale with aerial haze.
struct Hills {
  /// The v of the shoreline.
  static let shore: Float = 0.585

  private struct Range {
    let noise: ValueNoise
    let crest: Float
    let rise: Float
    let spread: Float
    let haze: Float
    let ground: SIMD3<Float>
    let snow: Bool
  }

  private let ranges = [
    Range(
      noise: ValueNoise(seed: 71), crest: 0.475, rise: 0.29, spread: 2.1, haze: 0.36,
      ground: SIMD3(0.115, 0.125, 0.16), snow: true),
    Range(
      noise: ValueNoise(seed: 37), crest: 0.515, rise: 0.13, spread: 2.6, haze: 0.46,
      ground: SIMD3(0.07, 0.085, 0.10), snow: false),
    Range(
      noise: ValueNoise(seed: 41), crest: 0.545, rise: 0.10, spread: 2.3, haze: 0.27,
      ground: SIMD3(0.040, 0.056, 0.050), snow: false),
    Range(
      noise: ValueNoise(seed: 47), crest: 0.570, rise: 0.065, spread: 2.9, haze: 0.13,
      ground: SIMD3(0.024, 0.036, 0.024), snow: false),
  ]

  private let slopes = ValueNoise(seed: 59)

  func paint(on canvas: inout LinearCanvas) {
    for range in ranges {
      for column in 0..<canvas.width { paint(range, column, on: &canvas) }
    }
  }

  private func paint(_ range: Range, _ column: Int, on canvas: inout LinearCanvas) {
    let s = canvas.s(column)
    let top = crest(range, s)
    let bottom = canvas.row(Self.shore + 0.004)
    for row in min(bottom, canvas.row(top))..<bottom {
      let v = canvas.v(row)
      let covered = min(1, max(0, (v - top) * canvas.unit + 0.5))
      canvas.lay(light(range, s, v, below: v - top), covered, column, row)
    }
  }

  private func crest(_ range: Range, _ s: Float) -> Float {
    let shape = range.noise.ridges(range.snow ? 9 : 7, s * range.spread + 3.1, 0.5)
    // The massif is on the right, lit by the sun from the side.
    let place = s - 0.30
    let weight = range.snow ? 0.22 + 0.9 / (1 + place * place * 9) : 0.62 + 0.3 * min(1, abs(s - Sky.sun.x))
    // Near ranges are wooded: treetops roughen their crest.
    let fringe = range.haze < 0.3 ? 0.0045 * range.noise.octaves(3, s * 330, 7) : 0
    return range.crest - range.rise * shape * weight - fringe
  }

  private func light(_ range: Range, _ s: Float, _ v: Float, below: Float) -> SIMD3<Float> {
    let relief = relief(range, s, v)
    var ground = range.ground * (0.55 + 0.9 * relief)
    if range.snow { ground = mix(ground, snow(relief), cover(s, v)) }
    let warm = SIMD3<Float>(1.12, 0.98, 0.82)
    let air = Sky.air(s, max(v, 0.47)) * 0.86
    // Mist at the foot of each range.
    let mist = ramp(-0.10, 0.02, v - Self.shore) * 0.42 * min(1, range.haze / 0.4)
    return mix(ground * warm, air, min(0.92, range.haze + mist))
  }

  /// Sunlit snow is warm; snow in shade reflects the blue of the sky.
  private func snow(_ relief: Float) -> SIMD3<Float> {
    mix(SIMD3(0.20, 0.25, 0.40), SIMD3(1.05, 0.86, 0.66), ramp(0.35, 0.68, relief))
  }

  private func cover(_ s: Float, _ v: Float) -> Float {
    let line: Float = 0.425 + 0.07 * (slopes.octaves(5, s * 14, v * 22) - 0.5)
    let steep = slopes.ridges(5, s * 26 + v * 9, v * 16)
    return (1 - ramp(line - 0.06, line + 0.012, v)) * ramp(0.10, 0.36, steep + 0.15)
  }

  /// The exposure of a slope to the sun: how steeply it falls toward the left.
  private func relief(_ range: Range, _ s: Float, _ v: Float) -> Float {
    let scale = range.spread * 2.6
    let lean = (v - range.crest) * 1.7
    let here = range.noise.ridges(6, s * scale + lean, v * scale * 1.3)
    let left = range.noise.ridges(6, (s - 0.012) * scale + lean, (v - 0.004) * scale * 1.3)
    return max(0, min(1, 0.5 + (here - left) * 3.2))
  }
}
