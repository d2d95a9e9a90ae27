import Testing
import Tintype

@Suite struct PhotoDateTests {
  @Test func timesToAdd() {
    #expect(PhotoDate.seconds("+1h30m") == 5400)
    #expect(PhotoDate.seconds("-2d") == -172_800)
    for text in ["", "-", "1", "h", "1x", "1234567890s"] { #expect(PhotoDate.seconds(text) == nil, "\(text)") }
    // The sum would not fit into a number.
    #expect(PhotoDate.seconds(String(repeating: "999999999d", count: 200_000)) == nil)
  }
}
