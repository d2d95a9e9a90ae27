/// Conifers along the far shore, with a gap for the light on the water.
struct Forest {
  private let growth = ValueNoise(seed: 101)

  func paint(on canvas: inout LinearCanvas) {
    var numbers = SeededNumbers(seed: 5)
    for row in 0..<3 {
      let near = Float(row) / 2
      var s = -canvas.edge - 0.02
      while s < canvas.edge + 0.02 {
        let opening = 0.25 + 0.75 * ramp(0.02, 0.34, abs(s - Sky.sun.x - 0.1))
        let soil = 0.45 + 1.1 * growth.octaves(3, s * 9, near * 3)
        let height = numbers.between(0.020, 0.060) * (0.7 + 0.5 * near) * opening * soil
        let tree = Conifer(
          s: s, foot: Hills.shore + 0.001 + 0.003 * near, height: height, near: near,
          seed: UInt64(numbers.between(0, 1_000_000)))
        tree.paint(on: &canvas)
        s += numbers.between(0.003, 0.012) * (opening < 0.5 ? 1.5 : 1)
      }
    }
  }
}

/// A spruce with whorls of branches that widen toward the ground.
private struct Conifer {
  let s: Float
  let foot: Float
  let height: Float
  let near: Float
  let seed: UInt64

  func paint(on canvas: inout LinearCanvas) {
    var numbers = SeededNumbers(seed: seed)
    let tip = foot - height
    let slant = numbers.between(0.13, 0.21)
    let shade = numbers.between(0.6, 1.25)
    let (first, last) = (canvas.row(tip), canvas.row(foot + 0.002))
    let middle = canvas.point(s, 0).x
    for row in min(first, last)..<last {
      let down = canvas.v(row) - tip
      let whorl = down * 16 / height
      let droop = 0.45 + 0.55 * (whorl - Float(Int(max(0, whorl))))
      let half = max(0, down) * slant * droop * canvas.unit
      let left = middle - half * numbers.between(0.75, 1.25)
      let right = middle + half * numbers.between(0.75, 1.25)
      paint(row, left, right, shade, on: &canvas)
    }
  }

  private func paint(_ row: Int, _ left: Float, _ right: Float, _ shade: Float, on canvas: inout LinearCanvas) {
    let columns = Int(max(0, min(Float(canvas.width), left)))..<Int(max(0, min(Float(canvas.width), right + 1)))
    let air = Sky.air(s, 0.55) * 0.8
    for column in columns {
      let x = Float(column)
      let covered = max(0, min(x + 1, right) - max(x, left))
      // The side toward the sun has a faint rim light.
      let side = (x - left) / max(0.5, right - left)
      let rim = s > Sky.sun.x ? 1 - side : side
      let needles = SIMD3<Float>(0.012, 0.021, 0.014) * shade + SIMD3<Float>(0.035, 0.026, 0.010) * rim * rim
      canvas.lay(mix(needles, air, 0.12 * (1 - near)), covered, column, row)
    }
  }
}
