import Testing
import TintypeIR
import TintypeIntrinsics
import TintypeRender

@testable import Tintype

/// Whether noise reaches chroma.
@Suite struct ColoredNoiseTests {
  @Test(arguments: [
    ("source", false),
    ("source + 0.1 * noise(seed: 1)", true),
    ("source + 0.1 * noise(seed: 1).r", false),
    ("mix(source, rgb(0.5), noise(seed: 1).r)", true),
    ("source * noise(seed: 1).g", true),
    ("source + (0.1 * noise(seed: 1).r + 0.2 * noise(seed: 2).a - 0.15)", false),
  ])
  func reachesChroma(_ output: String, _ isColored: Bool) throws {
    let look = try compiled("output " + output)
    #expect(look.bound.plan(for: .opaque(.eight), shot: Shot()).hasColoredNoise == isColored)
  }
}
