import Testing
import TintypeIR
import TintypeIntrinsics
import TintypeTestSupport

/// What filters mean: against numbers from scipy, against plain loops over whole pictures, and against what single
/// precision makes of them.
@Suite struct FilterMeaningTests {
  private static let codes: [[Double]] = [
    [172, 47, 117, 192, 67], [251, 195, 103, 9, 211], [21, 242, 36, 87, 70], [216, 88, 140, 58, 193],
  ]
  private static let field = ExactField(columns: 0..<5, rows: 0..<4) { [codes[$1][$0]] }

  private func rows(_ operation: SpatialOperation, _ amounts: [Double] = []) -> [[Double]] {
    let made = operation.filter?.exact([Self.field], amounts)
    return (0..<4).map { row in (0..<5).map { made?[$0, row][0] ?? .nan } }
  }

  /// minimum_filter(a, 3, mode='nearest'), maximum_filter(a, 5, mode='nearest') of scipy.ndimage
  @Test func extremaAreThoseOfOthers() {
    #expect(
      rows(.erode, [1]) == [
        [47, 47, 9, 9, 9], [21, 21, 9, 9, 9], [21, 21, 9, 9, 9], [21, 21, 36, 36, 58],
      ])
    #expect(rows(.dilate, [2]) == Array(repeating: [251, 251, 251, 242, 211], count: 4))
  }

  /// scipy.ndimage.correlate(a, w, mode='nearest'): weights lie over the picture as they are written.
  @Test func convolutionsAreThoseOfOthers() throws {
    let square = try #require(ConvolutionKernel(columns: 3, weights: [0, -1, 2, 0.5, 3, 0, 0, -2, 1]))
    #expect(
      rows(.convolve(square)) == [
        [217, 127, 444.5, 769.5, 153], [1000.5, 449.5, 688.5, -83.5, 634.5], [-131.5, 711.5, -78, 769, 271.5],
        [875, 166, 380, 374, 485],
      ])
    let row = try #require(ConvolutionKernel(columns: 5, weights: [1, 2, 0, -1, 0.25]))
    #expect(
      rows(.convolve(row)) == [
        [498.25, 447, 90.75, 230.75, 450.75], [583.75, 652.25, 684.75, 242.75, -37.25],
        [-170, 48.75, 435.5, 261.5, 157.5], [595, 522.5, 382.25, 223.25, 111.25],
      ])
  }

  /// G = lambda x: gaussian_filter(x, 1.5, mode='nearest', truncate=6); I = a / 255; p = I, and I[::-1, ::-1]
  /// A = (G(I * p) - G(I) * G(p)) / (G(I * I) - G(I)**2 + 0.01); q = G(A) * I + G(G(p) - A * G(I))
  /// q[0, 0], q[1, 3], q[3, 4]
  @Test func guidedFilterIsThatOfOthers() {
    let guide = ExactField(columns: 0..<5, rows: 0..<4) { [Self.codes[$1][$0] / 255] }
    let image = ExactField(columns: 0..<5, rows: 0..<4) { [Self.codes[3 - $1][4 - $0] / 255] }
    let known = [(guide, [0.661586029, 0.089088624, 0.724591478]), (image, [0.47060561, 0.748666851, 0.474080125])]
    for (image, numbers) in known {
      let made = FieldFilter.guidedFilter.exact([image, guide], [1.5, 0.01])
      for ((column, row), number) in zip([(0, 0), (3, 1), (4, 3)], numbers) {
        #expect(abs(made[column, row][0] - number) < 1e-8)
      }
    }
  }

  // MARK: Plain loops

  /// A picture of random numbers, some beyond 0 to 1, two lanes.
  private static func picture(_ seed: UInt64, _ width: Int, _ height: Int) -> [[[Double]]] {
    var random = SplitMix64(seed: seed)
    return (0..<height).map { _ in
      (0..<width).map { _ in [.random(in: 0...1, using: &random), Double(Float.random(in: -2...3, using: &random))] }
    }
  }

  @Test(arguments: [(1, 1), (9, 1), (1, 7), (8, 6)], [0, 0.4, 1, 2.5, 200])
  func extremaAreThoseOfPlainLoops(_ size: (width: Int, height: Int), _ radius: Double) {
    let (width, height) = size
    let pixels = Self.picture(3, width, height)
    let field = ExactField(columns: 4..<4 + width, rows: 2..<2 + height) { pixels[$1 - 2][$0 - 4] }
    let reach = Int(min((radius + 0.5).rounded(.down), 127))
    for operation in [SpatialOperation.erode, .dilate] {
      let made = operation.filter?.exact([field], [radius])
      for row in 0..<height {
        for column in 0..<width {
          var known = pixels[row][column]
          for other in max(0, row - reach)...min(height - 1, row + reach) {
            for place in max(0, column - reach)...min(width - 1, column + reach) {
              for lane in 0..<2 {
                let value = pixels[other][place][lane]
                known[lane] = operation == .erode ? Swift.min(known[lane], value) : Swift.max(known[lane], value)
              }
            }
          }
          #expect(made?[column + 4, row + 2] == known)
        }
      }
    }
  }

  /// NaN counts as 0, and without a radius stays what it is.
  @Test func undefinedNumbersAreZero() {
    let field = ExactField(columns: 0..<3, rows: 0..<1) { column, _ in [column == 1 ? .nan : 2] }
    let single = SingleField(columns: 0..<3, rows: 0..<1) { column, _ in column == 1 ? .nan : 2 }
    #expect(FieldFilter.erode.exact([field], [1])[0, 0] == [0])
    #expect(FieldFilter.dilate.exact([field], [1])[0, 0] == [2])
    #expect(SpatialOperation.erode.single([single], [1])[0, 0] == 0)
    #expect(SpatialOperation.dilate.single([single], [1])[2, 0] == 2)
    #expect(FieldFilter.erode.exact([field], [0.2])[1, 0][0].isNaN)
  }

  /// Both precisions agree, for windows inside of the picture and beyond it.
  @Test(arguments: [(1, 1), (13, 9), (2, 20)]) func precisionsAgree(_ size: (width: Int, height: Int)) throws {
    let (width, height) = size
    let kernel = try #require(ConvolutionKernel(columns: 3, weights: [1, -2.5, 0, 0, 0.1, 3, -1, 0, 1.0 / 3]))
    let steps: [(SpatialOperation, [Double], within: Double)] = [
      (.erode, [3], 0), (.dilate, [1], 0), (.convolve(kernel), [], 1e-5), (.guidedFilter, [1.2, 0.01], 2e-3),
      (.guidedFilter, [5, 0.0001], 2e-3),
    ]
    let (image, guide) = (Self.picture(5, width, height), Self.picture(6, width, height))
    for (operation, amounts, tolerance) in steps {
      let filter = try #require(operation.filter)
      let pictures = [image, guide].prefix(operation.fieldCount)
      let exact = filter.exact(
        pictures.map { pixels in
          ExactField(columns: 0..<width, rows: 0..<height) { column, row in [pixels[row][column][0]] }
        }, amounts)
      let single = operation.single(
        pictures.map { pixels in
          SingleField(columns: 0..<width, rows: 0..<height) { column, row in Float(pixels[row][column][0]) }
        }, amounts.map { Float($0) })
      for row in 0..<height {
        for column in 0..<width {
          let difference = abs(exact[column, row][0] - Double(single[column, row]))
          #expect(difference <= max(tolerance, 0x1p-24), "\(operation.name): \(difference)")
        }
      }
    }
  }

  // MARK: What is known without the picture

  /// The ranges hold for random fields within them, and are reached by extrema.
  @Test(arguments: 0..<40) func rangesHold(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let low = Double.random(in: -2...1, using: &random)
    let bounds = Interval(low, low + .random(in: 0...3, using: &random))
    let weights = (0..<9).map { _ in Double.random(in: -2...2, using: &random) }
    let kernel = try #require(ConvolutionKernel(columns: 3, weights: weights))
    let single = SingleField(columns: 0..<5, rows: 0..<5) { _, _ in
      Float(Bool.random(using: &random) ? bounds.lower : .random(in: bounds.lower...bounds.upper, using: &random))
    }
    let range = Float(bounds.lower).nextDown...Float(bounds.upper).nextUp
    for operation in [SpatialOperation.erode, .dilate, .median, .convolve(kernel), .blur] {
      let within = try #require(operation.singleRange(of: [range]))
      let made = operation.single([single], operation.filter?.amounts.map { _ in 1 } ?? [])
      for row in 0..<5 { for column in 0..<5 { #expect(within.contains(made[column, row]), "\(operation.name)") } }
    }
  }

  @Test func kernelsHaveAnOddSize() {
    for (columns, count) in [(2, 4), (3, 6), (11, 11), (3, 33), (0, 0), (3, 10)] {
      let weights = Array(repeating: 1.0, count: count)
      #expect(columns > 0 ? ConvolutionKernel(columns: columns, weights: weights) == nil : true)
    }
    #expect(ConvolutionKernel(columns: 1, weights: [.infinity]) == nil)
    #expect(ConvolutionKernel(columns: 9, weights: Array(repeating: 1, count: 81)) != nil)
  }
}
