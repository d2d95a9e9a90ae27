import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics
import TintypeTestSupport

/// A percentage used as a scalar gives the same program as the plain number.
@Suite struct PercentageTests {
  /// Calls with `@` where an input takes a plain number, by the operation and its input; the percentage and the number.
  static let steps = [
    ("guidedFilter.epsilon", "guidedFilter(source, radius: 2px, epsilon: @)", "5%", "0.05"),
    ("noise.seed", "noise(@) |> crop(to: source.bounds)", "300%", "3"),
    ("crop.ratio", "source |> crop(ratio: @)", "80%", "0.8"),
    ("pad.ratio", "source |> pad(ratio: @)", "80%", "0.8"),
    ("percentile.fraction", "source * percentile(source.r, @)", "50%", "0.5"),
    ("neighbor.x", "neighbor(source, @)", "100%", "1"), ("neighbor.y", "neighbor(source, y: @)", "200%", "2"),
    ("zoom.by", "source |> zoom(by: @)", "120%", "1.2"),
    ("resize.by", "source |> resize(by: @)", "50%", "0.5"),
    ("format.decimals", "source + text(format(2, decimals: @))", "200%", "2"),
    ("resize.by", "source |> resize(by: @)", "-(-10%)", "0.1"),
  ]

  private func program(_ declarations: String) throws -> Program {
    let text = "tintype 1\nlook \"x\" { working display }\n\(declarations)\n"
    let (look, diagnostics) = compile(SourceFile(name: "x.tint", text: text))
    #expect(diagnostics.map(\.rendered) == [])
    return try #require(look).program
  }

  @Test(arguments: steps)
  func stepsTakeThem(_ step: (input: String, call: String, percentage: String, number: String)) throws {
    let pair = try [step.percentage, step.number].map {
      try program("output " + step.call.replacing("@", with: $0))
    }
    #expect(pair[0] == pair[1])
  }

  /// Operators and functions that fit with the percentage as a number.
  @Test(arguments: [
    ("source * 60%", "source * 0.6"), ("60% * source", "0.6 * source"), ("source * (1 - 5%)", "source * (1 - 0.05)"),
    ("mix(source, source * 2, 60%)", "mix(source, source * 2, 0.6)"),
    ("clamp(source, 5%, 95%)", "clamp(source, 0.05, 0.95)"),
    ("rgb(vec2(50%, 90%), 1) * source", "rgb(vec2(0.5, 0.9), 1) * source"),
    ("blur(source, 8% * 50%)", "blur(source, 8% * 0.5)"),
  ])
  func operatorsTakeThem(_ pair: (percentage: String, number: String)) throws {
    #expect(try program("output " + pair.percentage) == program("output " + pair.number))
  }

  @Test func branchesTakeThem() throws {
    let parameter = "param on: bool = true\noutput source * "
    #expect(
      try program(parameter + "(if on { 60% } else { 0.5 })") == program(parameter + "(if on { 0.6 } else { 0.5 })"))
  }

  /// A number would mean fractions of a pixel.
  @Test func besidePixelsTheyStayLengths() {
    let kernel = "kernel k(c: rgb, at: position) -> rgb { return c * step(50%, at.pixels.x) }\noutput k(source)"
    let text = "tintype 1\nlook \"x\" { working display }\n\(kernel)\n"
    #expect(compile(SourceFile(name: "x.tint", text: text)).diagnostics.map(\.code) == ["operand-mismatch"])
  }

  /// Every input of a step that is a plain number stands in the list above.
  @Test func allStepsAreHeld() {
    let inputs = PictureOperation.allCases.flatMap { operation in
      operation.inputs.compactMap { input -> String? in
        switch input.kind {
        case .seed, .value(.scalar), .number(.scalar, _, _): "\(operation.name).\(input.name)"
        default: nil
        }
      }
    }
    #expect(Set(inputs) == Set(Self.steps.map(\.0)))
  }
}
