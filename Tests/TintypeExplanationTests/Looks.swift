import Testing
import Tintype
import TintypeExplanation
import TintypeIR
import TintypeIntrinsics
import TintypeRender

/// A shipped look with its text.
func shipped(_ name: String) throws -> (look: Look, source: SourceFile) {
  let source = try #require(shippedLooks.first { $0.name == name })
  return (try #require(compile(source).look), source)
}

/// Checks a recipe that must have no errors.
func checked(_ text: String) throws -> (look: Look, source: SourceFile) {
  let source = SourceFile(name: "test.tint", text: text)
  let (look, diagnostics) = compile(source)
  #expect(diagnostics.map(\.rendered) == [])
  return (try #require(look), source)
}

/// The explanation of a look at its defaults.
func explanation(_ look: Look, _ source: SourceFile, depth: SampleDepth = .eight) -> Explanation {
  Explanation(BoundLook(look), shot: Shot(), depth: depth)
}
