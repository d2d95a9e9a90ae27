import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypePlan
import TintypeTestSupport

@testable import TintypeOptimizer

/// Compares functions with the chains that they replace.
@Suite struct TabulateFunctionsTests {
  /// Looks whose steps look at one pixel, so that colors can be compared one by one.
  static let looks = shippedLooks.map(\.name).filter { name in
    compile(shippedLooks.first { $0.name == name }!).look?.program.instructions.contains {
      $0.operation.readsNeighbors
    }
      == false
  }

  /// Measured: the largest difference is 5e-6 of the whole scale, a five-hundredth of half a code.
  @Test(.slow, arguments: looks) func keepsTheValuesOfALook(_ name: String) throws {
    let look = try #require(compile(shippedLooks.first { $0.name == name }!).look)
    let values = look.parameters.map(\.defaultValue)
    let passes = Pipeline.passes(parameters: values, sourceIsOpaque: true, sourceIsBytes: true, resultIsBytes: true)
    let whole = passes.reduce(look.program) { $1.run($0) }
    #expect(whole.problems == [])
    let plain = passes.filter { $0.name != "tabulate-functions" && $0.name != "encode-by-table" }
      .reduce(look.program) { $1.run($0) }
    let (computed, fitted) = (evaluator(plain), evaluator(whole))
    var random = SplitMix64(seed: 11)
    var others = 0
    for pixel in 0..<2_000 {
      let codes =
        pixel < 256
        ? [UInt16](repeating: UInt16(pixel), count: 3) : (0..<3).map { _ in UInt16.random(in: 0...255, using: &random) }
      let (column, row) = (pixel % 100, pixel / 100)
      let wanted = computed.color(of: codes, depth: .eight, column: column, row: row)
      let found = fitted.color(of: codes, depth: .eight, column: column, row: row)
      for lane in 0..<3 {
        let (a, b) = (SampleDepth.eight.code(of: wanted[lane]), SampleDepth.eight.code(of: found[lane]))
        #expect(abs(Int(a) - Int(b)) <= 1, "\(name), \(codes): \(wanted[lane]) and \(found[lane])")
        if a != b { others += 1 }
      }
    }
    #expect(others <= 6, "\(others) of 6,000 samples have another code")
  }

  /// Looks with 16-bit sources and results, with all steps that look at neighbors off: no function, and no chain of
  /// functions with the steps between them, moves a sample by a quarter of a code.
  /// `negative` divides by the range that it measured, and here nothing is measured.
  @Test(.slow, arguments: shippedLooks.map(\.name).filter { $0 != "negative" })
  func staysWithinAQuarterOfASixteenBitCode(_ name: String) throws {
    let look = try #require(compile(shippedLooks.first { $0.name == name }!).look)
    let still = ["grain", "halation", "sharpness"]
    let passes = Pipeline.passes(
      parameters: look.parameters.map { still.contains($0.name) ? [0] : $0.defaultValue }, sourceIsOpaque: true,
      resultBits: 16)
    let program = look.program.lit(bySceneLight: false)
    let whole = passes.reduce(program) { $1.run($0) }
    guard !whole.instructions.contains(where: \.operation.readsNeighbors) else { return }
    let plain = passes.filter { $0.name != "tabulate-functions" }.reduce(program) { $1.run($0) }
    let (computed, fitted) = (evaluator(plain), evaluator(whole))
    var random = SplitMix64(seed: 13)
    var most = 0.0
    for pixel in 0..<4_000 {
      // Half of the colors are dark, where logarithms enlarge errors most.
      let last = UInt16.max >> (pixel % 2 == 0 ? 0 : UInt16.random(in: 2...10, using: &random))
      let codes = (0..<3).map { _ in UInt16.random(in: 0...last, using: &random) }
      let wanted = computed.color(of: codes, depth: .sixteen, column: pixel % 100, row: pixel / 100)
      let found = fitted.color(of: codes, depth: .sixteen, column: pixel % 100, row: pixel / 100)
      for lane in 0..<3 {
        let difference = min(max(wanted[lane], 0), 1) - min(max(found[lane], 0), 1)
        most = max(most, Double(difference.magnitude) * 65535)
      }
    }
    #expect(most < 0.25, "\(name): \(most) codes")
  }

