import Testing
import TintypeDiagnostics

@Suite struct NearestNameTests {
  private static let names: [(wrong: String, candidates: [String], meant: String?)] = [
    ("sorce", ["source", "soft", "force"], "source"), ("cotnrast", ["contrast", "constant"], "contrast"),
    ("Exposure", ["exposure"], "exposure"), ("clmp", ["clamp", "lamp"], "clamp"), ("ab", ["zz"], nil), ("", ["a"], nil),
    ("t", ["c"], nil), ("T", ["t"], "t"), ("lookAt", ["lookup"], nil), ("reversed", ["recovered"], nil),
    ("grain", ["grained"], "grained"), ("px", ["pi"], nil), ("too", ["to"], "to"), ("PI", ["pi"], "pi"),
  ]

  @Test(arguments: names) func findsWhatWasMeant(_ name: (wrong: String, candidates: [String], meant: String?)) {
    #expect(nearestName(to: name.wrong, among: name.candidates) == name.meant)
  }

  @Test func doesNotLookAtEndlessNames() {
    #expect(nearestName(to: String(repeating: "a", count: 100_000), among: ["a"]) == nil)
  }
}
