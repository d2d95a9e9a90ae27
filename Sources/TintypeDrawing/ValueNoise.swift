import TintypeIntrinsics

/// Smooth noise in 0 to 1: hashed numbers at whole places, blended by smoothstep between them.
struct ValueNoise {
  let seed: UInt32

  /// The value at a place.
  func callAsFunction(_ x: Float, _ y: Float) -> Float {
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (u, v) = (smooth(x - column), smooth(y - row))
    let (i, j) = (Int32(column), Int32(row))
    let (top, bottom) = (
      PixelNoise(seed: seed, frame: 0, channel: 0, row: j), PixelNoise(seed: seed, frame: 0, channel: 0, row: j + 1)
    )
    let above = top(column: i) + (top(column: i + 1) - top(column: i)) * u
    let below = bottom(column: i) + (bottom(column: i + 1) - bottom(column: i)) * u
    return above + (below - above) * v
  }

  /// Octaves of it, each twice as fine and half as strong; in 0 to 1.
  func octaves(_ count: Int, _ x: Float, _ y: Float) -> Float {
    var (sum, weight, total, scale) = (Float(0), Float(0.5), Float(0), Float(1))
    for octave in 0..<count {
      sum += weight * self(x * scale + Float(octave) * 17.3, y * scale + Float(octave) * 9.7)
      total += weight
      (weight, scale) = (weight / 2, scale * 2)
    }
    return sum / total
  }

  private func smooth(_ t: Float) -> Float { t * t * (3 - 2 * t) }
}
