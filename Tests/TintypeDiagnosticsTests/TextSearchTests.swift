import Testing
import TintypeDiagnostics

/// Searching for texts in a text.
@Suite struct TextSearchTests {
  @Test(arguments: [
    ("a // b // c", "//", 2), ("////", "//", 2), ("///", "//", 1), ("äöä", "ä", 2), ("ä", "\u{C3}", 0),
    ("abc", "abcd", 0), ("", "a", 0), ("abc", "", 0), ("aab", "ab", 1),
  ])
  func places(text: String, part: String, count: Int) {
    let places = text.places(of: part)
    #expect(places.count == count)
    #expect(places.allSatisfy { text[$0] == part })
    #expect(text.mentions(part) == (count > 0))
  }

  @Test func placesAreInOrder() throws {
    let text = "dd MM dd"
    #expect(text.places(of: "dd").map { text.distance(from: text.startIndex, to: $0.lowerBound) } == [0, 6])
  }
}
