import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeTestSupport

/// Grain in the densities of a film: its spread, its spectrum, and that of the three colors, independent.
@Suite struct FilmGrainTests {
  /// The spreads of the three channels and their correlations, over a gray picture in a look.
  private func grain(_ name: String, gray: UInt8 = 118) throws -> (spread: [Double], correlation: [Double]) {
    let look = try TestedLook(name)
    let picture = Bitmap(width: 360, height: 240, color: RGB8(gray, gray, gray))
    let (with, without) = (try look(picture, settings(grain: 3)), try look(picture, settings(grain: 0)))
    let channels = (0..<3).map { channel in
      stride(from: channel, to: with.pixels.count, by: 3).map { Double(with.pixels[$0]) - Double(without.pixels[$0]) }
    }
    let spread = channels.map { covariance($0, $0).squareRoot() }
    return (
      spread, [(0, 1), (0, 2), (1, 2)].map { covariance(channels[$0], channels[$1]) / (spread[$0] * spread[$1]) }
    )
  }

  private func settings(grain: Double) -> [String: Double] { ["grain": grain, "halation": 0, "sharpness": 0] }

  private func covariance(_ first: [Double], _ second: [Double]) -> Double {
    let means = (first.reduce(0, +) / Double(first.count), second.reduce(0, +) / Double(second.count))
    return zip(first, second).reduce(0) { $0 + ($1.0 - means.0) * ($1.1 - means.1) } / Double(first.count)
  }

  /// No speckle of a sensor: the colors vary by themselves, and blue by what the data sheets say.
  @Test(arguments: ["warm-negative", "cool-negative", "punchy-negative", "cine-tungsten", "slide", "classic-slide"])
  func colorsAreIndependent(_ name: String) throws {
    let (spread, correlation) = try grain(name)
    #expect(correlation.allSatisfy { abs($0) < 0.05 }, "\(name): \(correlation)")
    #expect(spread[2] / spread[1] > 1.2 && spread[2] / spread[1] < 2.5, "\(name): \(spread)")
  }

