import Testing
import Tintype
import TintypeIR
import TintypeSemantics
import TintypeTestSupport

/// Recipes from strangers: long, deep and growing ones come to an end, with a word or with a program.
@Suite struct LimitTests {
  private func recipe(_ body: String) -> SourceFile {
    SourceFile(name: "long.tint", text: "tintype 1\nlook \"x\" { working display }\n\(body)")
  }

  private func instructions(of source: SourceFile) -> Int? {
    let (look, diagnostics) = compile(source)
    #expect(diagnostics.prefix(3).map(\.rendered) == [])
    #expect(look?.program.problems == [])
    return look?.program.instructions.count
  }

  private func longRecipe(_ lines: Int) -> SourceFile {
    var text =
      "param k: scalar = 0.5\nimage i0 = source\nlet a0 = k\nfunction f0(x: scalar) -> scalar { return x + 1 }\n"
    for n in 1...lines / 4 {
      text += "image i\(n) = i\(n - 1) * 0.5 + f\(n)(0.25) * 0.001\n"
      text += "let a\(n) = a\(n - 1) * 0.9 + \(n)\n"
      text += "let b\(n) = \(n) * 0.001\n"
      text += "function f\(n)(x: scalar) -> scalar { return f0(x) * b\(n) }\n"
    }
    return recipe(text + "output i\(lines / 4) * a\(lines / 4)\n")
  }

  @Test(.slow) func longRecipesGrowWithTheirLines() throws {
    let short = try #require(instructions(of: longRecipe(2_000)))
    let long = try #require(instructions(of: longRecipe(10_000)))
    #expect(long <= 5 * short + 100)
  }

  /// Each unknown name could be compared with each declared one.
  @Test(
    .slow,
    arguments: [
      "let value# = unknown#", "let value# = unknown#(2)", "variant \"v#\" { unknown# = 1 }",
      "image i# = wide(source, unknown#: 1)",
    ])
  func unknownNamesAreComparedABoundedNumberOfTimes(_ line: String) {
    let lines = { (line: String, separator: String) in
      (0..<1_000).map { line.replacing("#", with: "\($0)") }.joined(separator: separator)
    }
    let source = recipe(
      """
      \(lines("param known#: scalar = 1", "\n"))
      kernel wide(c: rgb, \(lines("input#: scalar = 1", ", "))) -> rgb { return c }
      \(lines(line, "\n"))
      output source
      """)
    let model = analyze(source)
    #expect(model.diagnostics.count >= 1_000)
    #expect((1...CheckLimits.nameComparisons + 2_000).contains(model.nameComparisons))
  }

  @Test func longBodies() throws {
    let lines = (1...3_000).map { "let a\($0) = a\($0 - 1) * 0.99 + c" }.joined(separator: "\n")
    let source = recipe("kernel f(c: rgb) -> rgb { let a0 = c\n\(lines)\nreturn a3000 }\noutput f(source)\n")
    #expect(try #require(instructions(of: source)) < 10_000)
  }

  @Test func longChainsOfOperators() {
    for text in [
      "source" + String(repeating: " + 0.001", count: 900), "source * " + String(repeating: "-", count: 900) + "1",
    ] {
      #expect(compile(recipe("output \(text)\n")).look != nil)
    }
    let members = "kernel f(c: rgb) -> rgb { return c\(String(repeating: ".rgb", count: 900)) }\noutput f(source)\n"
    #expect(compile(recipe(members)).look != nil)
    let pipe = "output source" + String(repeating: " |> grayscale()", count: 900) + "\n"
    #expect(compile(recipe(pipe)).look != nil)
  }

  /// Each function calls the one before twice with different arguments: 2^30 bodies.
  @Test(.slow, arguments: ["x * 2", "x + 1", "x * x - 0.5"])
  func growingCallsAreTooLarge(_ other: String) {
    var text = "function a0(x: scalar) -> scalar { return x + 1 }\n"
    for n in 1...30 { text += "function a\(n)(x: scalar) -> scalar { return a\(n - 1)(x) + a\(n - 1)(\(other)) }\n" }
    expectTooLarge(text + "output source * a30(0.5)\n")
  }

