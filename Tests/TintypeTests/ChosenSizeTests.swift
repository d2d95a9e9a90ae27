import Testing
import TintypeImage
import TintypeTestSupport

@testable import Tintype

/// Where the size of the photo chooses between images of different sizes, the result is what the chosen one gives.
@Suite struct ChosenSizeTests {
  /// Steps behind the choice.
  private static let steps = [
    "", "|> resize(by: 1.5)", "|> blur(radius: 3px)", "|> crop(ratio: 1)", "|> turn(by: 90deg)", "|> brightened()",
    "|> sample(at: moved())", "|> erode(radius: 1px)",
  ]

  private static let declarations = """
    kernel brightened(c: rgb, at: position) -> rgb { return sqrt(c) * (0.5 + 0.5 * at.relative.x) }
    kernel moved(at: position) -> vec2 { return at.pixels * 0.8 + 2.3 }
    """

  private func rendered(
    _ image: String, _ step: String, _ width: Int, _ height: Int, _ depth: SampleDepth
  ) throws -> (format: PictureFormat, pixels: [UInt8]) {
    let look = try compiled("\(Self.declarations)\nimage chosen = \(image)\noutput chosen \(step)")
    let source = PictureFormat(width: width, height: height, channels: 3, depth: depth)
    let pixels = (0..<Int(source.pictureBytes.count)).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ $0 / 7) }
    let renderer = try PictureRenderer(look, source: source)
    return (renderer.result, try renderer.render(pixels, threads: 2))
  }

  @Test(arguments: steps, [SampleDepth.eight, .sixteen])
  func givesWhatTheChosenImageGives(_ step: String, _ depth: SampleDepth) throws {
    let (turned, bigger) = ("source |> turn(by: 90deg)", "source |> resize(by: 2)")
    for (width, height, other) in [(20, 37, turned), (37, 20, turned), (20, 37, bigger), (700, 9, bigger)] {
      let isChosen = height > width
      let found = try rendered(
        "if source.height > source.width { \(other) } else { source }", step, width, height, depth)
      let wanted = try rendered(isChosen ? other : "source", step, width, height, depth)
      #expect(found.format == wanted.format, "\(width) x \(height) \(step)")
      #expect(found.pixels == wanted.pixels, "\(width) x \(height) \(step) \(depth)")
    }
  }
}
