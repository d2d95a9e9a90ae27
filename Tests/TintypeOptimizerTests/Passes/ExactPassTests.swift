import Testing
import TintypeIR
import TintypeIntrinsics
import TintypePlan
import TintypeTestSupport

@testable import TintypeOptimizer

/// Passes that promise not to change a bit of what single precision gives.
@Suite struct ExactPassTests {
  @Test(.slow, arguments: 0..<150) func changeNoBit(_ seed: UInt64) {
    let program = RandomProgram.make(seed: seed, seed % 2 == 0 ? .awkward : .everyday, steps: 20)
    let plain: [@Sendable (Program) -> Program] = [splitLanes, lowerCurves, lowerIntrinsics]
    let variants: [(String, [@Sendable (Program) -> Program])] = [
      ("remove dead values", plain + [removeDeadValues]),
      ("fold before lowering", [splitLanes, lowerCurves, fold, lowerIntrinsics]),
      ("fold after lowering", plain + [fold]),
      ("fold at both places", [splitLanes, lowerCurves, fold, lowerIntrinsics, fold, removeDeadValues]),
      ("bind parameters", [bind(program)] + plain),
      ("bind and fold", [bind(program), splitLanes, lowerCurves, fold, lowerIntrinsics, fold, removeDeadValues]),
      ("split twice", [splitLanes, splitLanes, lowerCurves, lowerIntrinsics]),
      ("lower twice", plain + [lowerIntrinsics]),
      ("fuse curves", plain + [fold, fuseCurves]),
    ]
    let wanted = bits(plain.reduce(program) { $1($0) }, seed)
    for (name, passes) in variants {
      #expect(bits(passes.reduce(program) { $1($0) }, seed) == wanted, "\(name)")
    }
  }

  /// Where the source has no alpha its 1 is the 1 that would have been read.
  @Test(arguments: 0..<100) func assumingAnOpaqueSourceChangesNoBit(_ seed: UInt64) {
    let program = RandomProgram.make(seed: seed, .awkward, steps: 20)
    let plain: [@Sendable (Program) -> Program] = [splitLanes, lowerCurves, lowerIntrinsics]
    let wanted = bits(plain.reduce(program) { $1($0) }, seed, channels: 3)
    #expect(bits(([{ assumeOpaque($0) }] + plain).reduce(program) { $1($0) }, seed, channels: 3) == wanted)
  }

  /// The numbers of a size in place of its names, and what is idle at it left out.
  @Test(.slow, arguments: 0..<100) func bindingSizesChangesNoNumber(_ seed: UInt64) {
    let program = RandomProgram.make(seed: seed, seed % 2 == 0 ? .awkward : .everyday, steps: 20)
    let open = Pipeline.run(program, parameters: program.parameters.map(\.defaultValue), sourceIsOpaque: false)
    // The sign of a zero is unspecified.
    func numbers(_ program: Program) -> [UInt32] { bits(program, seed).map { $0 == 0x8000_0000 ? 0 : $0 } }
    #expect(numbers(bindSizes([[40, 30]], to: open)) == numbers(open))
  }

  @Sendable private func fold(_ program: Program) -> Program { rewrite(program, by: foldConstants) }

  private func bind(_ program: Program) -> @Sendable (Program) -> Program {
    { bindParameters($0, to: program.parameters.map(\.defaultValue)) }
  }

  /// The bits of some pixels; any NaN is one.
  private func bits(_ program: Program, _ seed: UInt64, channels: Int = 4) -> [UInt32] {
    var random = SplitMix64(seed: seed)
    let evaluator = ScalarEvaluator(
      Planner.plan(program), parameters: program.parameters.map(\.defaultValue), width: 40, height: 30)
    return (0..<8).flatMap { pixel in
      let codes = (0..<channels).map { _ in UInt16.random(in: 0...255, using: &random) }
      return evaluator.color(of: codes, depth: .eight, column: pixel * 3, row: pixel).map {
        $0.isNaN ? Float.nan.bitPattern : $0.bitPattern
      }
    }
  }
}
