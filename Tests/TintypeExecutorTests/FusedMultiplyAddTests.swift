import CTintypeLanes
import Testing
import TintypeTestSupport

/// Where no instruction does it, as in WebAssembly, a multiply-add is made of doubles: of the same bits.
@Suite struct FusedMultiplyAddTests {
  @Test func roundsOnce() {
    var random = SplitMix64(seed: 1)
    var others = 0
    for _ in 0..<200_000 {
      let (a, b) = (number(&random), number(&random))
      // A third that nearly cancels, or that is far below: halves of the last bit of a float.
      let thirds: [Float] = [number(&random), -(a * b), (a * b).ulp / 2, a]
      let c = thirds[Int.random(in: 0..<4, using: &random)]
      let found = tt_fma4(.init(a, b, 1, -a), .init(b, a, c, b), .init(c, c, a, -c))
      let expected: SIMD4<Float> = [
        c.addingProduct(a, b), c.addingProduct(b, a), a.addingProduct(1, c), (-c).addingProduct(-a, b),
      ]
      for lane in 0..<4 where !(found[lane].isNaN && expected[lane].isNaN) {
        others += found[lane].bitPattern == expected[lane].bitPattern ? 0 : 1
      }
    }
    #expect(others == 0)
  }

  /// All bit patterns, and numbers of few bits, whose sums are often halves.
  private func number(_ random: inout SplitMix64) -> Float {
    let bits = UInt32(truncatingIfNeeded: random.next())
    switch bits % 4 {
    case 0: return Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
    case 1: return Float(bitPattern: UInt32(truncatingIfNeeded: random.next()) & 0xBFF8_0000)
    case 2: return Float(bits >> 8) / 16_777_216
    default:
      return [0, -0.0, 1, -1, .infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude][Int(bits >> 8) % 8]
    }
  }
}
