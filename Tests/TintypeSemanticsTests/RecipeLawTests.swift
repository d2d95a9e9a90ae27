import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

/// Laws that hold for every recipe: what may be written in two ways means the same in both.
@Suite struct RecipeLawTests {
  private static let seeds = 0..<150

  /// A condition on parameters means the branch that it chooses: with its rectangle, and nothing of the other's.
  @Test(.slow) func aConditionIsItsBranch() throws {
    for seed in Self.seeds {
      let whole = try compiled(RandomRecipe.text(seed: UInt64(seed)))
      for (isOn, shape) in [(true, "square"), (false, "wide"), (false, "none")] {
        let branch = try compiled(RandomRecipe.text(seed: UInt64(seed), chosen: (isOn, shape)))
        let word = ["square", "wide", "none"].firstIndex(of: shape) ?? 0
        let values = ["isOn": [isOn ? 1 : 0], "shape": [Double(word)]]
        expectSame(whole, branch, values, "seed \(seed), isOn \(isOn), shape \(shape)")
      }
    }
  }

  /// Over images a function means what a kernel means, and a kernel that calls it adds nothing.
  @Test(.slow) func aLiftedFunctionIsTheKernelThatCallsIt() throws {
    let forwarding = """
      kernel shade(c: rgb, m: scalar) -> rgb { return shadeInner(c, m) }
      kernel mixed(c: rgb, d: rgb, m: scalar) -> rgb { return mixedInner(c, d, m) }
      kernel spread(c: rgb) -> scalar { return spreadInner(c) }

      """
    for seed in Self.seeds {
      let kernels = RandomRecipe.text(seed: UInt64(seed))
      let functions = kernels.replacing("kernel ", with: "function ")
      let called = ["shade", "mixed", "spread"].reduce(kernels) { text, name in
        text.replacing("kernel \(name)(", with: "function \(name)Inner(")
      }.replacing("image first", with: forwarding + "image first")
      let (lifted, direct) = try (compiled(functions), compiled(kernels))
      #expect(lifted.program == direct.program, "seed \(seed)")
      try expectSame(lifted, compiled(called), [:], "seed \(seed)")
    }
  }