  /// As far as ranges tell, a hue may be anything up to 100,000 degrees; what is done about it happens within 360.
  @Test(arguments: ["hueLight", "hueColor", "hueTurned"])
  func missesNothingNarrow(_ kernel: String) throws {
    let text =
      "tintype 1\nlook \"hues\" { working linear-srgb }\n"
      + "output \(kernel)(source, 0.5, -0.4, 0.3, 0.6, -0.2, -0.5, 0.1, 0.2)\n"
    let look = try #require(compile(SourceFile(name: "hues", text: text)).look)
    let passes = Pipeline.passes(parameters: [], sourceIsOpaque: true, sourceIsBytes: true, resultIsBytes: true)
    let whole = evaluator(passes.reduce(look.program) { $1.run($0) })
    let plain = evaluator(passes.filter { $0.name != "tabulate-functions" }.reduce(look.program) { $1.run($0) })
    var random = SplitMix64(seed: 12)
    for _ in 0..<500 {
      let codes = (0..<3).map { _ in UInt16.random(in: 0...255, using: &random) }
      let wanted = plain.color(of: codes, depth: .eight, column: 0, row: 0)
      let found = whole.color(of: codes, depth: .eight, column: 0, row: 0)
      for lane in 0..<3 { #expect(abs(wanted[lane] - found[lane]) < 1e-4, "\(codes): \(wanted) and \(found)") }
    }
  }

  /// Three layers of film, three of paper, and the codes of three densities. Layers share their function; dyes absorb a
  /// little of each other's colors, but these are no functions of their own. All are short enough for registers.
  @Test(arguments: [("warm-negative", 9, 5), ("slide", 6, 4)])
  func productsOfOneValueShareItsFunction(_ name: String, _ count: Int, _ different: Int) throws {
    let look = try #require(compile(shippedLooks.first { $0.name == name }!).look)
    let still = ["grain", "halation", "sharpness"]
    let program = Pipeline.run(
      look.program.lit(bySceneLight: false),
      parameters: look.parameters.map { still.contains($0.name) ? [0] : $0.defaultValue },
      sourceIsOpaque: true, sourceIsBytes: true, resultIsBytes: true)
    let tables = program.instructions.compactMap {
      if case .cubics(let function) = $0.operation { function.coefficients } else { nil }
    }
    #expect(tables.count == count)
    #expect(Set(tables).count == different)
    #expect(tables.allSatisfy { $0.count <= 65 }, "\(tables.map(\.count))")
    // One look-up and three products a channel.
    #expect(program.instructions.count { if case .lookup = $0.operation { true } else { false } } == 3)
  }

  @Test func takesTheCurvesOfALookForFunctions() throws {
    let look = try #require(compile(shippedLooks.first { $0.name == "chrome" }!).look)
    let program = Pipeline.run(
      look.program, parameters: look.parameters.map(\.defaultValue), sourceIsOpaque: true, sourceIsBytes: true,
      resultIsBytes: true)
    let functions = program.instructions.count { if case .cubics = $0.operation { true } else { false } }
    #expect(functions == 3)
    #expect(!program.instructions.contains { $0.operation == .lane(.select) || $0.operation == .lane(.power) })
    let (again, diagnostics) = ProgramReader.read(SourceFile(name: "chrome", text: Array(program.description.utf8)))
    #expect(diagnostics.map(\.rendered) == [])
    #expect(again == program, "the text reads back")
  }

  /// A curve is one step where no function of a longer chain replaces it, also where nothing is approximated.
  @Test(arguments: [nil, 16, 10]) func takesEveryCurveForOneStep(_ bits: Int?) throws {
    let look = try #require(compile(shippedLooks.first { $0.name == "warm-negative" }!).look)
    let program = Pipeline.run(
      look.program.lit(bySceneLight: false), parameters: look.parameters.map(\.defaultValue), sourceIsOpaque: true,
      resultBits: bits)
    let curves = program.instructions.compactMap {
      if case .cubics(let function) = $0.operation { function.starts } else { nil }
    }.filter { !$0.isEmpty }
    #expect(!curves.isEmpty)
    // The choices that are left are not by the limits of a curve.
    #expect(program.instructions.count { $0.operation == .lane(.select) } < 30)
    let (again, diagnostics) = ProgramReader.read(SourceFile(name: "film", text: Array(program.description.utf8)))
    #expect(diagnostics.map(\.rendered) == [])
    #expect(again == program, "the text reads back")
  }

  /// What samples cannot see stays a step.
  @Test(
    arguments: [
      (.select, "if x > 0.5 { pow(x, 1.7) + pow(x, 2.3) } else { 0 }"),
      (.select, "if x > 0.50001 && x < 0.50002 { 1 } else { pow(x, 1.7) + pow(x, 2.3) }"),
      (.select, "if (x - 0.5) * (x - 0.5) < 0.00000001 { 1 } else { pow(x, 1.7) + pow(x, 2.3) }"),
      (.sine, "sin(x * 4000) + pow(x, 1.7) + pow(x, 2.3)"), (.floor, "floor(pow(x, 1.7) * 8) / 8 + pow(x, 2.3)"),
    ] as [(LaneOperation, String)]) func leavesJumpsAlone(_ step: LaneOperation, _ body: String) throws
  {
    let program = try optimized(body)
    #expect(program.instructions.contains { $0.operation == .lane(step) }, "\(program)")
  }

  /// A chain that is another one only at the first or last number has that number's value.
  @Test(
    arguments: [
      "smootherstep(1, if x >= 1 { 0.5 } else { 1.5 }, 0) * 0.5",
      "smootherstep(if x >= 1 { 0 } else { 0.6 }, 0.95, 0.5) * 0.5",
      "smoothstep(if x >= 1 { 0 } else { 0.6 }, 0.95, 0.5) * exp(x) * 0.2",
      "smootherstep(if x <= 0 { 0 } else { 0.6 }, 0.95, 0.5) * 0.5", "smootherstep(1, [1.5, 0.659][x], 0) * 0.5",
      "pow(min(pow(max(x * 10000000, 0), 0.63), 1), 1.7) * 0.5 + pow(x, 2.3) * 0.2",
    ])
  func keepsTheValuesOfTheEnds(_ body: String) throws {
    let text = """
      tintype 1
      look "ends" { working display }
      kernel bent(c: rgb) -> rgb {
        let x = c.r
        return rgb(\(body))
      }
      output bent(source)
      """
    let look = try #require(compile(SourceFile(name: "ends", text: text)).look)
    for bits in [8, 16] {
      let passes = Pipeline.passes(parameters: [], sourceIsOpaque: true, resultBits: bits)
      let whole = evaluator(passes.reduce(look.program) { $1.run($0) })
      let plain = evaluator(passes.filter { $0.name != "tabulate-functions" }.reduce(look.program) { $1.run($0) })
      for code in [0, 1, 254, 255] as [UInt16] {
        let wanted = plain.color(of: [code, code, code], depth: .eight, column: 0, row: 0)
        let found = whole.color(of: [code, code, code], depth: .eight, column: 0, row: 0)
        #expect(abs(wanted[0] - found[0]) < 1e-4, "\(code) of 255 in \(bits) bits: \(wanted[0]) and \(found[0])")
      }
    }
  }

  /// The second has no upper bound but the limit behind its first power.
  @Test(arguments: ["x", "min(pow(max(x * 10000000, 0.01), 0.63), 1)"])
  func takesSmoothChains(_ start: String) throws {
    let program = try optimized("pow(\(start), 1.7) + pow(\(start), 2.3)")
    #expect(program.instructions.contains { if case .cubics = $0.operation { true } else { false } }, "\(program)")
    #expect(!program.instructions.contains { $0.operation == .lane(.power) }, "\(program)")
  }

  /// Of a number that several channels go into, so that it is no table of the source.
  private func optimized(_ body: String) throws -> Program {
    let text = """
      tintype 1
      look "chain" { working display }
      function bent(x: scalar) -> scalar { return \(body) }
      kernel chain(c: rgb) -> rgb {
        let x = dot(c, rgb(0.3, 0.5, 0.2))
        return rgb(bent(x) * c.r, bent(x) * c.g, c.b)
      }
      output chain(source)
      """
    let (look, diagnostics) = compile(SourceFile(name: "chain", text: text))
    #expect(diagnostics.map(\.rendered) == [])
    return Pipeline.run(
      try #require(look).program, parameters: [], sourceIsOpaque: true, sourceIsBytes: true, resultIsBytes: true)
  }

  private func evaluator(_ program: Program) -> ScalarEvaluator {
    ScalarEvaluator(Planner.plan(program), width: 100, height: 60)
  }
}
