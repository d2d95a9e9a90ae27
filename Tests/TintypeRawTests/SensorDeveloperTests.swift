import Testing
import TintypeColor
import TintypeRaster

@testable import TintypeRaw

/// A scene, and what a sensor of a pattern records of it.
private struct Scene {
  static let patterns = [[0, 1, 1, 2], [1, 0, 2, 1], [1, 2, 0, 1], [2, 1, 1, 0]]

  var width = 300
  var height = 90
  var pattern = Scene.patterns[0]
  var balance = SIMD3<Float>(2, 1, 1.5)
  var black: [Float] = [500, 520, 510, 530]
  var white: Float = 16_383
  /// Balanced light at a place.
  var light: (_ x: Int, _ y: Int) -> SIMD3<Float>

  private func mosaic() -> [UInt16] {
    (0..<(width * height)).map { place in
      let (x, y) = (place % width, place / width)
      let color = pattern[y % 2 * 2 + x % 2]
      let black = black[y % 2 * 2 + x % 2]
      let sample = light(x, y)[color] / balance[color] * (white - black) + black
      return UInt16(max(0, min(sample, white)).rounded())
    }
  }

  /// The light that is developed, in bands from the top.
  func developed(half: Bool = false) -> [SIMD3<Float>] {
    let mosaic = mosaic()
    return mosaic.withUnsafeBufferPointer { mosaic in
      let samples = SensorSamples(
        .bayer, width: width, height: height, first: mosaic.baseAddress!, stride: width, pattern: pattern,
        black: black, blackWidth: 2, white: SIMD3(repeating: white))
      let identity = Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
      let developer = SensorDeveloper(samples, SensorColor(balance: balance, matrix: identity))
      let size = half ? ((width + 1) / 2, (height + 1) / 2) : (width, height)
      var rows = [UInt16](repeating: 0, count: size.0 * size.1 * 3)
      rows.withUnsafeMutableBufferPointer { rows in
        let step = half ? 1 : SensorDeveloper.rowsAtOnce
        for first in stride(from: 0, to: size.1, by: step) {
          let place = rows.baseAddress! + first * size.0 * 3
          if half {
            developer.developHalf(first, into: place)
          } else {
            developer.develop(first..<min(first + step, size.1), into: place)
          }
        }
      }
      return numbers(rows)
    }
  }
}

private func numbers(_ halves: [UInt16]) -> [SIMD3<Float>] {
  halves.withUnsafeBytes { bytes in
    (0..<(halves.count / 3)).map { place in
      var light = SIMD3<Float>.zero
      for color in 0..<3 { light[color] = Float(SampleDepth.half.number(at: (place * 3 + color) * 2, in: bytes)) }
      return light
    }
  }
}

private func largestError(_ a: [SIMD3<Float>], _ b: [SIMD3<Float>]) -> Float {
  zip(a, b).map { ($0 - $1).replacing(with: $1 - $0, where: $0 .< $1).max() }.max() ?? .infinity
}

@Suite struct SensorDeveloperTests {
  /// Black, white and balance of each place count, whatever its color, up to the edges.
  @Test(arguments: Scene.patterns) func flatColorsAreExact(_ pattern: [Int]) {
    let color = SIMD3<Float>(0.3, 0.18, 0.45)
    let scene = Scene(pattern: pattern) { _, _ in color }
    let light = scene.developed()
    #expect(largestError(light, [SIMD3<Float>](repeating: color, count: light.count)) < 0.0005)
    let half = scene.developed(half: true)
    #expect(half.count == 150 * 45)
    #expect(largestError(half, [SIMD3<Float>](repeating: color, count: half.count)) < 0.0005)
  }

  /// A step between two grays, upright, level and slanted, stays gray: no color beside it.
  @Test(arguments: Scene.patterns, [SIMD2<Float>(1, 0), SIMD2(0, 1), SIMD2(0.9, 0.4)])
  func edgesStayGray(_ pattern: [Int], _ across: SIMD2<Float>) {
    let scene = Scene(pattern: pattern) { x, y in
      let place = (SIMD2(Float(x) - 150, Float(y) - 45) * across).sum()
      // As sharp as a lens.
      return SIMD3(repeating: 0.08 + 0.5 * max(0, min(place / 2 + 0.5, 1)))
    }
    let light = scene.developed()
    let chroma = light.map { $0.max() - $0.min() }.max() ?? 1
    #expect(chroma < 0.08)
    let mean = light.map { $0.max() - $0.min() }.reduce(0, +) / Float(light.count)
    #expect(mean < 0.001)
  }