  /// The grain of green at the gray card is the film's granularity times the slope of what follows: printer, paper,
  /// dyes. The granularity is over a disc of 48 um; that over a pixel follows from the size of the grain, whose field
  /// has the correlation exp(-r r / (4 size size)). The slope is measured, by density in place of grain.
  @Test(arguments: ["warm-negative", "cool-negative", "punchy-negative", "cine-tungsten", "slide", "classic-slide"])
  func grainFollowsTheGranularity(_ name: String) throws {
    let text = String(decoding: try #require(shippedLooks.first { $0.name == name }).text, as: UTF8.self)
    func with(_ density: Double) throws -> Double {
      // A step of the recipe's own takes the place of the library's.
      let nudged = """
        kernel nudged(density: rgb, rise: scalar, apart: matrix) -> rgb {
          return density + apart * (rgb(0, \(density), 0) * max(1 + rise * density, 0.6))
        }
        // allow: unused-input
        function grainy(
          density: image, rms: rgb, amount: scalar = 1, rise: scalar = -0.55, size: length = 3um,
          through: matrix = matrix((1, 0, 0), (0, 1, 0), (0, 0, 1)), seed: scalar = 0
        ) -> image { return nudged(density, rise, apart: inverse(through)) }
        """
      let look = try TestedLook(compiling: text + nudged)
      let gray = Bitmap(width: 60, height: 40, color: RGB8(118, 118, 118))
      // The dither is not of the density.
      let made = try look(gray, settings(grain: 1)).pixels.enumerated().filter { $0.offset % 3 == 1 }
      return made.reduce(0) { $0 + Double($1.element) } / Double(made.count)
    }
    let slope = abs(try with(0.03) - with(-0.03)) / 0.06
    let numbers = try #require(text.firstMatch(of: /rms: rgb\([0-9.]+, ([0-9.]+), [0-9.]+\),/))
    let size = try #require(text.firstMatch(of: /\n *size: ([0-9.]+)um/))
    let (rms, radius) = (try #require(Double(numbers.1)), try #require(Double(size.1)))
    // 24 megapixels: a pixel is 6 um wide. The share of a line's variance that its mean keeps, by the trapezoidal rule.
    let pixel = 6.0
    let kept = (1..<2_000).reduce(0.0) { sum, step in
      let apart = pixel * (Double(step) / 1_000 - 1)
      return sum + (1 - abs(apart) / pixel) * exp(-apart * apart / (4 * radius * radius)) / 1_000
    }
    let spread = rms * (1_810 / (4 * Double.pi * radius * radius)).squareRoot() * kept
    let strip = Bitmap(width: 6_000, height: 32, color: RGB8(118, 118, 118))
    let look = try TestedLook(name)
    let (grain, still) = (try look(strip, settings(grain: 1)), try look(strip, settings(grain: 0)))
    let noise = stride(from: 1, to: strip.pixels.count, by: 3).map {
      Double(grain.pixels[$0]) - Double(still.pixels[$0])
    }
    // Both are rounded by chance, each with a variance of at most 1/4.
    let found = (covariance(noise, noise) - 0.33).squareRoot()
    #expect(abs(found / (spread * slope) - 1) < 0.1, "\(name): \(found) and \(spread * slope)")
  }

  /// Silver, against grains at random places. Both are of a film whose grain is ten times as large as that of a film of
  /// ISO 400, with the granularity 170 over a disc of 480 um at a density of 1, so that pictures are small: 60, 120 and
  /// 240 um a pixel stand for 24, 6 and 1.5 megapixels.
  @Test(arguments: [0.3, 0.75, 1.5]) func silverIsThatOfGrains(density: Double) throws {
    // Cells of 3 um, and grains of the radius that gives this granularity in the model, 4.5 um.
    let sheets = (0..<3).map { BooleanGrain(density: density, side: 1_280, radius: 1.5, blur: 10, seed: $0 + 1) }
    let grain = "grainy(source * 0 + \(density - 0.75), rms: rgb(0.134), size: 30um, color: 0, seed: 5)"
    let look = try TestedLook(step: "exp10(-(\(grain) + 0.75))")
    for pixel in [20, 40, 80] {
      let gray = Bitmap(width: 12_000 / pixel, height: 8_000 / pixel, color: RGB8(118, 118, 118))
      let made = try look(gray).pixels.enumerated().filter { $0.offset % 3 == 1 }.map { sample in
        -log10(max(pow((Double(sample.element) / 255 + 0.055) / 1.055, 2.4), 1e-6))
      }
      let film = sheets.map { $0.densities(pixel: pixel) }
      let variance = film.reduce(0) { $0 + covariance($1.values, $1.values) / 3 }
      let ratio = (covariance(made, made) / variance).squareRoot()
      #expect(abs(ratio - 1) < 0.05, "\(density), \(pixel): \(ratio)")
      // The largest pixels are too few for a spectrum.
      guard pixel < 80 else { continue }
      var wanted = [Double](repeating: 0, count: 8)
      for sheet in film {
        for (index, power) in spectrum(sheet.values, columns: sheet.columns).enumerated() { wanted[index] += power / 3 }
      }
      let found = spectrum(made, columns: gray.width)
      #expect(zip(wanted, found).allSatisfy { abs($0 - $1) < 0.1 * wanted[0] }, "\(wanted) and \(found)")
    }
  }

  /// The power at eight frequencies up to half a cycle per pixel, along rows, over the mean of all. Rows are cut into
  /// pieces of 16 pixels.
  private func spectrum(_ values: [Double], columns: Int) -> [Double] {
    let mean = values.reduce(0, +) / Double(values.count)
    let starts = values.indices.filter { $0 % columns % 16 == 0 && $0 % columns + 16 <= columns }
    let powers = (1...8).map { frequency in
      starts.reduce(0.0) { sum, start in
        var (real, imaginary) = (0.0, 0.0)
        for place in 0..<16 {
          let angle = 2 * Double.pi * Double(frequency * place) / 16
          real += (values[start + place] - mean) * cos(angle)
          imaginary += (values[start + place] - mean) * sin(angle)
        }
        return sum + real * real + imaginary * imaginary
      }
    }
    let total = powers.reduce(0, +) / 8
    return powers.map { $0 / total }
  }
}
