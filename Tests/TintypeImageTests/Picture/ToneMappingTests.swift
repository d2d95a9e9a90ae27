import Testing
import TintypeColor

@testable import TintypeImage

/// Values of ITU-R BT.2100 and BT.2408, and laws of the curve of BT.2390.
@Suite struct ToneMappingTests {
  /// BT.2408-7, table 1 and section 2.1: reference white and the signals of some lights.
  @Test(arguments: [(0.0, 0.0), (0.508, 100.0), (0.581, 203.0), (0.752, 1000.0), (1.0, 10_000.0)])
  func perceptualQuantizer(_ signal: Double, _ light: Double) {
    #expect(abs(HighDynamicRange.light(pq: signal) - light) <= light * 0.01)
    #expect(abs(HighDynamicRange.pq(light) - signal) <= 0.001)
  }

  /// Half of the signal is a twelfth of the light, and reference white 203 cd/m² on the display of 1,000.
  @Test func hybridLogGamma() {
    #expect(abs(HighDynamicRange.light(hlg: 0.5) - 1 / 12) < 1e-6 && abs(HighDynamicRange.light(hlg: 1) - 1) < 1e-4)
    for light in [0.01, 1 / 12, 0.3, 1] as [Double] {
      #expect(abs(HighDynamicRange.light(hlg: HighDynamicRange.hlg(light)) - light) < 1e-6)
    }
    let mapping = mapping(.hlg, .sixteen)
    let code = mapped(mapping, [49_151, 49_151, 49_151], .sixteen)
    let same = mapped(self.mapping(.pq, .sixteen), [38_071, 38_071, 38_071], .sixteen)
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

  private func mapping(_ range: HighDynamicRange, _ depth: SampleDepth) -> ToneMapping {
    ToneMapping(DisplayLight(range, depth, .rec2020, upTo: nil))
  }

  /// What is brighter than the peak keeps its hue: it is scaled before anything is cut off.
  @Test func huesBeyondThePeak() {
    let code = { (light: Double) in UInt16((HighDynamicRange.pq(light) * 65_535).rounded()) }
    let mapping = mapping(.pq, .sixteen)
    let beyond = mapped(mapping, [code(4_000), code(2_000), code(400)], .sixteen)
    let within = mapped(mapping, [code(1_000), code(500), code(100)], .sixteen)
    #expect(zip(beyond, within).allSatisfy { abs(Int($0) - Int($1)) < 30 }, "\(beyond) \(within)")
  }

  /// The luminance of HLG's display is that of the file's primaries (ITU-R BT.2100, table 5; BT.709 and P3 by their
  /// chromaticities).
  @Test func luminance() throws {
    let p3 = try #require(RGBSpace(primaries: 12, transfer: 13))
    let weights = [
      (RGBSpace.rec2020, SIMD3(0.2627, 0.6780, 0.0593)), (.srgb, SIMD3(0.2126, 0.7152, 0.0722)),
      (p3, SIMD3(0.2290, 0.6917, 0.0793)),
    ]
    for (space, expected) in weights {
      let difference = space.luminance - expected
      #expect((0..<3).allSatisfy { difference[$0].magnitude < 2e-4 }, "\(space) \(space.luminance)")
    }
  }

  /// Rows of light have 1 for 203 cd/m², and are bounded by the largest channel.
  @Test func light() {
    let code = { (light: Double) in UInt16((HighDynamicRange.pq(light) * 65_535).rounded()) }
    let samples = [code(203), code(101.5), code(0), code(4_060), code(2_030), code(203)]
    func numbers(_ most: Double?) -> [Double] {
      let light = DisplayLight(.pq, .sixteen, .rec2020, upTo: most)
      var halves = [UInt16](repeating: 0, count: 6)
      halves.withUnsafeMutableBytes { to in samples.withUnsafeBytes { light.fill(to, from: $0, pixels: 2, channels: 3) }
      }
      return halves.withUnsafeBytes { bytes in (0..<6).map { SampleDepth.half.number(at: 2 * $0, in: bytes) } }
    }
    for (most, expected) in [(nil, [1, 0.5, 0, 20, 10, 1]), (8, [1, 0.5, 0, 8, 4, 0.4])] as [(Double?, [Double])] {
      #expect(zip(numbers(most), expected).allSatisfy { abs($0 - $1) < 0.002 * max($1, 0.1) }, "\(numbers(most))")
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
    let mapping = mapping(range, .sixteen)
    #expect(mapped(mapping, [0, 0, 0], .sixteen) == [0, 0, 0])
    #expect(mapped(mapping, [65_535, 65_535, 65_535, 7], .sixteen) == [65_535, 65_535, 65_535, 7])
    #expect(mapped(self.mapping(range, .eight), [255, 255, 255, 128], .eight) == [65_535, 65_535, 65_535, 32_896])
    // A pure color stays pure, and its brightest channel is the one of gray.
    let red = mapped(mapping, [45_000, 0, 0], .sixteen)
    #expect(red[0] > 0 && red[1] == 0 && red[2] == 0)
    let grays = stride(from: 0, through: 65_535, by: 257).map {
      mapped(mapping, [UInt16($0), UInt16($0), UInt16($0)], .sixteen)[0]
    }
    #expect(zip(grays, grays.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
