import Testing
import TintypeIntrinsics

@Suite struct PixelNoiseTests {
  @Test func isTheSameForEqualPlaces() {
    let row = PixelNoise(seed: 1, frame: 0, channel: 2, row: 7)
    #expect(row(column: 3) == PixelNoise(seed: 1, frame: 0, channel: 2, row: 7)(column: 3))
    #expect(row(column: 3) != row(column: 4))
  }
}
