import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics
import TintypeTestSupport

/// A percentage where a scalar is wanted is that scalar: the program is the one that the plain number gives.
@Suite struct PercentageTests {
  /// Calls with `@` where an input takes a plain number, by the operation and its input; the percentage and the number.
  static let steps = [
    ("noise.seed", "noise(@) |> crop(to: source.bounds)", "300%", "3"),
    ("crop.ratio", "source |> crop(ratio: @)", "80%", "0.8"),
    ("zoom.by", "source |> zoom(by: @)", "120%", "1.2"),
    ("resize.by", "source |> resize(by: @)", "50%", "0.5"),
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

  /// Every input of a step that is a plain number stands in the list above.
  @Test func allStepsAreHeld() {
    let inputs = PictureOperation.allCases.flatMap { operation in
      operation.inputs.compactMap { input -> String? in
        switch input.kind {
        case .seed, .value(.scalar), .number(.scalar, _, _): "\(operation.rawValue).\(input.name.rawValue)"
        default: nil
        }
      }
    }
    #expect(Set(inputs) == Set(Self.steps.map(\.0)))
  }
}
