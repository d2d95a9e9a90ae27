import Testing
import TintypeIntrinsics
import TintypeTestSupport

/// The look-up against encoding and rounding. (All 109,051,905 numbers from 2^-13 to 1 were compared once, without a
/// difference; here those around the steps are, where alone a difference could be.)
@Suite struct SRGBCodesTests {
  @Test func agreesAroundEveryStep() {
    var steps: [UInt32] = []
    for bucket in SRGBCodes.table.indices {
      let first = SRGBCodes.leastLight.bitPattern + UInt32(bucket) << 16
      let carry = SRGBCodes.table[bucket] & 0xFFFF
      if carry != 0 { steps.append(first + 0x10000 - carry) }
    }
    for bits in steps {
      for near in bits - 64...bits + 64 {
        let light = Float(bitPattern: near)
        #expect(SRGBCodes.code(of: light) == SRGBCodes.computedCode(of: light), "at \(light)")
      }
    }
    // One or two may lie at the first number of a bucket and show in no carry.
    #expect(steps.count > 250)
  }

  @Test func agreesEverywhere() {
    var random = SplitMix64(seed: 9)
    for _ in 0..<20_000 {
      let light = Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random))
      #expect(SRGBCodes.code(of: light) == SRGBCodes.computedCode(of: light), "at \(light)")
    }
    for light: Float in [
      .nan, -.nan, .infinity, -.infinity, 0, -0, -1, 1, 2, SRGBCodes.leastLight, SRGBCodes.leastLight.nextDown,
    ] {
      #expect(SRGBCodes.code(of: light) == SRGBCodes.computedCode(of: light), "at \(light)")
    }
  }
}