  @Test(.slow) func growingWithoutCallsIsTooLargeAtSomePoint() {
    var text = ""
    for n in 1...40_000 { text += "let a\(n)=source+\(n)\n" }
    text += "output a1\n"
    expectTooLarge(text)
  }

  @Test(arguments: [65, 400, 5_000], [true, false])
  func longChainsOfCallsAreTooLarge(_ count: Int, _ isReversed: Bool) {
    var lines = ["function a0(x: scalar) -> scalar { return x + 1 }"]
    for n in 1...count { lines.append("function a\(n)(x: scalar) -> scalar { return a\(n - 1)(x) }") }
    if isReversed { lines.reverse() }
    expectTooLarge(lines.joined(separator: "\n") + "\noutput source * a\(count)(0.5)\n")
  }

  @Test func longChainsOfConstantsAreTooLarge() {
    var text = "output source * a0\n"
    for n in 0..<10_000 { text += "let a\(n) = a\(n + 1) + 1\n" }
    expectTooLarge(text + "let a10000 = 1\n")
  }

  @Test func deepBodiesInDeepCalls() {
    let deep = String(repeating: "(", count: 100) + "x" + String(repeating: ")", count: 100)
    var text = "function a0(x: scalar) -> scalar { return x }\n"
    for n in 1...60 {
      text += "function a\(n)(x: scalar) -> scalar { return a\(n - 1)\(deep) }\n"
    }
    let nested = String(repeating: "if x > 0 { ", count: 100) + "return a60(x) " + String(repeating: "}", count: 100)
    text += "function b(x: scalar) -> scalar { \(nested) return x }\n"
    for n in 61...63 { text += "function a\(n)(x: scalar) -> scalar { return b(x) }\n" }
    let (look, diagnostics) = compile(recipe(text + "output source * a63(0.5)\n"))
    #expect(look == nil || diagnostics.isEmpty)
  }

  @Test func callsInsideArgumentsOfCalls() {
    var text = ""
    for n in 1...60 {
      let nested = String(repeating: "a\(n - 1)(", count: 60) + "x" + String(repeating: ")", count: 60)
      text += "function a\(n)(x: scalar) -> scalar { return \(nested) }\n"
    }
    expectTooLarge("function a0(x: scalar) -> scalar { return x + 1 }\n" + text + "output source * a60(0.5)\n")
  }

  @Test func manyStepsThatReadOtherPixels() {
    func blurs(_ count: Int) -> String {
      let steps = (1...count).map { "image b\($0) = blur(b\($0 - 1), 1%)\n" }
      return "image b0 = source\n" + steps.joined() + "output b\(count)\n"
    }
    #expect(compile(recipe(blurs(1_024))).look != nil)
    expectTooLarge(blurs(1_025))
  }

  @Test func manyMistakesAreCounted() {
    let text = (0..<3_000).map { "image i\($0) = unknown\($0) * 2\n" }.joined()
    let diagnostics = compile(recipe(text + "output source\n")).diagnostics
    #expect(diagnostics.count == 201)
    #expect(diagnostics.last?.code == "too-many-errors")
    #expect(diagnostics.last?.message == "2800 more errors from here on")
  }

  @Test func manyWarningsAreNoErrors() {
    let text = (0..<300).map { "let c\($0) = \($0)\n" }.joined()
    let (look, diagnostics) = compile(recipe(text + "output source\n"), withLints: true)
    #expect(look != nil)
    #expect(diagnostics.count == 201)
    #expect(diagnostics.allSatisfy { $0.severity == .warning })
    #expect(diagnostics.last?.message == "100 more warnings from here on")
  }

  private func expectTooLarge(_ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let (look, diagnostics) = compile(recipe(text))
    #expect(look == nil, sourceLocation: sourceLocation)
    #expect(diagnostics.map(\.code) == ["too-large"], sourceLocation: sourceLocation)
  }
}
