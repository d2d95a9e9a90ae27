/// Interpolates the colors of a part of a mosaic.
///
/// The differences of green and the other color are interpolated in four directions, and weighed by how little they
/// change there (Pekkucuksen and Altunbasak, "Gradient based threshold free color filter array interpolation", ICIP
/// 2010). Three things differ: differences are those of square roots, in which the noise of light is even and edges
/// between dark and light weigh as they look; nearer differences weigh more; and at green places the differences
/// beside and above are weighed, too.
final class MosaicTile {
  /// Added before the root, in shares of the sensor's white: the noise about black has a root, too.
  static let offset: Float = 0.01

  /// Places that are interpolated, and those that are needed around them. Both margins are even, so that colors keep
  /// their places.
  static let (width, rowsAtOnce) = (256, 64)
  static let (across, down) = (16, 12)

  private static let stride = width + 2 * across
  private static let height = rowsAtOnce + 2 * down
  private static let planeCount = 7

  private let planes: UnsafeMutablePointer<Float>
  private let signs: [Lanes]
  private let others: [Lanes]
  private let redRow: Int

  /// - Parameter pattern: the colors of the first 2 x 2 places.
  init(_ pattern: [Int]) {
    let count = Self.stride * Self.height * Self.planeCount
    planes = .allocate(capacity: count)
    planes.initialize(repeating: 0, count: count)
    func lanes(_ number: (Int) -> Float) -> [Lanes] {
      [0, 1].map { row in
        var lanes = Lanes()
        for lane in 0..<8 { lanes[lane] = number(pattern[row * 2 + lane & 1]) }
        return lanes
      }
    }
    signs = lanes { $0 == 1 ? 1 : -1 }
    others = lanes { $0 == 1 ? 0 : 1 }
    redRow = pattern[0] == 0 || pattern[1] == 0 ? 0 : 1
  }

  deinit { planes.deallocate() }

  private func plane(_ index: Int) -> UnsafeMutablePointer<Float> { planes + index * Self.stride * Self.height }

