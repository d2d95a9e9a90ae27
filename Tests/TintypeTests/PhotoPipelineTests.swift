import CTestJPEG
import Foundation
import Testing
import TintypeImage
import TintypeRender
import TintypeTestSupport

@testable import Tintype

/// The result of a photo does not depend on the number of threads.
@Suite struct PhotoPipelineTests {
  private static let looks = [
    "output source",
    "output source |> crop(from: vec2(0.1, 0.3), to: vec2(0.8, 0.9))",
    "output blur(source, radius: 3 px) |> crop(from: vec2(0, 0.23), to: vec2(1, 0.81))",
    "output source * 0.7 + noise(seed: 3) * 0.3 |> crop(source.bounds)",
    "output source * 0.9 |> crop(from: vec2(0, 0.23), to: vec2(1, 0.81))",
  ]

  private static let kinds = [
    (TEST_JPEG_YCC, 1, 1), (TEST_JPEG_YCC, 2, 1), (TEST_JPEG_YCC, 2, 2), (TEST_JPEG_YCC, 1, 2), (TEST_JPEG_GRAY, 1, 1),
    (TEST_JPEG_YCCK, 1, 1),
  ]

  @Test(.slow, arguments: looks, kinds.indices) func bytesAreThoseOfOneThread(_ look: String, _ kind: Int) throws {
    let (colors, across, down) = Self.kinds[kind]
    let look = try compiled(look)
    for (width, height) in [(37, 1000), (16, 1024), (3, 129)] {
      let photo = try Photo(colors, width, height, across: across, down: down)
      let one = photo.outcome(look, threads: 1)
      guard case .rendered = one else { throw TestFailure("\(one)") }
      for threads in [2, 3, 7] { #expect(photo.outcome(look, threads: threads) == one, "\(width) x \(height)") }
    }
  }

  /// A damaged file, and one that is merely odd, gives the same picture and the same notes, or the same error.
  @Test(.slow, arguments: kinds.indices) func whatIsSaidOfDamageIsWhatOneThreadSays(_ kind: Int) throws {
    let (colors, across, down) = Self.kinds[kind]
    let look = try compiled(Self.looks[3])
    let original = try Photo(colors, 21, 400, across: across, down: down)
    var numbers = SplitMix64(seed: UInt64(kind) + 1)
    var (rendered, failed, noted) = (0, 0, 0)
    for _ in 0..<150 {
      let mutant = try original.damaged(&numbers)
      let one = mutant.outcome(look, threads: 1)
      switch one {
      case .rendered(_, let notes): (rendered, noted) = (rendered + 1, noted + (notes.isEmpty ? 0 : 1))
      case .failed: failed += 1
      }
      #expect(mutant.outcome(look, threads: 3) == one)
    }
    #expect(
      rendered > 5 && failed > 5 && noted > 5, "\(rendered) rendered, \(noted) of them with notes, \(failed) failed")
  }

  /// What is left of a damaged file, too.
  @Test func salvageIsThatOfOneThread() throws {
    let look = try compiled(Self.looks[3])
    let original = try Photo(TEST_JPEG_YCC, 21, 400, across: 2, down: 2)
    var numbers = SplitMix64(seed: 5)
    for _ in 0..<60 {
      let mutant = try original.damaged(&numbers)
      #expect(mutant.outcome(look, threads: 3, .salvage) == mutant.outcome(look, threads: 1, .salvage))
    }
  }

  @Test(arguments: [0, 1, 10]) func endsWhenInterrupted(_ calls: Int) throws {
    let photo = try Photo(TEST_JPEG_YCC, 37, 1000, across: 2, down: 2)
    let count = Counter()
    let outcome = photo.outcome(try compiled(Self.looks[0]), threads: 3) { count.next() >= calls }
    #expect(outcome == .failed(ImageError(.interrupted, "interrupted")))
  }
}
