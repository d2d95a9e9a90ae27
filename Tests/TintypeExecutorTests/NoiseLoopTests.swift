import Testing
import TintypeExecutor
import TintypeIntrinsics
import TintypePlan

/// Noise over a tile against the noise of one pixel, bit for bit, by vectors of any width.
@Suite struct NoiseLoopTests {
  @Test(arguments: [false, true], 0..<4) func givesTheBitsOfOnePixel(_ isNarrow: Bool, _ channel: Int) {
    let plan = Plan(
      explicit: [.noise(channel: channel, seed: .init(0), into: .init(0))], registerCount: 1, uniforms: [.constant(7)],
      tables: [], color: [], bounds: [])
    for count in [1, 8, 9, 17, 255, 256] {
      let contents = [[Float](repeating: 0, count: count)]
      let found = Execution.registers(after: plan, from: contents, isNarrow: isNarrow)[0]
      let noise = PixelNoise(seed: 7, frame: 0, channel: UInt32(channel), row: 0)
      #expect(found == (0..<count).map { noise(column: Int32($0)) })
    }
  }
}
