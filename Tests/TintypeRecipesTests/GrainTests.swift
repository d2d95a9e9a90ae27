import Foundation
import Testing
import Tintype
import TintypeDrawing

/// Grain belongs to the film and not to the pixels.
@Suite struct GrainTests {
  /// The mean and the spread of the green light of a gray picture, as parts of its own light.
  private func light(width: Int, height: Int, reducedBy times: Int = 1, _ settings: [String: Double]) throws -> (
    mean: Double, spread: Double
  ) {
    let gray = Bitmap(width: width, height: height, color: RGB8(128, 128, 128))
    let picture = try TestedLook("grain")(gray, settings)
      .reduced(toFitWidth: width / times, height: height / times)
    // IEC 61966-2-1 at code 128: 0.2158605.
    let lights = stride(from: 1, to: picture.pixels.count, by: 3).map { place in
      pow((Double(picture.pixels[place]) / 255 + 0.055) / 1.055, 2.4) / 0.2158605
    }
    let mean = lights.reduce(0, +) / Double(lights.count)
    return (mean, (lights.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(lights.count)).squareRoot())
  }

  /// Four times as wide and shown at the same size, it looks the same, from a twelfth of a pixel on. (Of wider grain so
  /// small a picture has too few clumps to tell; below it is held to a pixel's integral.)
  @Test(arguments: [8.0, 12, 20, 40, 60, 100])
  func isTheSameAtEverySize(_ micrometers: Double) throws {
    let settings = ["size": micrometers, "amount": 0.6, "roughness": 0.2]
    let small = try light(width: 360, height: 240, settings)
    let large = try light(width: 1440, height: 960, reducedBy: 4, settings)
    // A small picture has few clumps: its own spread is known to some percent, and codes round what is fine.
    #expect(abs(small.spread / large.spread - 1) < 0.05, "\(small) and \(large)")
    #expect(abs(small.mean / large.mean - 1) < 0.01)
  }

  /// What a pixel shows of a field of unit spread with the correlation exp(-r r / (4 s s)), from its square's own
  /// integral: the variance is v * v, and v the integral of (1 - |u|) exp(-u u / (4 s s)) from -1 to 1. In numpy, with
  /// a = 2 * s: v = a * pi**.5 * erf(1 / a) - a * a * (1 - exp(-1 / a**2)); the spread of light is sqrt(exp((b * v)**2)
  /// - 1) where b = ln(2) * amount * ((1 - c) * (.5 + c) + .12) and c = 128 / 255. A frame of 24 mm has 240 rows here:
  /// 100 um a pixel.
  @Test(arguments: [(12.0, 0.0632), (20, 0.0944), (40, 0.1384), (80, 0.1623), (150, 0.1697)])
  func hasTheSpreadOfAPixelsMean(_ micrometers: Double, _ spread: Double) throws {
    let found = try light(width: 360, height: 240, ["size": micrometers, "amount": 0.4, "roughness": 0])
    #expect(abs(found.spread / spread - 1) < 0.03, "\(found)")
    #expect(abs(found.mean - 1) < 0.005)
  }

  /// Silver grain has no color, dye has.
  @Test func hasAColorOfItsOwn() throws {
    let gray = Bitmap(width: 64, height: 64, color: RGB8(128, 128, 128))
    let silver = try TestedLook("grain")(gray, ["size": 200, "color": 0])
    #expect(stride(from: 0, to: silver.pixels.count, by: 3).allSatisfy { silver.pixels[$0] == silver.pixels[$0 + 1] })
    let dye = try TestedLook("grain")(gray, ["size": 200, "color": 1])
    #expect(stride(from: 0, to: dye.pixels.count, by: 3).contains { dye.pixels[$0] != dye.pixels[$0 + 1] })
  }
}