  /// Interpolates, and delivers eight places of a row at a time: their row and column from the tile's first on, and
  /// the roots of their colors.
  ///
  /// - Parameters:
  ///   - roots: of the tile's first place with its margin; rows are `rootStride` apart. Padded at the end of the last
  ///     row by eight.
  ///   - rows: how many are wanted, at most `rowsAtOnce`.
  @inline(__always) func interpolate(
    _ roots: UnsafePointer<Float>, _ rootStride: Int, rows: Int,
    deliver: (_ row: Int, _ column: Int, _ red: Lanes, _ green: Lanes, _ blue: Lanes) -> Void
  ) {
    let (stride, height) = (Self.stride, rows + 2 * Self.down)
    let (acrossDifference, downDifference) = (plane(0), plane(1))
    let (acrossChange, downChange) = (plane(2), plane(3))
    let (difference, opposite, green) = (plane(4), plane(5), plane(6))
    for row in 2..<(height - 2) {
      let z = roots + row * rootStride
      let (above, above2) = (z - rootStride, z - 2 * rootStride)
      let (below, below2) = (z + rootStride, z + 2 * rootStride)
      let sign = signs[row & 1]
      for j in Swift.stride(from: 4, to: stride - 4, by: 8) {
        let own = z.lanes(at: j)
        let beside =
          (z.lanes(at: j - 1) + z.lanes(at: j + 1)) * 0.5
          + (own + own - z.lanes(at: j - 2) - z.lanes(at: j + 2)) * 0.25
        let over =
          (above.lanes(at: j) + below.lanes(at: j)) * 0.5
          + (own + own - above2.lanes(at: j) - below2.lanes(at: j)) * 0.25
        acrossDifference.store(sign * (own - beside), at: row * stride + j)
        downDifference.store(sign * (own - over), at: row * stride + j)
      }
    }
    // How much the differences change, along a row of five places across the direction.
    for row in 3..<(height - 3) {
      let d = downDifference + row * stride
      for j in Swift.stride(from: 8, to: stride - 8, by: 8) {
        var sum = Lanes()
        for k in -2...2 { sum += (d.lanes(at: j + k - stride) - d.lanes(at: j + k + stride)).magnitudes }
        downChange.store(sum, at: row * stride + j)
      }
    }
    for row in 4..<(height - 4) {
      let d = acrossDifference + row * stride
      for j in Swift.stride(from: 8, to: stride - 8, by: 8) {
        var sum = Lanes()
        for k in -2...2 { sum += (d.lanes(at: j - 1 + k * stride) - d.lanes(at: j + 1 + k * stride)).magnitudes }
        acrossChange.store(sum, at: row * stride + j)
      }
    }
    for row in 7..<(height - 7) {
      let place = row * stride
      let other = others[row & 1]
      for j in Swift.stride(from: 12, to: stride - 12, by: 8) {
        var sums = (Lanes(), Lanes())
        Self.gather(acrossDifference, acrossChange, place + j, 1, &sums)
        Self.gather(downDifference, downChange, place + j, stride, &sums)
        let mean = sums.0 / sums.1
        difference.store(mean, at: place + j)
        green.store((roots + row * rootStride).lanes(at: j) + other * mean, at: place + j)
      }
    }
    // The other color's differences lie on the diagonals.
    for row in 10..<(height - 10) {
      for j in Swift.stride(from: 12, to: stride - 12, by: 8) {
        let d = difference + row * stride + j
        func pair(_ rows: Int, _ columns: Int) -> Lanes {
          d.lanes(at: -rows * stride - columns) + d.lanes(at: -rows * stride + columns)
            + d.lanes(at: rows * stride - columns) + d.lanes(at: rows * stride + columns)
        }
        opposite.store(pair(1, 1) * (10.0 / 32) - (pair(3, 1) + pair(1, 3)) * (1.0 / 32), at: row * stride + j)
      }
    }
    for row in Self.down..<(height - Self.down) {
      let g = green + row * stride
      let other = others[row & 1]
      let isRed = row & 1 == redRow
      for j in Swift.stride(from: Self.across, to: stride - Self.across, by: 8) {
        let own = g.lanes(at: j)
        let acrossGreen =
          (g.lanes(at: j - 1) - g.lanes(at: j + 1)).magnitudes
          + (own + own - g.lanes(at: j - 2) - g.lanes(at: j + 2)).magnitudes * 0.5
        let downGreen =
          (g.lanes(at: j - stride) - g.lanes(at: j + stride)).magnitudes
          + (own + own - g.lanes(at: j - 2 * stride) - g.lanes(at: j + 2 * stride)).magnitudes * 0.5
        // In the rows of its own, a color's differences are beside green; above and below they are the opposite ones.
        @inline(__always) func color(_ beside: UnsafeMutablePointer<Float>, _ over: UnsafeMutablePointer<Float>)
          -> Lanes
        {
          let (b, o) = (beside + row * stride + j, over + row * stride + j)
          let (left, right) = (b.lanes(at: -1), b.lanes(at: 1))
          let (above, below) = (o.lanes(at: -stride), o.lanes(at: stride))
          let acrossWeight = (left - right).magnitudes + acrossGreen
          let downWeight = (above - below).magnitudes + downGreen
          let (a, d) = (acrossWeight * acrossWeight + 1e-6, downWeight * downWeight + 1e-6)
          let mean = (d * (left + right) + a * (above + below)) * 0.5 / (a + d)
          return own - (mean + other * (b.lanes(at: 0) - mean))
        }
        let first = color(difference, opposite)
        let second = color(opposite, difference)
        deliver(
          row - Self.down, j - Self.across, isRed ? first : second, own, isRed ? second : first)
      }
    }
  }

  /// Adds what two opposite directions say to a weighted sum and the sum of weights.
  @inline(__always) private static func gather(
    _ differences: UnsafeMutablePointer<Float>, _ changes: UnsafeMutablePointer<Float>, _ place: Int, _ step: Int,
    _ sums: inout (Lanes, Lanes)
  ) {
    for direction in [-step, step] {
      var (mean, change) = (Lanes(), Lanes())
      var share: Float = 16.0 / 31
      for k in 0..<5 {
        mean += differences.lanes(at: place + k * direction) * share
        change += changes.lanes(at: place + k * direction)
        share *= 0.5
      }
      let weight = 1 / (change * change + 1e-8)
      sums.0 += weight * mean
      sums.1 += weight
    }
  }
}
