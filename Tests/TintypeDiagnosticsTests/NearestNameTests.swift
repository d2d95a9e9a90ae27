import Testing
import TintypeDiagnostics

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("sorce", ["source", "soft", "force"], "source"), ("cotnrast", ["contrast", "constant"], "contrast"),
    ("Exposure", ["exposure"], "exposure"), ("clmp", ["clamp", "lamp"], "clamp"), ("ab", ["zz"], nil), ("", ["a"], nil),
    ("t", ["c"], nil), ("T", ["t"], "t"),
  ])
  func findsWhatWasMeant(_ name: String, _ candidates: [String], _ meant: String?) {
    #expect(nearestName(to: name, among: candidates) == meant)
  }

  @Test func doesNotLookAtEndlessNames() {
    #expect(nearestName(to: String(repeating: "a", count: 100_000), among: ["a"]) == nil)
  }
}
