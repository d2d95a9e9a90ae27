import Testing
import TintypeIR
import TintypeIntrinsics
import TintypeTestSupport

/// Filters over many columns, rows and radii, against plain loops, for every number of threads, width of vectors and
/// order of rows.
@Suite struct FilterRowsTests {
  private static let sizes = [(1, 1), (1, 40), (700, 3), (261, 130), (33, 300)]

  private static func codes(_ width: Int, _ height: Int) -> [UInt16] {
    var random = SplitMix64(seed: UInt64(width * height))
    // Noise, one color and few colors, side by side.
    return (0..<width * height).map { index in
      switch (index % width / 48 + index / width / 30) % 3 {
      case 0: .random(in: 0...65535, using: &random)
      case 1: 32768
      default: UInt16(Int.random(in: 0...3, using: &random) * 20000)
      }
    }
  }

  /// Renders in several ways, which have to agree.
  private func rendered(
    _ codes: [UInt16], _ width: Int, _ what: String, _ step: (Value, Value, inout ProgramBuilder) -> Value
  ) -> [UInt16] {
    let result = renderedCodes(codes, width, threads: 1, step)
    #expect(renderedCodes(codes, width, threads: 3, step) == result, "\(what) by three threads")
    #expect(renderedCodes(codes, width, threads: 1, isNarrow: true, step) == result, "\(what) by vectors of eight")
    #expect(renderedCodes(codes, width, threads: 2, isFlipped: true, step) == result, "\(what) from the last row")
    return result
  }

  /// The pixels that are looked at: plain loops take long.
  private func sample(_ count: Int) -> StrideTo<Int> { stride(from: 0, to: count, by: max(1, count / 60)) }

  @Test(arguments: sizes, [0, 1, 2, 7, 40, 127, 5000])
  func extremaAreThoseOfEachSquare(_ size: (width: Int, height: Int), _ radius: Int) {
    let (width, height) = size
    let (codes, reach) = (Self.codes(width, height), min(radius, 127))
    for isErosion in [true, false] {
      let result = rendered(codes, width, "\(isErosion) \(size) \(radius)") { red, bounds, builder in
        builder.spatial(isErosion ? .erode : .dilate, red, builder.constant(Double(radius)), in: bounds)
      }
      for index in sample(codes.count) {
        let (column, row) = (index % width, index / width)
        var known = codes[index]
        for other in max(0, row - reach)...min(height - 1, row + reach) {
          for place in max(0, column - reach)...min(width - 1, column + reach) {
            let code = codes[other * width + place]
            known = isErosion ? min(known, code) : max(known, code)
          }
        }
        #expect(result[index] == known, "\(column), \(row)")
      }
    }
  }

  @Test(arguments: sizes, [(1, 1), (3, 3), (1, 9), (9, 1), (5, 7), (9, 9)])
  func convolutionsAreSumsByWeights(_ size: (width: Int, height: Int), _ kernel: (columns: Int, rows: Int)) throws {
    let (width, height) = size
    let codes = Self.codes(width, height)
    var random = SplitMix64(seed: UInt64(kernel.columns * 10 + kernel.rows))
    // Sums between 0 and 1, mostly.
    let weights = (0..<kernel.columns * kernel.rows).map { _ in
      Double.random(in: -0.5...1.5, using: &random) / Double(kernel.columns * kernel.rows)
    }
    let matrix = try #require(ConvolutionKernel(columns: kernel.columns, weights: weights))
    let result = rendered(codes, width, "\(size) \(kernel)") { red, bounds, builder in
      builder.spatial(.convolve(matrix), [red], [], in: bounds)
    }
    for index in sample(codes.count) {
      let (column, row) = (index % width, index / width)
      var sum = 0.0
      for down in 0..<kernel.rows {
        for across in 0..<kernel.columns {
          let place = min(max(column + across - kernel.columns / 2, 0), width - 1)
          let other = min(max(row + down - kernel.rows / 2, 0), height - 1)
          sum += weights[down * kernel.columns + across] * Double(codes[other * width + place])
        }
      }
      #expect(abs(Double(result[index]) - min(max(sum, 0), 65535)) <= 1, "\(column), \(row)")
    }
  }

  /// By itself, and by the picture mirrored.
  @Test(arguments: sizes, [0.1, 1, 6.5, 40]) func guidedFiltersAgree(
    _ size: (width: Int, height: Int), _ sigma: Double
  ) {
    let (width, height) = size
    let codes = Self.codes(width, height)
    for isItsOwnGuide in [true, false] {
      let result = rendered(codes, width, "\(size) \(sigma)") { red, bounds, builder in
        let (x, y) = (builder.component([0], of: builder.position()), builder.component([1], of: builder.position()))
        let mirrored = builder.construct([builder.apply(.subtract, builder.constant(Double(width)), x), y], .vec2)
        let guide = isItsOwnGuide ? red : builder.spatial(.sample(.nearest), red, mirrored, in: bounds)
        return builder.spatial(
          .guidedFilter, [red, guide], [builder.constant(sigma), builder.constant(0.02)], in: bounds)
      }
      let image = SingleField(columns: 0..<width, rows: 0..<height) { Float(codes[$1 * width + $0]) / 65535 }
      let guide = SingleField(columns: 0..<width, rows: 0..<height) { column, row in
        image[isItsOwnGuide ? column : width - 1 - column, row]
      }
      let known = SpatialOperation.guidedFilter.single([image, guide], [Float(sigma), 0.02])
      for index in codes.indices {
        let code = min(max(known[index % width, index / width], 0), 1) * 65535 + 0.5
        #expect(abs(Int(result[index]) - Int(code)) <= 1, "\(index % width), \(index / width)")
      }
    }
  }
}