  /// A function over images is its text written out.
  @Test(.slow) func aFunctionOverImagesIsItsText() throws {
    for seed in Self.seeds {
      let direct = RandomRecipe.text(seed: UInt64(seed), chosen: (true, "square"))
      let function = direct.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        guard line.hasPrefix("image second = ") else { return String(line) }
        return """
          function made(source: image, first: image, amount: scalar, width: length) -> image {
            let result: image = \(line.dropFirst("image second = ".count))
            return result
          }
          image second = source |> made(first, width: width, amount: amount)
          """
      }.joined(separator: "\n")
      let (called, written) = try (compiled(function), compiled(direct))
      #expect(called.program == written.program, "seed \(seed)")
    }
  }

  /// A used look is a step: alone in another recipe it is that recipe's whole meaning, on the film of the outer one.
  @Test(.slow) func aUsedLookIsItsText() throws {
    for seed in Self.seeds {
      let format = RandomRecipe.formats[seed % RandomRecipe.formats.count]
      let inner = RandomRecipe.text(seed: UInt64(seed), format: "35mm")
      let working = inner.contains("working display") ? "display" : "linear-srgb"
      let outer = """
        tintype 1
        use "inner.tint" as inner
        look "outer" { working \(working) format \(format) }
        output source |> inner()

        """
      let loader = MemoryLoader(for: "outer.tint", files: ["inner.tint": Array(inner.utf8)])
      let used = try #require(Tintype.compile(SourceFile(name: "outer.tint", text: outer), loader: loader).look)
      let direct = try compiled(RandomRecipe.text(seed: UInt64(seed), format: format))
      expectSame(used, direct, [:], "seed \(seed), \(format)")
    }
  }

  /// Declarations of a recipe shadow built-in names, whatever the name.
  @Test(.slow) func namesOfBuiltInsAreFree() throws {
    let builtIn = ["cos", "gain", "blur", "length", "step", "zoom", "noise", "frame", "radians"]
    for seed in Self.seeds {
      let text = RandomRecipe.text(seed: UInt64(seed))
      // Names that the recipe uses in their built-in meaning stay.
      let free = builtIn.filter { !text.contains("\($0)(") }
      let renamed = zip(RandomRecipe.names, free.prefix(RandomRecipe.names.count)).reduce(text) { text, pair in
        replacing(pair.0, by: pair.1, in: text)
      }
      try expectSame(compiled(text), compiled(renamed), [:], "seed \(seed)")
    }
  }

  /// Constants at the corners of arithmetic: every stage ends, and 8-bit photos give what 16-bit photos of the same
  /// colors give, to a code.
  @Test(.slow) func cornersEndAndDepthsAgree() throws {
    for seed in 0..<400 {
      let look = try compiled(RandomRecipe.text(seed: UInt64(seed), .corners))
      let values = look.parameters.map(\.defaultValue)
      for isOpaque in [true, false] {
        let (bytes, words) = (
          plan(look, values, isOpaque, .eight), plan(look, values, isOpaque, .sixteen)
        )
        var narrow = ScalarEvaluator(bytes, parameters: values, width: 6, height: 5)
        var wide = ScalarEvaluator(words, parameters: values, width: 6, height: 5)
        narrow.makeFields(depth: .eight) { Self.codes($0, $1, isOpaque) }
        wide.makeFields(depth: .sixteen) { Self.codes($0, $1, isOpaque).map { $0 * 257 } }
        for (column, row) in [(0, 0), (3, 2), (5, 4)] {
          let source = Self.codes(column, row, isOpaque)
          let a = narrow.color(of: source, depth: .eight, column: column, row: row)
          let b = wide.color(of: source.map { $0 * 257 }, depth: .sixteen, column: column, row: row)
          let isClose = zip(a, b).allSatisfy { abs(stored($0) - stored($1)) <= 1.01 / 255 }
          #expect(isClose, "seed \(seed), opaque \(isOpaque), pixel \(column) \(row): \(a), \(b)")
        }
      }
    }
  }

  // MARK: Helpers

  private func compiled(_ text: String) throws -> Look {
    let (look, diagnostics) = compile(SourceFile(name: "random.tint", text: text))
    return try #require(look, "\(text)\n\(diagnostics.map(\.rendered).joined())")
  }

  /// Compares the size and a few pixels of two looks.
  private func expectSame(
    _ first: Look, _ second: Look, _ values: [String: [Double]], _ name: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let (a, b) = (interpreter(first, values), interpreter(second, values))
    #expect(a.bounds == b.bounds, "\(name)", sourceLocation: sourceLocation)
    for (column, row) in [(0, 0), (3, 2), (7, 4)] {
      let pixel = Interpreter.Pixel(color: [0.8, 0.4, 0.2, 0.5], column: column, row: row)
      let isSame = zip(a.color(at: pixel), b.color(at: pixel)).allSatisfy { x, y in
        x == y || (x.isNaN && y.isNaN) || abs(x - y) <= 1e-9 * max(1, abs(x))
      }
      #expect(
        isSame, "\(name): \(a.color(at: pixel)), \(b.color(at: pixel))", sourceLocation: sourceLocation)
    }
  }

  private func interpreter(_ look: Look, _ values: [String: [Double]]) -> Interpreter {
    Interpreter(
      look.program, parameters: look.parameters.map { values[$0.name] ?? $0.defaultValue }, width: 48, height: 64)
  }

  private func plan(_ look: Look, _ values: [[Double]], _ isOpaque: Bool, _ depth: SampleDepth) -> Plan {
    Planner.plan(
      Pipeline.run(
        look.program, parameters: values, sourceIsOpaque: isOpaque, sourceIsBytes: depth == .eight,
        resultIsBytes: depth == .eight, resultBits: 16))
  }

  private static func codes(_ column: Int, _ row: Int, _ isOpaque: Bool) -> [UInt16] {
    let color = [UInt16(column * 47 % 256), UInt16(row * 61 % 256), UInt16((column * 3 + row * 29) % 256)]
    return isOpaque ? color : color + [UInt16((column + row) * 25 % 256)]
  }

  private func stored(_ number: Float) -> Double { number.isNaN ? 0 : Double(min(max(number, 0), 1)) }

  /// A name in place of another, where it stands as a whole word and not after a dot.
  private func replacing(_ name: String, by other: String, in text: String) -> String {
    func isPart(_ character: Character?) -> Bool { character?.isLetter == true || character?.isNumber == true }
    var result = ""
    var rest = text[...]
    while let place = rest.firstRange(of: name) {
      let before = rest[..<place.lowerBound].last ?? result.last
      let isWord = !isPart(before) && before != "." && !isPart(rest[place.upperBound...].first)
      result += rest[..<place.lowerBound] + (isWord ? other : name)
      rest = rest[place.upperBound...]
    }
    return result + rest
  }
}
