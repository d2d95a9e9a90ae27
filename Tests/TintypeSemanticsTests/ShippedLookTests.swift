import Testing
import Tintype
import TintypeIR
import TintypeTestSupport

@Suite struct ShippedLookTests {
  @Test(.slow, arguments: shippedLooks.map(\.name))
  func checksWithoutAWord(_ name: String) throws {
    let source = try #require(shippedLooks.first { $0.name == name })
    let (look, diagnostics) = compile(source, withLints: true)
    #expect(diagnostics.map(\.rendered) == [])
    #expect(look?.program.problems == [])
  }

  @Test(arguments: standardLibrary.indices)
  func theLibraryChecksByItself(_ index: Int) {
    let (look, diagnostics) = compile(standardLibrary[index], withLints: true)
    #expect(look == nil)
    #expect(diagnostics.map(\.rendered) == [])
  }
}
