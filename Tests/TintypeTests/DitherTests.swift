import Testing
import TintypeIR
import TintypeImage

@testable import Tintype

/// Noise of one code in front of the rounding to 8 bits.
@Suite struct DitherTests {
  private let plain: ConfiguredLook

  init() throws { plain = try compiled("output source") }

  private static let width = 256
  private static let height = 128

  /// Rows of 16-bit grays, one gray a row.
  private func rows(_ gray: (_ row: Int) -> Int) -> [UInt8] {
    (0..<Self.height).flatMap { row -> [UInt8] in
      let code = UInt16(gray(row))
      let pixel = [UInt8(truncatingIfNeeded: code), UInt8(code >> 8)]
      return Array(repeating: pixel + pixel + pixel, count: Self.width).flatMap { $0 }
    }
  }

  private func rendered(
    _ pixels: [UInt8], _ look: ConfiguredLook? = nil, depth: SampleDepth = .sixteen,
    _ dither: Dithering = .auto, shot: Shot = Shot()
  ) throws -> [UInt8] {
    let format = PictureFormat(width: Self.width, height: Self.height, channels: 3, depth: depth)
    let renderer = try PictureRenderer(look ?? plain, source: format, depth: .eight, dither: dither, shot: shot)
    return try renderer.render(pixels)
  }

  /// The first channel of a row.
  private func row(_ number: Int, of pixels: [UInt8]) -> [Double] {
    (0..<Self.width).map { Double(pixels[(number * Self.width + $0) * 3]) }
  }

  @Test func theMeanIsTheGray() throws {
    // From 100.0 to 101.0 codes of 8 bits: rounding alone gives steps.
    let exact = { (row: Int) in 25700.0 + 257 * Double(row) / Double(Self.height) }
    let pixels = rows { Int(exact($0).rounded()) }
    let (soft, hard) = (try rendered(pixels), try rendered(pixels, nil, .off))
    var largest = (soft: 0.0, hard: 0.0)
    for first in stride(from: 0, to: Self.height, by: 8) {
      let band = first..<first + 8
      let wanted = band.reduce(0.0) { $0 + exact($1) / 257 / 8 }
      func miss(_ pixels: [UInt8]) -> Double {
        abs(band.flatMap { row($0, of: pixels) }.reduce(0, +) / Double(8 * Self.width) - wanted)
      }
      largest = (max(largest.soft, miss(soft)), max(largest.hard, miss(hard)))
    }
    // 2,048 pixels of a variance of 1/4: a standard error of 0.011.
    #expect(largest.soft < 0.045)
    #expect(largest.hard > 0.4)
    #expect(Set(soft).isSubset(of: [99, 100, 101, 102]))
  }

  /// Up to one code from black and white, where the noise has less room.
  @Test func theMeanIsTheGrayAtTheEnds() throws {
    for start in [0, 65535 - 2 * 257] {
      let exact = { (row: Int) in Double(start + row / 8 * 8 * 257 * 2 / Self.height) }
      let pixels = try rendered(rows { Int(exact($0)) })
      for first in stride(from: 0, to: Self.height, by: 8) {
        let codes = (first..<first + 8).flatMap { row($0, of: pixels) }
        // A standard error of at most 0.011.
        #expect(abs(codes.reduce(0, +) / Double(codes.count) - exact(first) / 257) < 0.045, "\(start) and row \(first)")
      }
    }
  }

  @Test func allChannelsMoveTogether() throws {
    let pixels = try rendered(rows { 20000 + $0 * 3 })
    #expect(stride(from: 0, to: pixels.count, by: 3).allSatisfy { pixels[$0] == pixels[$0 + 1] })
    #expect(stride(from: 0, to: pixels.count, by: 3).allSatisfy { pixels[$0] == pixels[$0 + 2] })
  }

  @Test func blackAndWhiteStayClean() throws {
    #expect(Set(try rendered(rows { _ in 0 })) == [0])
    #expect(Set(try rendered(rows { _ in 65535 })) == [255])
  }

  @Test func onlyDeeperPhotosAreDithered() throws {
    let bytes = (0..<Self.width * Self.height * 3).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let dim = try compiled("output source * 0.7")
    let asIs = try rendered(bytes, dim, depth: .eight)
    #expect(try rendered(bytes, dim, depth: .eight, .off) == asIs)
    #expect(try rendered(bytes, dim, depth: .eight, .on) != asIs)
  }

  @Test func theSeedIsThatOfTheShot() throws {
    let pixels = rows { 25700 + $0 }
    var other = Shot()
    other[.seed] = [7]
    let first = try rendered(pixels)
    #expect(try rendered(pixels) == first)
    #expect(try rendered(pixels, shot: other) != first)
  }

  @Test func theGrainOfTheLookIsAnother() throws {
    // The first of two equal noises would cancel where it is subtracted.
    let grainy = try compiled("output source + (noise(seed: .photo).r - 0.5) / 255")
    let pixels = rows { _ in 25700 }
    let (alone, both) = (row(3, of: try rendered(pixels)), row(3, of: try rendered(pixels, grainy)))
    let grain = row(3, of: try rendered(rows { _ in 25700 }, grainy, .off))
    #expect(zip(alone, both).contains { $0 != $1 })
    #expect(Set(grain).count <= 2)
  }
}
