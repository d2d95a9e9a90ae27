import Testing
import Tintype
import TintypeDiagnostics
import TintypeExport
import TintypeIR
import TintypeTestSupport

/// A shipped look, or an expression after `=`.
func configured(_ look: String, _ settings: String...) throws -> ConfiguredLook {
  let recipe =
    look.hasPrefix("=") ? inlineRecipe(String(look.dropFirst())) : try #require(shippedLook(look))
  return try configured(recipe, settings)
}

/// The look of a recipe's text, with settings.
func configured(_ recipe: SourceFile, _ settings: [String] = []) throws -> ConfiguredLook {
  let (look, diagnostics) = compile(recipe)
  #expect(diagnostics.isEmpty, "\(diagnostics.map(\.rendered).joined())")
  return try ConfiguredLook(try #require(look), recipe: recipe).setting(
    settings.map { SourceFile(name: "--set", text: $0) })
}

/// Colors over the cube, its corners among them, from 0 to 1.
let sampleColors: [[Double]] = {
  var numbers = SplitMix64(seed: 5)
  let corners = (0..<8).map { corner in (0..<3).map { Double(corner >> $0 & 1) } }
  let grays = (0...32).map { [Double](repeating: Double($0) / 32, count: 3) }
  let others = (0..<1000).map { _ in (0..<3).map { _ in Double(numbers.next() % 65536) / 65535 } }
  return corners + grays + others
}()

extension ConfiguredLook {
  /// What the recipe means, in double precision, as a file stores it.
  func meaning(of color: [Double]) -> [Double] {
    Interpreter(look.program, parameters: values, width: 1, height: 1)
      .color(at: .init(color: color + [1])).prefix(3).map { min(max($0, 0), 1) }
  }
}

/// The largest difference of a channel in 255ths.
func largestDifference(_ a: [[Double]], _ b: [[Double]]) -> Double {
  zip(a, b).flatMap { zip($0, $1).map { ($0 - $1).magnitude * 255 } }.max() ?? .infinity
}
