import Testing
import Tintype
import TintypeIR
import TintypeSyntax
import TintypeTestSupport

/// Checking any recipe does not trap, and a recipe without errors gives a valid program.
@Suite struct RandomRecipeTests {
  // Of what is shipped a few are enough: each is mutated a hundred times, and all say the same things.
  static let samples =
    RecipeSample.all(in: "Recipes") + shippedGroups.flatMap { $0.looks.prefix(3) }.map { RecipeSample(source: $0) }
    + standardLibrary.prefix(2).map { RecipeSample(source: $0) }

  @Test(arguments: RecipeSample.all(in: "Recipes"))
  func checksWithoutAWord(_ sample: RecipeSample) {
    #expect(compile(sample.source).diagnostics.map(\.rendered) == [])
    check(sample.source)
  }

  @Test(.slow, arguments: samples)
  func mutations(_ sample: RecipeSample) {
    var random = SplitMix64(seed: 1)
    let pieces = pieces(of: sample.source)
    let words = [
      "source", "0", "-1", "0.5", "true", "#fff", "#c0806080", "rgb", "rgba", "scalar", "vec2", "bool", "image",
      "kernel",
      "let", "param", "output", "return", "if", "else", "{", "}", "(", ")", ",", ":", "=", "->", "|>", "+", "*", "/",
      "<",
      "&&", "!", ".", "g", "bounds", "noise", "crop", "mix", "\"x\"", "in", "step", "...",
      "[", "]", "neighbor", "[0]", "for",
    ].map { ArraySlice((" " + $0).utf8) }
    for _ in 0..<120 {
      var mutated = pieces
      for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&mutated, words, using: &random) }
      check(SourceFile(name: "mutated.tint", text: Array(mutated.joined())))
    }
  }

  /// Deletes, repeats, swaps or replaces a token.
  private func mutate(
    _ pieces: inout [ArraySlice<UInt8>], _ words: [ArraySlice<UInt8>], using random: inout SplitMix64
  ) {
    let a = Int.random(in: pieces.indices, using: &random)
    let b = Int.random(in: pieces.indices, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0 where pieces.count > 1: pieces.remove(at: a)
    case 1: pieces.insert(pieces[a], at: a)
    case 2: pieces.swapAt(a, b)
    case 3: pieces[a] = pieces[b]
    default: pieces[a] = words.randomElement(using: &random) ?? pieces[b]
    }
  }

  /// The text of every token with its trivia.
  private func pieces(of source: SourceFile) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    func collect(_ syntax: Syntax) {
      for child in syntax.children {
        switch child {
        case .node(let node): collect(node)
        case .token(let token): pieces.append(source.text[token.leadingTriviaSpan.start..<token.span.end])
        }
      }
    }
    collect(parse(source).tree.root)
    return pieces
  }

  /// Every operator and function over every pair of operands, at the top level and inside a kernel.
  @Test(.slow) func operands() {
    let outside = [
      "source", "source.g", "noise(1)", "noise(1).r", "0.5", "#c08060", "#c0806080", "vec2(1, 2)", "true",
      "source.bounds",
      "amount", "on", "(source > 0.5)", "(source.g > 0.5)", "[1, 2]", "[#fff][0]",
    ]
    let inside = ["c", "d", "c.g", "0.5", "#c08060", "vec2(1, 2)", "true", "c.rg", "m", "on", "[c]", "[1, 2][c.g]"]
    let operators = ["+", "-", "*", "/", "<", "==", "&&", "||"]
    let functions = [
      "mix", "pow", "dot", "select", "clamp", "length", "blend", "grayscale", "rgb", "rgba", "vec2", "crop", "neighbor",
    ]
    var lines: [String] = []
    for a in outside {
      for b in outside {
        lines += operators.map { "image x = \(a) \($0) \(b)" }
        lines += functions.map { "image x = \($0)(\(a), \(b))" } + functions.map { "image x = \($0)(\(a), \(b), 0.5)" }
        lines.append("image x = if on { \(a) } else { \(b) }")
      }
      lines += [
        "image x = -\(a)", "image x = !\(a)", "image x = \(a).g", "image x = \(a).bounds", "image x = noise(\(a))",
      ]
    }
    for a in inside {
      for b in inside {
        let values =
          operators.map { "\(a) \($0) \(b)" } + functions.map { "\($0)(\(a), \(b))" }
          + ["select(\(a), \(b), on)", "if \(a) { \(b) } else { c }", "if on { \(a) } else { \(b) }"]
        lines += values.map {
          "kernel f(c: rgb, d: rgba, m: scalar, on: bool) -> rgb { return \($0) } "
            + "image x = f(source, source, 0.5, true)"
        }
      }
    }
    var random = SplitMix64(seed: 2)
    for line in lines.shuffled(using: &random).prefix(1_500) {
      let text = "tintype 1\nlook \"x\" { working display }\nparam amount: scalar = 1\nparam on: bool = true\n\(line)\n"
      check(SourceFile(name: "operands.tint", text: text + "output rgb(source.g) + crop(x, to: source.bounds)\n"))
    }
  }

  /// Kernels from each pair of types to each type, called with everything there is.
  @Test func kernels() {
    let types = ["scalar", "bool", "vec2", "rgb", "rgba"]
    let results = ["scalar": "0.5", "bool": "true", "vec2": "vec2(1, 2)", "rgb": "rgb(0.5)", "rgba": "rgba(0.5)"]
    let given = ["source", "source.g", "noise(1)", "noise(1).g", "0.5", "true", "vec2(1, 2)", "#fff", "#ffffffff"]
    var random = SplitMix64(seed: 3)
    var cases: [String] = []
    for a in types {
      for b in types {
        for result in types {
          for word in ["kernel", "function"] {
            let x = given.randomElement(using: &random) ?? ""
            let y = given.randomElement(using: &random) ?? ""
            let body =
              a == result ? "if 1 > 2 { return a } return \(results[result] ?? "")" : "return \(results[result] ?? "")"
            cases.append(
              "\(word) f(a: \(a), b: \(b) = \(results[b] ?? "")) -> \(result) { \(body) }\nimage x = f(\(x), \(y))")
          }
        }
      }
    }
    for lines in cases {
      let text = "tintype 1\nlook \"x\" { working linear-srgb }\n\(lines)\noutput x |> crop(source.bounds)\n"
      check(SourceFile(name: "kernels.tint", text: text))
    }
  }

  private func check(_ source: SourceFile) {
    let (look, diagnostics) = compile(source)
    for diagnostic in diagnostics { #expect(!diagnostic.rendered.isEmpty) }
    guard let look else {
      // A file without a look may say nothing; one with a look says why there is none.
      let hasLook = parse(source).tree.recipe.declarations.contains { if case .look = $0 { true } else { false } }
      #expect(
        !hasLook || diagnostics.contains { $0.severity == .error }, "\(String(decoding: source.text, as: UTF8.self))")
      return
    }
    #expect(!diagnostics.contains { $0.severity == .error })
    let problems = look.program.problems
    #expect(problems == [], "\(String(decoding: source.text, as: UTF8.self))")
    guard problems.isEmpty else { return }
    let interpreter = Interpreter(
      look.program, parameters: look.parameters.map(\.defaultValue), width: 3, height: 2)
    #expect(interpreter.color(at: .init(color: [0.8, 0.4, 0.2, 0.5], column: 1, row: 1)).count == 4)
  }
}
