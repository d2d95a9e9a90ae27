/// Value noise from 0 to 1: hashed lattice values, interpolated by a smooth step.
struct ValueNoise {
  let seed: UInt32

  /// The noise at a point.
  func callAsFunction(_ x: Float, _ y: Float) -> Float {
    let (column, row) = (Self.floor(x), Self.floor(y))
    let (u, v) = (Self.fade(x - Float(column)), Self.fade(y - Float(row)))
    let above = at(column, row) * (1 - u) + at(column &+ 1, row) * u
    let below = at(column, row &+ 1) * (1 - u) + at(column &+ 1, row &+ 1) * u
    return above + (below - above) * v
  }

  /// Fractal noise from 0 to 1: each octave has twice the frequency and half the amplitude of the one before.
  func octaves(_ count: Int, _ x: Float, _ y: Float) -> Float {
    var (sum, weight, total) = (Float(0), Float(0.5), Float(0))
    var (x, y) = (x, y)
    for _ in 0..<count {
      sum += weight * self(x, y)
      total += weight
      weight *= 0.5
      // Rotate each octave by about 37 degrees; aligned lattices would be visible as a grid.
      (x, y) = (1.6 * x - 1.2 * y + 13.7, 1.2 * x + 1.6 * y + 5.3)
    }
    return sum / total
  }

  /// Ridged fractal noise from 0 to 1, with sharp crests like mountains.
  func ridges(_ count: Int, _ x: Float, _ y: Float) -> Float {
    var (sum, weight, total) = (Float(0), Float(0.5), Float(0))
    var (x, y) = (x, y)
    for _ in 0..<count {
      let crest = 1 - abs(2 * self(x, y) - 1)
      sum += weight * crest * crest
      total += weight
      weight *= 0.48
      (x, y) = (1.6 * x - 1.2 * y + 7.1, 1.2 * x + 1.6 * y + 3.9)
    }
    return sum / total
  }

  private func at(_ column: Int32, _ row: Int32) -> Float {
    var hash = UInt32(bitPattern: column) &* 0x8DA6_B343 ^ UInt32(bitPattern: row) &* 0xD816_3841 ^ seed &* 0xCB1A_B31F
    hash = (hash ^ hash >> 16) &* 0x7FEB_352D
    hash = (hash ^ hash >> 15) &* 0x846C_A68B
    return Float((hash ^ hash >> 16) >> 8) * 0x1p-24
  }

  private static func floor(_ value: Float) -> Int32 {
    let whole = Int32(value)
    return Float(whole) > value ? whole - 1 : whole
  }

  private static func fade(_ t: Float) -> Float { t * t * t * (t * (t * 6 - 15) + 10) }
}