  /// The bands and tiles that rows are made in leave no trace: a picture moved by 2 x 2 comes out moved.
  @Test func bandsAndTilesLeaveNoTrace() {
    func light(_ x: Int, _ y: Int) -> SIMD3<Float> {
      let wave = Float((x * 37 + y * 91 + x * y) % 101) / 150 + 0.05
      return SIMD3(wave, wave * 0.7 + Float(x % 17) / 60, 0.3)
    }
    let scene = Scene(width: 600, height: 140) { light($0, $1) }
    let moved = Scene(width: 560, height: 110) { light($0 + 18, $1 + 14) }
    let (whole, part) = (scene.developed(), moved.developed())
    for y in 12..<98 {
      for x in 14..<546 where whole[(y + 14) * 600 + x + 18] != part[y * 560 + x] {
        Issue.record("differs at \(x), \(y)")
        return
      }
    }
  }

  /// Where green is cut off, a gray ramp goes on as gray to the end of the furthest color, and ends white.
  @Test func highlightsAreRebuilt() {
    let scene = Scene(width: 800) { x, _ in SIMD3(repeating: Float(x) / 250) }
    let row = Array(scene.developed()[(45 * 800)..<(46 * 800)])
    for x in stride(from: 20, to: 360, by: 5) {
      let wanted = Float(x) / 250
      #expect(abs(row[x].y - wanted) < 0.03 * wanted + 0.005, "\(x): \(row[x])")
    }
    for x in 20..<790 {
      #expect(row[x].max() - row[x].min() < 0.18 * row[x].max() + 0.005, "\(x): \(row[x])")
      #expect(row[x].y > row[x - 1].y - 0.02, "falls at \(x): \(row[x - 1]), \(row[x])")
    }
    #expect((row[790] - SIMD3(repeating: 2)).max() < 0.01 && row[790].min() > 1.98)
  }

  /// A color that no other one follows stays what the sensor says of it.
  @Test func aColoredLampKeepsItsHue() {
    let scene = Scene { x, y in (100..<200).contains(x) ? SIMD3(3, 0.2, 0.1) : SIMD3(0.3, 0.02, 0.01) }
    let lamp = scene.developed()[45 * 300 + 150]
    #expect(lamp.x > 1.95 && lamp.y < 0.25 && lamp.z < 0.15)
  }

  @Test func averageIsGray() throws {
    let color = SIMD3<Float>(0.3, 0.18, 0.09)
    let samples: [UInt16] = (0..<(64 * 64)).map { place in
      let channel = [0, 1, 1, 2][place / 64 % 2 * 2 + place % 2]
      return UInt16(color[channel] * 10_000 + 100)
    }
    let balance = try samples.withUnsafeBufferPointer { samples in
      try #require(
        SensorSamples(
          .bayer, width: 64, height: 64, first: samples.baseAddress!, stride: 64, black: [100], blackWidth: 1,
          white: SIMD3(repeating: 10_100)
        ).averageBalance())
    }
    #expect(abs(balance.x - 0.6) < 0.001 && balance.y == 1 && abs(balance.z - 2) < 0.01)
  }
}

@Suite struct WhiteBalanceTests {
  @Test(arguments: ["camera", "auto", "2000K", "5200K", "12000K"]) func spelling(_ text: String) {
    #expect(WhiteBalance(text)?.spelled == text)
  }

  @Test(arguments: ["", "K", "1999K", "12001K", "5200", "nanK", "-5000K", "day"]) func refused(_ text: String) {
    #expect(WhiteBalance(text) == nil)
  }

  /// CIE's table of daylight: D65 is 6504 K, D50 5003 K. Illuminant A is 2856 K.
  @Test(arguments: [(6504.0, 0.3127, 0.3291), (5003, 0.3457, 0.3587), (2856, 0.4476, 0.4075)])
  func lightOfATemperature(_ kelvins: Double, _ x: Double, _ y: Double) {
    let light = WhiteBalance.light(ofTemperature: kelvins)
    #expect(abs(light.x / light.sum() - x) < 0.0006 && abs(light.y / light.sum() - y) < 0.0006)
  }

  /// The factors bring light of the temperature to gray.
  @Test func factorsBalance() throws {
    let matrix = Matrix3(SIMD3(0.6, -0.06, -0.1), SIMD3(-0.86, 1.59, 0.3), SIMD3(-0.15, 0.17, 0.76))
    let factors = try #require(SensorColor.balance(forTemperature: 4500, matrix))
    let balanced = SIMD3<Double>(factors) * (matrix * WhiteBalance.light(ofTemperature: 4500))
    #expect(balanced.max() - balanced.min() < 1e-5)
    #expect(SensorColor.balance(forTemperature: 4500, Matrix3(.zero, .zero, .zero)) == nil)
  }
}
