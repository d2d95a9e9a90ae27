import TintypeImage

/// The noise in a square of a picture: sums over its pixels, less the plane through them.
struct GrainBlock {
  /// The pixels at each side.
  static let edge = 32
  /// The distances, in pixels, at which pixels are compared.
  static let distances = [1, 2, 4]

  /// The mean codes of red, green and blue, 0 to 255.
  let codes: SIMD3<Double>
  /// The variance of each.
  let variance: SIMD3<Double>
  /// The covariance of red and green, of green and blue, and of blue and red.
  let covariance: SIMD3<Double>
  /// The covariance with the pixels at each of the distances, the mean of rows and columns and the sum of the channels.
  let distant: SIMD3<Double>

  /// - Parameters:
  ///   - picture: of 16 bits in sRGB.
  ///   - column: of its left pixels.
  ///   - row: of its upper pixels.
  init(_ picture: StoredPicture, column: Int, row: Int) {
    let edge = Self.edge
    let (width, channels) = (picture.format.width, picture.format.channels)
    var codes = [SIMD3<Float>](repeating: .zero, count: edge * edge)
    picture.withRows { rows in
      for y in 0..<edge {
        for x in 0..<edge {
          let pixel = ((row + y) * width + column + x) * channels
          for channel in 0..<3 {
            codes[y * edge + x][channel] =
              Float(rows.loadUnaligned(fromByteOffset: 2 * (pixel + channel), as: UInt16.self)) / 257
          }
        }
      }
    }
    var (sum, across, down) = (SIMD3<Float>.zero, SIMD3<Float>.zero, SIMD3<Float>.zero)
    let middle = Float(edge - 1) / 2
    for y in 0..<edge {
      for x in 0..<edge {
        let code = codes[y * edge + x]
        sum += code
        across += code * (Float(x) - middle)
        down += code * (Float(y) - middle)
      }
    }
    let count = Float(edge * edge)
    let mean = sum / count
    // The sum of the squares of (x - middle) over the block.
    let squares = count * (count - 1) / 12
    let (slope, fall) = (across / squares, down / squares)
    for y in 0..<edge {
      for x in 0..<edge {
        codes[y * edge + x] -= mean + slope * (Float(x) - middle) + fall * (Float(y) - middle)
      }
    }
    var (own, other) = (SIMD3<Float>.zero, SIMD3<Float>.zero)
    for rest in codes {
      own += rest * rest
      other += rest * SIMD3(rest.y, rest.z, rest.x)
    }
    self.codes = SIMD3<Double>(mean)
    variance = SIMD3<Double>(own / count)
    covariance = SIMD3<Double>(other / count)
    var distant = SIMD3<Double>.zero
    for (index, distance) in Self.distances.enumerated() {
      var sum = SIMD3<Float>.zero
      for y in 0..<edge {
        for x in 0..<edge - distance {
          sum += codes[y * edge + x] * codes[y * edge + x + distance]
          sum += codes[x * edge + y] * codes[(x + distance) * edge + y]
        }
      }
      distant[index] = Double(sum.sum()) / Double(2 * edge * (edge - distance))
    }
    self.distant = distant
  }

  /// The mean of the three codes.
  var tone: Double { codes.sum() / 3 }

  /// Whether hardly a sample is at an end of the codes.
  var isWhole: Bool {
    let reach = 2.5 * SIMD3(variance.x.squareRoot(), variance.y.squareRoot(), variance.z.squareRoot())
    return (codes - reach).min() > 0 && (codes + reach).max() < 255
  }
}

/// The noise of several blocks together.
struct GrainStatistics {
  /// The mean codes of red, green and blue, 0 to 255.
  let codes: SIMD3<Double>
  /// The standard deviation of each, in codes.
  let spread: SIMD3<Double>
  /// The correlation of pixels at the distances of ``GrainBlock``: it tells the size.
  let near: SIMD3<Double>
  /// The correlation of red and green, of green and blue, and of blue and red.
  let shared: SIMD3<Double>

  /// - Parameters:
  ///   - blocks: at least one.
  ///   - rounding: the variance that rounding has added to each code.
  init(_ blocks: [GrainBlock], rounding: Double = 0) {
    let count = Double(blocks.count)
    codes = blocks.reduce(.zero) { $0 + $1.codes } / count
    let variance = (blocks.reduce(.zero) { $0 + $1.variance } / count - rounding)
      .replacing(with: 0, where: blocks.reduce(.zero) { $0 + $1.variance } / count .< rounding)
    spread = variance.roots
    // Without noise nothing is correlated.
    let sum = variance.sum()
    near = sum > 1e-6 ? blocks.reduce(.zero) { $0 + $1.distant } / count / sum : .zero
    let pairs = spread * SIMD3(spread.y, spread.z, spread.x)
    shared = (blocks.reduce(.zero) { $0 + $1.covariance } / count / pairs).replacing(with: 0, where: pairs .< 1e-6)
  }
}

extension SIMD3<Double> {
  /// The square root of each.
  fileprivate var roots: SIMD3<Double> { SIMD3(x.squareRoot(), y.squareRoot(), z.squareRoot()) }
}
