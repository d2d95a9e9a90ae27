import Testing

@testable import TintypeImage

/// Values of ITU-R BT.2100 and BT.2408, and laws of the curve of BT.2390.
@Suite struct ToneMappingTests {
  /// BT.2408-7, table 1 and section 2.1: reference white and the signals of some lights.
  @Test(arguments: [(0.0, 0.0), (0.508, 100.0), (0.581, 203.0), (0.752, 1000.0), (1.0, 10_000.0)])
  func perceptualQuantizer(_ signal: Float, _ light: Float) {
    #expect(abs(ToneMapping.light(pq: signal) - light) <= light * 0.01)
    #expect(abs(ToneMapping.pq(light) - signal) <= 0.001)
  }

  /// Half of the signal is a twelfth of the light, and reference white 203 cd/m² on the display of 1,000.
  @Test func hybridLogGamma() {
    #expect(abs(ToneMapping.light(hlg: 0.5) - 1 / 12) < 1e-6 && abs(ToneMapping.light(hlg: 1) - 1) < 1e-4)
    let mapping = ToneMapping(.hlg, .sixteen)
    let code = mapped(mapping, [49_151, 49_151, 49_151], .sixteen)
    let same = mapped(ToneMapping(.pq, .sixteen), [38_071, 38_071, 38_071], .sixteen)
    #expect(zip(code, same).allSatisfy { abs(Int($0) - Int($1)) < 120 }, "203 cd/m² either way")
  }

  @Test func theCurve() {
    #expect(ToneMapping.mapped(1) == 1 && ToneMapping.mapped(50) == 50, "below the knee light stays")
    #expect(abs(ToneMapping.mapped(1000) - 203) < 0.1)
    let lights = (0...2000).map { ToneMapping.mapped(Float($0) / 2) }
    #expect(zip(lights, lights.dropFirst()).allSatisfy { $0 < $1 + 1e-3 }, "it rises")
    // (1.5 maxLum - 0.5) in PQ's scale, from 1,000 to 203 cd/m²: python3 with the formulas of the recommendation.
    #expect(ToneMapping.mapped(85) == 85)
    for (light, shown) in [(110.0, 107.923), (203, 159.042), (500, 198.856)] as [(Float, Float)] {
      #expect(abs(ToneMapping.mapped(light) - shown) < 0.05)
    }
  }

  private func mapped(_ mapping: ToneMapping, _ samples: [UInt16], _ depth: SampleDepth) -> [UInt16] {
    var result = [UInt16](repeating: 0, count: samples.count)
    let bytes = samples.map { UInt8(truncatingIfNeeded: $0) }
    result.withUnsafeMutableBytes { to in
      if depth == .eight {
        bytes.withUnsafeBytes { mapping.map($0, to: to, pixels: 1, channels: samples.count) }
      } else {
        samples.withUnsafeBytes { mapping.map($0, to: to, pixels: 1, channels: samples.count) }
      }
    }
    return result
  }

  @Test(arguments: [HighDynamicRange.pq, .hlg]) func rows(_ range: HighDynamicRange) {
    let mapping = ToneMapping(range, .sixteen)
    #expect(mapped(mapping, [0, 0, 0], .sixteen) == [0, 0, 0])
    #expect(mapped(mapping, [65_535, 65_535, 65_535, 7], .sixteen) == [65_535, 65_535, 65_535, 7])
    #expect(mapped(ToneMapping(range, .eight), [255, 255, 255, 128], .eight) == [65_535, 65_535, 65_535, 32_896])
    // A pure color stays pure, and its brightest channel is the one of gray.
    let red = mapped(mapping, [45_000, 0, 0], .sixteen)
    #expect(red[0] > 0 && red[1] == 0 && red[2] == 0)
    let grays = stride(from: 0, through: 65_535, by: 257).map {
      mapped(mapping, [UInt16($0), UInt16($0), UInt16($0)], .sixteen)[0]
    }
    #expect(zip(grays, grays.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
