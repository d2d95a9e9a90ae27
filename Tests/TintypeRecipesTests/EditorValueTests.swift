import Testing
import Tintype
import TintypeDrawing

/// The editor's kernels against numbers from outside: numpy lines of the published formulas in Double, over linear
/// light, with the sRGB curve of IEC 61966-2-1 at both ends.
@Suite struct EditorValueTests {
  private static let known: [KnownStep] = [
    // u * 2**0.7
    KnownStep(
      step: "exposed(source, by: 0.7ev)", values: [[248, 150, 113], [40, 77, 199], [113, 175, 77], [160, 160, 160]]),
    // The matrix of hue-rotate in W3C Filter Effects 1 with c, s = cos(pi / 3), sin(pi / 3), clipped to 0 and 1.
    KnownStep(
      step: "turnedHue(source, by: 60deg)", values: [[144, 148, 0], [146, 0, 136], [29, 142, 130], [128, 128, 128]]),
    // Y = W @ u; 2 * Y * c if Y < .5 else 1 - 2 * (1 - Y) * (1 - c)
    KnownStep(step: "monochrome(source)", values: [[114, 85, 56], [55, 39, 24], [103, 76, 50], [104, 77, 50]]),
    // np.floor(u * 3 + .5) / 3
    KnownStep(
      step: "posterized(source, levels: 4)", values: [[213, 156, 0], [0, 0, 156], [0, 156, 0], [156, 156, 156]]),
    // adjustVibranceWhileKeepingSkinTones of MetalPetal, both branches.
    KnownStep(
      step: "vibrant(source, amount: 0.6)", values: [[203, 118, 84], [6, 54, 164], [84, 151, 28], [128, 128, 128]]),
    KnownStep(
      step: "vibrant(source, amount: -0.6)",
      values: [[197, 122, 95], [75, 84, 137], [96, 127, 81], [128, 128, 128]]),
    // inv(B @ M) @ ((B @ xyz(4000)) / (B @ xyz(6500)) * (B @ M @ u)), the Planckian locus after Kim (2002); ours is
    // after Krystek.
    KnownStep(
      step: "whiteBalance(source, target: 4000k)",
      values: [[217, 115, 59], [51, 60, 122], [115, 136, 32], [148, 124, 94]], tolerance: 2),
    KnownStep(
      step: "whiteBalance(source, neutral: 4000k)",
      values: [[182, 124, 125], [0, 58, 207], [54, 144, 89], [104, 131, 170]], tolerance: 2),
  ]

  @Test(arguments: known)
  private func isWhatTheFormulaGives(_ known: KnownStep) throws { try known.check() }

  /// Codes of the published picture at eight levels.
  @Test func posterizesToKnownCodes() throws {
    let picture = try TestedLook("posterize")(grays, ["levels": 8])
    #expect(Set((0..<256).map { Int(picture[$0, 0].red) }).sorted() == [0, 106, 146, 175, 199, 220, 238, 255])
  }

  /// Linear interpolation between the published knots 0.2 and 0.3 at the luma of code 128.
  @Test func sepiaIsThatOfThePictures() throws {
    let found = try TestedLook("sepia")(128, 128, 128)
    #expect(zip(found, [149, 119, 63]).allSatisfy { abs($0 - $1) <= 2 }, "\(found)")
  }

  /// Colors that were read from published pictures of the effects; the fit that we use is that far off, by its own
  /// measure.
  @Test(
    arguments: [
      ("noir", [220, 30, 30], [207, 207, 207], 3), ("noir", [61, 122, 18], [115, 115, 115], 5),
      ("chrome", [179, 119, 21], [220, 157, 0], 12), ("chrome", [100, 159, 49], [64, 170, 30], 7),
      ("fade", [179, 119, 21], [181, 113, 67], 3), ("fade", [100, 159, 49], [148, 158, 102], 3),
      ("instant", [179, 119, 21], [184, 137, 43], 8), ("instant", [14, 10, 9], [0, 28, 46], 4),
    ] as [(String, [UInt8], [Int], Int)])
  func isNearThePictures(_ name: String, _ color: [UInt8], _ wanted: [Int], _ tolerance: Int) throws {
    let found = try TestedLook(name)(color[0], color[1], color[2])
    #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= tolerance }, "\(found)")
  }
}
