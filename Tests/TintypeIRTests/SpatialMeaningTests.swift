import Testing
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

/// Blurs and samples: what single precision makes of them against what they mean, and both against numbers from
/// elsewhere.
@Suite struct SpatialMeaningTests {
  /// The stated error of `GaussianSteps` against the true Gaussian, on pictures of random pixels between 0 and 1.
  @Test(.slow, arguments: [0.3, 0.7, 1.5, 3.9, 4, 5.5, 8.1, 15.9, 16, 30] as [Float])
  func blursWithinTheStatedError(_ sigma: Float) {
    for (width, height) in [(70, 50), (1, 1), (1, 37), (64, 2)] {
      let sample = BlurCase(sigma: sigma, width: width, height: height) { random, _, _ in
        .random(in: 0...255, using: &random)
      }
      #expect(sample.errorMax < 1 / 2000, "\(sigma), \(width) x \(height): \(sample.errorMax)")
    }
  }

  /// The worst there is: black and white from pixel to pixel, a hard edge, a single point.
  @Test(.slow, arguments: [1.5, 3.9, 4, 7.9, 8, 20] as [Float])
  func blursTheWorstWithinTheStatedError(_ sigma: Float) {
    let pictures: [(Int, Int) -> Bool] = [
      { ($0 + $1) % 2 == 0 }, { column, _ in column < 31 }, { $0 == 30 && $1 == 20 },
    ]
    for picture in pictures {
      let sample = BlurCase(sigma: sigma, width: 61, height: 43) { _, column, row in picture(column, row) ? 255 : 0 }
      #expect(sample.errorMax < 1 / 2000, "\(sigma): \(sample.errorMax)")
    }
  }

  /// a = np.zeros((5, 7)); a[2, 3] = 1; b = scipy.ndimage.gaussian_filter(a, s, mode='nearest', truncate=6)
  /// b[2, 0], b[2, 3], b[0, 3]
  @Test(
    arguments: [
      (1, [0.00176805, 0.15915494, 0.02153928]), (2, [0.01291751, 0.03978874, 0.02413309]),
    ] as [(Float, [Double])])
  func isTheGaussianOfOthers(_ sigma: Float, _ known: [Double]) {
    let point = BlurCase(sigma: sigma, width: 7, height: 5) { _, column, row in column == 3 && row == 2 ? 255 : 0 }
    let meant = [point.meant[2][0], point.meant[2][3], point.meant[0][3]]
    for (a, b) in zip(meant, known) { #expect(abs(a - b) < 1e-8) }
  }

  /// b = np.pad(a, 1, mode='edge'); np.median(b[i:i + 3, j:j + 3])
  @Test func isTheMedianOfOthers() {
    let codes: [[UInt16]] = [
      [172, 47, 117, 192, 67], [251, 195, 103, 9, 211], [21, 242, 36, 87, 70], [216, 88, 140, 58, 193],
    ]
    let known: [[Double]] = [
      [172, 117, 117, 117, 67], [172, 117, 103, 87, 70], [216, 140, 88, 87, 87], [216, 140, 88, 87, 87],
    ]
    let field = ExactField(columns: 0..<5, rows: 0..<4) { column, row in [Double(codes[row][column]) / 255] }
    let single = SingleField(columns: 0..<5, rows: 0..<4) { column, row in Float(codes[row][column]) / 255 }
    for row in 0..<4 {
      for column in 0..<5 {
        let meant = FieldFilter.median.exact([field], [1])[column, row][0]
        #expect(abs(meant * 255 - known[row][column]) < 0.005, "\(column) \(row)")
        #expect(Double(SpatialOperation.median.single([single], [1])[column, row]) == meant)
      }
    }
  }

  /// Steps of 2^-15: 0, 1 and halves are exact; what lies beyond is cut, and NaN is 0.
  @Test(
    arguments: [
      (0, 0), (1, 1), (0.5, 0.5), (-0.25, -0.25), (0.30001, 0.300018310546875), (-7, -0.5), (9, 1.5 - 0x1p-15),
      (.nan, 0), (.infinity, 1.5 - 0x1p-15), (-.infinity, -0.5),
    ] as [(Double, Double)])
  func medianRounds(_ number: Double, _ rounded: Double) {
    let field = ExactField(columns: 0..<3, rows: 0..<3) { _, _ in [number] }
    #expect(FieldFilter.median.exact([field], [1])[1, 1] == [rounded])
    let single = SingleField(columns: 0..<3, rows: 0..<3) { _, _ in Float(number) }
    #expect(Double(SpatialOperation.median.single([single], [1])[1, 1]) == rounded)
  }

  /// A field that is one color stays that color, to the last digit that 8 bits could show.
  @Test func keepsWhatIsFlat() {
    let sample = BlurCase(sigma: 12, width: 40, height: 30) { _, _, _ in 77 }
    #expect(sample.errorMax < 1e-6)
  }

  @Test(arguments: SampleFilter.allCases) func weightsAddUpToOneAndAgree(_ filter: SampleFilter) {
    for step in 0..<64 {
      let f = Double(step) / 64
      let (exact, single) = (filter.exactWeights(f), filter.weights(Float(f)))
      #expect(abs(exact.reduce(0, +) - 1) < 1e-12)
      #expect(exact.count == filter.taps)
      for (a, b) in zip(exact, single) { #expect(abs(a - Double(b)) < 1e-6) }
    }
  }

  /// Catmull and Rom's cubic half way between two pixels: -1/16, 9/16, 9/16, -1/16.
  @Test func bicubicIsCatmullAndRom() {
    #expect(SampleFilter.bicubic.exactWeights(0.5) == [-0.0625, 0.5625, 0.5625, -0.0625])
  }
}

/// The red of a picture blurred, in both precisions.
private struct BlurCase {
  /// The largest difference of the two at any pixel.
  let errorMax: Double
  /// What it means, row by row.
  let meant: [[Double]]

  init(sigma: Float, width: Int, height: Int, _ code: (inout SplitMix64, Int, Int) -> UInt16) {
    var random = SplitMix64(seed: UInt64(width * height))
    let codes = (0..<height).map { row in (0..<width).map { column in code(&random, column, row) } }
    var builder = ProgramBuilder()
    let red = builder.component([0], of: builder.source())
    let bounds = builder.sourceBounds()
    let lane = builder.spatial(.blur, red, builder.constant(Double(sigma)), in: bounds)
    let color = builder.construct([lane, lane, lane, builder.constant(1)], .rgba)
    let program = Program(
      name: "blur", parameters: [], instructions: builder.instructions, output: .init(color: color, bounds: bounds))
    var exact = Interpreter(program, parameters: [], width: width, height: height)
    exact.makeFields { column, row in
      let value = Double(codes[row][column]) / 255
      return [value, value, value, 1]
    }
    let plan = Planner.plan(Pipeline.run(program, parameters: [], sourceIsOpaque: true))
    var single = ScalarEvaluator(plan, width: width, height: height)
    single.makeFields(depth: .eight) { column, row in Array(repeating: codes[row][column], count: 3) }
    var errorMax = 0.0
    var meantRows = [[Double]](repeating: [], count: height)
    for row in 0..<height {
      for column in 0..<width {
        let meant = exact.color(at: .init(color: [0, 0, 0, 1], column: column, row: row))[0]
        let pixel = Array(repeating: codes[row][column], count: 3)
        let computed = single.color(of: pixel, depth: .eight, column: column, row: row)[0]
        meantRows[row].append(meant)
        errorMax = max(errorMax, abs(meant - Double(computed)))
      }
    }
    self.errorMax = errorMax
    meant = meantRows
  }
}
