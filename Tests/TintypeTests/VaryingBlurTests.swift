import Foundation
import Testing
import TintypeExecutor
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypePlan
import TintypeRender
import TintypeTestSupport

@testable import Tintype

/// A blur whose radius follows a mask, against the sum that it stands for: at each pixel p the Gaussian of sigma(p)
/// around p over the picture, whose edge pixels are repeated.
@Suite struct VaryingBlurTests {
  /// Gray codes from 0 to 1.
  typealias Gray = @Sendable (_ column: Int, _ row: Int) -> Double

  private static let (width, height) = (72, 48)

  /// sigma as a part of the radius, in a kernel and in Swift.
  struct Mask: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kernel: String
    let value: Gray
  }

  private static let masks = [
    Mask(testDescription: "rising", kernel: "at.relative.y") { _, row in (Double(row) + 0.5) / Double(height) },
    Mask(testDescription: "squared", kernel: "at.relative.y * at.relative.y") { _, row in
      pow((Double(row) + 0.5) / Double(height), 2)
    },
    // A hard edge of the mask, across the edges of the picture.
    Mask(testDescription: "hard edge", kernel: "step(20.3, at.pixels.y) * 0.8") { _, row in row < 20 ? 0 : 0.8 },
    Mask(testDescription: "by the pixel", kernel: "fract(at.pixels.y / 2) * 1.3") { _, row in
      row % 2 == 0 ? 0.325 : 0.975
    },
    // Clamped to 0...1.
    Mask(testDescription: "beyond", kernel: "at.relative.y * 4 - 2") { _, row in
      min(max((Double(row) + 0.5) / Double(height) * 4 - 2, 0), 1)
    },
  ]

  /// Hard edges, from one column to the next: in the middle, near the edge of the picture.
  private static let edges: [Gray] = [{ column, _ in column < 36 ? 0 : 1 }, { column, _ in column < 4 ? 1 : 0 }]

  /// The stated error.
  @Test(.slow, arguments: masks, [0.4, 1.3, 4, 9] as [Double])
  func followsHardEdges(_ mask: Mask, _ radius: Double) throws {
    for picture in Self.edges {
      let found = try Self.rendered("blur(source, radius: \(radius)px, by: share())", mask, picture)
      var worst = 0.0
      for row in 0..<Self.height {
        let sigma = radius * mask.value(0, row)
        for column in 0..<Self.width {
          let exact = Self.gathered(sigma) { picture(column + $0, row) }
          worst = max(worst, abs(found[row][column] - exact))
        }
      }
      #expect(worst < 0.008, "\(worst)")
    }
  }

  /// No picture of codes from 0 to 1 can differ by more than half of what two kernels differ by in all, 0.0405 at a
  /// sigma of 0.63: noise in black and white, and a board of single pixels.
  @Test(.slow, arguments: masks) func followsAnyPicture(_ mask: Mask) throws {
    var random = SplitMix64(seed: 7)
    let noise = (0..<Self.width * Self.height).map { _ in Bool.random(using: &random) ? 1.0 : 0 }
    let pictures: [Gray] = [{ column, row in noise[row * 72 + column] }, { Double(($0 + $1) % 2) }]
    for (picture, radius) in zip(pictures, [2.5, 1.5]) {
      let bounded: Gray = { picture(min(max($0, 0), Self.width - 1), min(max($1, 0), Self.height - 1)) }
      let found = try Self.rendered("blur(source, radius: \(radius)px, by: share())", mask, picture)
      var worst = 0.0
      for row in stride(from: 0, to: Self.height, by: 3) {
        let sigma = radius * mask.value(0, row)
        for column in stride(from: row % 2, to: Self.width, by: 5) {
          let exact = Self.gathered(sigma) { right in Self.gathered(sigma) { bounded(column + right, row + $0) } }
          worst = max(worst, abs(found[row][column] - exact))
        }
      }
      #expect(worst < 0.041, "\(worst)")
    }
  }

  /// Where the mask gives less than a quarter pixel the photo is not touched.
  @Test func leavesWhatIsInFocusBitForBit() throws {
    var random = SplitMix64(seed: 3)
    let codes = (0..<Self.width * Self.height).map { _ in Double.random(in: 0...1, using: &random) }
    let mask = Mask(testDescription: "half", kernel: "step(24, at.pixels.y)") { _, row in row < 24 ? 0 : 1 }
    let photo: Gray = { codes[$1 * 72 + $0] }
    let found = try Self.rendered("blur(source, radius: 4px, by: share())", mask, photo)
    let stored = try Self.rendered("source", mask, photo)
    #expect(found[..<24] == stored[..<24])
    #expect(found[24] != stored[24])
    // Less than the radius that has an effect.
    #expect(try Self.rendered("blur(source, radius: 0.25px, by: share())", mask, photo) == stored)
  }

  /// One number is the same mask everywhere, so it is a part of the radius.
  @Test func oneNumberIsAPartOfTheRadius() throws {
    let mask = Self.masks[0]
    let (edge, blurred) = (Self.edges[0], "blur(source, radius: 1.2px)")
    let plain = try Self.rendered(blurred, mask, edge)
    for share in ["0.3", "30%"] {
      #expect(try Self.rendered("blur(source, radius: 4px, by: \(share))", mask, edge) == plain)
    }
    #expect(try Self.rendered("blur(source, radius: 1.2px, by: 3)", mask, edge) == plain)
    #expect(try Self.rendered("blur(source, radius: 1.2px, by: -1)", mask, edge) == Self.rendered("source", mask, edge))
  }

  /// A mask blurs as a picture does, and alpha is multiplied in.
  @Test func blursMasksToo() throws {
    let mask = Self.masks[0]
    let picture = try Self.rendered("blur(source, radius: 4px, by: share())", mask, Self.edges[0])
    #expect(try Self.rendered("rgb(blur(source.g, radius: 4px, by: share()))", mask, Self.edges[0]) == picture)
  }

  /// The place of a mask's pixel is in the picture that is blurred; without common pixels nothing comes out.
  @Test func theMaskLiesOnThePicture() throws {
    let mask = Self.masks[0]
    let lower = "crop(source, from: vec2(0, 0.5), to: vec2(1, 1))"
    let found = try Self.rendered("blur(\(lower), radius: 4px, by: share())", mask, Self.edges[0])
    #expect(found.count == 24)
    let stored = try Self.rendered(lower, mask, Self.edges[0])
    #expect(found[0] == stored[0])
    #expect(found[23] != stored[23])
    // A mask of a part of the picture leaves that part.
    let part = try Self.rendered("blur(source, radius: 4px, by: \(lower).g)", mask, Self.edges[0])
    #expect(part.count == 24)
  }

  // MARK: Cost

  /// The levels: those that a radius and a mask can reach, two for each doubling, whatever the size is.
  @Test(
    arguments: [
      // 1/2 to 4 pixels in steps of sqrt 2, and 4.2.
      ("4.2px", "share()", 8), ("0.3px", "share()", 1),
      // 2% of 4000 rows are 80 pixels, of 100 rows 2.
      ("2%", "share()", 16),
      // A mask that is at most a half, or at least.
      ("80px", "0.5 * saturate(share())", 14), ("80px", "0.5 + 0.5 * share()", 4),
    ])
  func levelsAreThoseThatAreReached(_ radius: String, _ mask: String, _ count: Int) throws {
    let look = try compiled("\(Self.share(Self.masks[0]))\noutput blur(source, radius: \(radius), by: \(mask))")
    let plan = look.bound.plan(for: .opaque(.eight), shot: nil).sized(width: 6000, height: 4000).plan
    let levels = plan.fields.count { if case .filtered = $0.content { true } else { false } }
    #expect(levels == count)
  }

  @Test func aSmallPhotoHasFewLevels() throws {
    let look = try compiled("\(Self.share(Self.masks[0]))\noutput blur(source, radius: 2%, by: share())")
    let plan = look.bound.plan(for: .opaque(.eight), shot: nil)
    #expect(plan.plan.fields.count > plan.sized(width: 6000, height: 4000).plan.fields.count)
    #expect(plan.sized(width: 150, height: 100).plan.fields.count == 6)
  }

  /// What is left out has no weight: the bytes are those of the plan for all sizes.
  @Test(arguments: [1, 3]) func leavingLevelsOutChangesNoByte(threads: Int) throws {
    let look = try compiled("\(Self.share(Self.masks[1]))\noutput blur(source, radius: 7%, by: share())")
    let plan = look.bound.plan(for: .opaque(.sixteen), shot: nil)
    var random = SplitMix64(seed: 5)
    let codes = (0..<Self.width * Self.height).map { _ in Double.random(in: 0...1, using: &random) }
    let photo: Gray = { codes[$1 * 72 + $0] }
    let whole = Execution(
      plan.plan, width: Self.width, height: Self.height, source: Self.format.pixels, result: Self.format.pixels)
    let sized = plan.execution(
      width: Self.width, height: Self.height, source: Self.format.pixels, result: Self.format.pixels)
    #expect(try Self.codes(whole, photo, threads: 2) == Self.codes(sized, photo, threads: threads))
  }

  // MARK: Helpers

  private static let format = PictureFormat(width: width, height: height, channels: 3, depth: .sixteen)

  private static func share(_ mask: Mask) -> String {
    "kernel share(at: position) -> scalar { return \(mask.kernel) }"
  }

  /// The gray of each pixel of the result, row by row, from 0 to 1.
  private static func rendered(_ output: String, _ mask: Mask, _ picture: Gray) throws -> [[Double]] {
    let plan = try compiled("\(share(mask))\noutput \(output)").bound.plan(for: .opaque(.sixteen), shot: nil)
    let execution = plan.execution(width: width, height: height, source: format.pixels, result: format.pixels)
    let codes = try codes(execution, picture, threads: 2)
    let columns = execution.resultSize.width
    return (0..<execution.resultSize.height).map { row in
      (0..<columns).map { Double(codes[3 * (row * columns + $0)]) / 65535 }
    }
  }

  private static func codes(_ execution: Execution, _ picture: Gray, threads: Int) throws -> [UInt16] {
    let bytes = (0..<height).flatMap { row in
      (0..<width).flatMap { column -> [UInt8] in
        let code = UInt16((picture(column, row) * 65535).rounded())
        return [0, 1, 2].flatMap { _ in [UInt8(code & 0xFF), UInt8(code >> 8)] }
      }
    }
    let result = try StoredPicture(execution.format)
    try PhotoPipeline(StoredPicture(format, bytes: bytes), execution, to: result).run(threads: threads)
    return result.colorCodes
  }

  /// The mean of numbers along a line, weighted with a Gaussian at whole distances up to six sigma.
  private static func gathered(_ sigma: Double, _ number: (Int) -> Double) -> Double {
    guard sigma > 0 else { return number(0) }
    let reach = Int((6 * sigma).rounded(.up))
    var (sum, weights) = (0.0, 0.0)
    for distance in -reach...reach {
      let weight = exp(-Double(distance * distance) / (2 * sigma * sigma))
      sum += weight * number(distance)
      weights += weight
    }
    return sum / weights
  }
}
