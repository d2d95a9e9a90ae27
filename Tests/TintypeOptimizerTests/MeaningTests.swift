import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

/// Three evaluations of one pixel: the program, the program in lanes, and the plan in single precision.
///
/// Exact arithmetic on both sides of lowering must agree to the last digits of double precision; single precision must
/// stay within the bound of its roundings, with and without simplification. Where a branch is near, nothing can be
/// said.
@Suite struct MeaningTests {
  private static let pixelsEach = 12

  /// What merging sums and products may add to the roundings of the single steps; `mergeAffineSteps` says why.
  private static let mergingError = 5e-6

  @Test(.slow) func isKeptWithinTheRoundingOfSinglePrecision() {
    var (compared, all) = (0, 0)
    for seed in 0..<800 {
      let program = RandomProgram.make(seed: UInt64(seed), steps: 24)
      let known = check(program, "program \(seed)", seed: UInt64(seed))
      compared += known
      all += Self.pixelsEach
    }
    #expect(all == 800 * Self.pixelsEach)
    #expect(compared * 10 > all * 8, "only \(compared) of \(all) pixels could be compared")
  }

  /// Every intrinsic on every mixture of two colors' lanes, 0 and 1: where the algebra has its rules.
  @Test(arguments: Intrinsic.primitives) func isKeptWhereOperandsAreSpecial(_ intrinsic: Intrinsic) {
    let signature = intrinsic.definition.signature
    let takesTruth = (0..<signature.arity).map { position in
      if case .logic = signature { return true }
      return signature == .choice && position == 2
    }
    var compared = 0
    for mixture in 0..<(1 << (2 * signature.arity)) {
      var builder = ProgramBuilder()
      let (x, y) = (builder.component([0], of: builder.source()), builder.component([1], of: builder.source()))
      let numbers = [x, y, builder.constant(0), builder.constant(1)]
      let truths = [
        builder.apply(.less, x, y), builder.apply(.less, y, x), builder.constant([0], .bool),
        builder.constant([1], .bool),
      ]
      let operands = (0..<signature.arity).map { (takesTruth[$0] ? truths : numbers)[mixture >> (2 * $0) & 3] }
      let result = builder.apply(intrinsic, Operands(operands))
      let isTruth = builder[result].type == .bool
      let lane = isTruth ? builder.apply(.select, numbers[2], numbers[3], result) : result
      let color = builder.construct([lane, x, y, lane], .rgba)
      let bounds = builder.sourceBounds()
      let program = Program(
        name: "special", parameters: [], instructions: builder.instructions, output: .init(color: color, bounds: bounds)
      )
      compared += check(program, "\(intrinsic) \(operands)", seed: UInt64(mixture), pixels: 3)
    }
    #expect(compared > 0)
  }

  /// Measured over 240 pixels each: bounds up to 5.3e-6, differences up to 3.1e-7, a six-thousandth of half an 8-bit
  /// code; the bound of auto-white, which divides by what it measured, is 2.3e-5.
  // What jumps, as specks and levels do, has no bound at its jumps. `negative` divides by the range that it measured,
  // which has no width where all measurements are one number.
  @Test(.slow, arguments: TabulateFunctionsTests.looks.filter { !["dust", "negative", "posterize"].contains($0) })
  func isKeptForShippedLooks(_ name: String) throws {
    let source = try #require(shippedLooks.first { $0.name == name })
    let look = try #require(compile(source).look)
    // The numbers of some photo, where the look measures one.
    let program = look.program.measured(
      look.measurements.map { Array(repeating: 0.4, count: look.program[$0.value].type.width) })
    let compared = (0..<20).reduce(0) { $0 + check(program, name, seed: UInt64($1), boundMax: 3e-5) }
    #expect(compared * 100 > 20 * Self.pixelsEach * 85, "only \(compared) pixels could be compared")
  }

  /// The number of pixels that could be compared.
  private func check(
    _ program: Program, _ name: String, seed: UInt64, pixels: Int = pixelsEach, boundMax: Double = .infinity
  ) -> Int {
    var random = SplitMix64(seed: seed)
    let values = program.parameters.map(\.defaultValue)
    let passes = Pipeline.passes(parameters: values, sourceIsOpaque: false)
    // Folding rounds constants to single precision, so exact arithmetic is compared without it; merging has a test of
    // its own.
    let inexact = ["simplify", "simplify-lanes", "fuse-curves", "drop-and-merge", "combine-blurs"]
    let lowered = passes.filter { !inexact.contains($0.name) }.reduce(program) { $1.run($0) }
    let simple = passes.reduce(program) { $1.run($0) }
    let meaning = Interpreter(program, parameters: values, width: 40, height: 30)
    let exact = Interpreter(lowered, parameters: values, width: 40, height: 30)
    let singles = [lowered, simple].map { ScalarEvaluator(Planner.plan($0), parameters: values, width: 40, height: 30) }
    var known = 0
    for _ in 0..<pixels {
      let codes = (0..<4).map { _ in UInt16.random(in: 0...255, using: &random) }
      let pixel = Interpreter.Pixel(
        color: codes.map { Double($0) / 255 }, column: Int.random(in: 0..<40, using: &random),
        row: Int.random(in: 0..<30, using: &random))
      let bounds = ErrorBound.values(of: lowered, exact: exact.values(at: pixel))[lowered.output.color.index]
      let meant = meaning.color(at: pixel)
      let computed = singles.map { $0.color(of: codes, depth: .eight, column: pixel.column, row: pixel.row) }
      for lane in 0..<4 where bounds[lane].isKnown {
        let bound = bounds[lane].bound
        #expect(bound <= boundMax)
        // Double precision rounds 2^29 times finer.
        #expect(
          abs(meant[lane] - bounds[lane].exact) <= 1e-6 * bound + 1e-12 * abs(meant[lane]),
          "\(name) lane \(lane): \(meant[lane]) became \(bounds[lane].exact)")
        for (form, color) in zip(["lowered", "simplified"], computed) {
          let allowed = form == "simplified" ? bound + Self.mergingError : bound
          #expect(
            abs(Double(color[lane]) - bounds[lane].exact) <= allowed,
            "\(name) lane \(lane): \(form) \(color[lane]) is not \(bounds[lane].exact) within \(bound)")
        }
      }
      // An error bound as wide as the picture's range would test nothing.
      if bounds.allSatisfy({ $0.bound <= 1e-3 * max(1, $0.exact.magnitude) }) { known += 1 }
    }
    return known
  }
}
