import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

/// The edge cases that the optimizer preserves: NaN, infinities, equal edges, signed zeros.
@Suite struct CornerTests {
  /// The value of a number within rounding.
  private enum Kind: Equatable {
    case nan, infinite, finite

    init(_ number: Float) { self = number.isNaN ? .nan : number.isInfinite ? .infinite : .finite }
  }

  /// Programs with huge, infinite and zero numbers, for every kind of photo: each has a plan, and what is a number
  /// without the optimizer's algebra is one with it.
  @Test(.slow, arguments: 0..<20) func plansRandomPrograms(_ block: Int) {
    var (compared, differing) = (0, 0)
    for seed in UInt64(block * 100)..<UInt64(block * 100 + 100) {
      let program = RandomProgram.make(seed: seed, .awkward, steps: 24)
      let values = program.parameters.map(\.defaultValue)
      let plain = ScalarEvaluator(Planner.plan(plainly(program, values)), width: 9, height: 7)
      for form in [block % 8, 7 - block % 8] {
        let plan = Planner.plan(
          Pipeline.run(
            program, parameters: values, sourceIsOpaque: form & 1 == 0, sourceIsBytes: form & 2 == 0,
            resultIsBytes: form & 4 == 0))
        let evaluator = ScalarEvaluator(plan, width: 9, height: 7)
        for code in [0, 3, 128, 255] as [UInt16] {
          let pixel = [code, 255 - code, code / 2, form & 1 == 0 ? 255 : code]
          let colors = [plain, evaluator].map { $0.color(of: pixel, depth: .eight, column: Int(code) % 9, row: 2) }
          for (meant, lane) in zip(colors[0], colors[1]) {
            compared += 1
            if Kind(meant) != Kind(lane) { differing += 1 }
          }
        }
      }
    }
    // Where a rounding decides a comparison, or an overflow.
    #expect(differing * 1000 < compared, "\(differing) of \(compared) lanes")
  }

  /// Evaluates a program in lanes of single precision, without algebraic simplification.
  private func plainly(_ program: Program, _ parameters: [[Double]]) -> Program {
    let wanted = ["bind-parameters", "split-lanes", "lower-curves", "lower-intrinsics", "remove-dead-values"]
    return Pipeline.passes(parameters: parameters, sourceIsOpaque: false).filter { wanted.contains($0.name) }
      .reduce(program) { $1.run($0) }
  }

  /// Each gives black, for NaN is stored as 0, on 8 and on 16 bits, at a bound parameter and at an open one.
  @Test(arguments: [
    "mix(c, c, rgb(n - n))", "mix(rgb(n), rgb(n), 1)", "(c + n) * 2 - (c + n)", "(c * n * 2 - 1) - c * n",
    "c * 0 * n", "(c * 0.5 * n) * 2 - c * n", "0 * (c + n)", "(n - n) * c + 0.5",
  ]) func spreadsWhatIsNoNumber(_ formula: String) throws {
    for depth in SampleDepth.ofCodes {
      for isOpen in [false, true] {
        let color = try color(of: formula, 0x80, depth: depth, parameters: isOpen ? nil : [[0]])
        #expect(color.prefix(3).allSatisfy { depth.code(of: $0) == 0 }, "\(depth), \(isOpen): \(color)")
      }
    }
  }

  /// A limit makes a number of NaN: the one it is limited by first. Each is half of the light.
  @Test(arguments: [
    "rgb(clamp(n - n, 0.5, 1))", "rgb(min(n - n, 0.5))", "rgb(max(n - n, 0.5))", "rgb(0.5) + saturate(n - n)",
    "rgb(0.5) + smoothstep(0.5, 0.5, n - n)", "rgb(pow(clamp(min(n - n, c.r + 4), 0, 5), 0.5) * 0) + 0.5",
    "rgb(min(sqrt(pow(n, 0.5)), 5e9) / 8589934592)", "rgb(0.5) + pow(n - n, 0.3)", "rgb(0.5) + step(0, n - n)",
  ]) func limitsWhatIsNoNumber(_ formula: String) throws {
    for depth in SampleDepth.ofCodes {
      for isOpen in [false, true] {
        let color = try color(of: formula, 0x80, depth: depth, parameters: isOpen ? nil : [[0]])
        for lane in color.prefix(3) { #expect(abs(lane - 0.5) < 1e-4, "\(depth), \(isOpen): \(color)") }
      }
    }
  }

  /// An 8-bit code is the same color as the literal of this code, and so is the code times 257 of a 16-bit photo.
  @Test(arguments: ["display", "linear-srgb"], SampleDepth.ofCodes)
  func knowsTheCodesOfLiterals(_ working: String, _ depth: SampleDepth) throws {
    for code in UInt16(0)...255 {
      let digits = String(code + 256, radix: 16).dropFirst()
      let literal = "#\(digits)\(digits)\(digits)"
      let test = "if c.r == (\(literal)).r && c.g == (\(literal)).g { rgb(1) } else { rgb(0) }"
      let stored = depth == .eight ? code : code * 257
      let color = try color(of: test, stored, depth: depth, parameters: [[0]], working: working)
      #expect(color[0] > 0.999, "\(literal)")
    }
  }

  /// The first color of a kernel on a gray pixel; `n` is infinite.
  private func color(
    of formula: String, _ code: UInt16, depth: SampleDepth, parameters: [[Double]]?, working: String = "display"
  ) throws -> [Float] {
    let text = """
      tintype 1
      look "corner" { working \(working) }
      param zero: scalar = 0
      kernel corner(c: rgb, zero: scalar) -> rgb {
        let n = 1 / zero
        return \(formula)
      }
      output corner(source, zero)
      """
    let (look, diagnostics) = compile(SourceFile(name: "corner.tint", text: text))
    let program = try #require(look, "\(diagnostics.map(\.rendered))").program
    let isBytes = depth == .eight
    let plan = Planner.plan(
      Pipeline.run(
        program, parameters: parameters, sourceIsOpaque: true, sourceIsBytes: isBytes, resultIsBytes: isBytes))
    return ScalarEvaluator(plan, parameters: [[0]], width: 9, height: 9)
      .color(of: [code, code, code], depth: depth, column: 1, row: 1)
  }
}
