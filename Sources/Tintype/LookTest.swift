import TintypeColor
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeRender

/// The result of testing an expectation.
public struct ExpectationResult: Sendable {
  /// The expectation.
  public let expectation: Expectation

  /// The largest dE2000 that was found; nil where none is asked for.
  public let distance: Double?

  /// The number that was measured for a window; nil where none is asked for.
  public var measured: Double?

  /// What is wrong with it, in a sentence; nil where it holds.
  public let failure: String?

  /// Whether it holds.
  public var holds: Bool { failure == nil }
}

/// Renders patches of one color through a look, and compares them with its expectations.
///
/// A patch is 96 x 64 pixels of 16 bits. Its color is the mean of the middle half of the result, so that grain averages
/// out, and a dark rim has hardly any influence.
///
/// - Parameter configured: the look; values of its variant stand where an expectation sets none.
public func testExpectations(of configured: ConfiguredLook) throws(ImageError) -> [ExpectationResult] {
  try configured.look.expectations.map { expectation throws(ImageError) in
    let values = (configured.variant?.values ?? [:]).merging(expectation.values) { $1 }
    return try PatchTest(configured.replacing(values).givingKnown(pictures: configured.pictures)).result(
      of: expectation)
  }
}

/// A look that is ready to have patches rendered.
private struct PatchTest {
  /// The renderer of patches, or why there is none.
  private let render: Result<PreparedRender, ImageError>
  private static let format = PictureFormat(width: 96, height: 64, channels: 3, depth: .sixteen)
  private static let codes = 65535.0

  init(_ look: ConfiguredLook) throws(ImageError) {
    let compiled = try CompiledLook(
      look.bound, for: RenderTarget(source: .fine, result: .fine), shot: Shot(),
      pictures: try GivenPictures(look, for: nil).pictures)
    render = Result { () throws(ImageError) in
      try compiled.prepared(for: Self.format, maxPixels: PictureLimits.usualPixels).repeatable()
    }
  }

  func result(of expectation: Expectation) throws(ImageError) -> ExpectationResult {
    if case .failure(let error) = render, error.kind == .limit {
      return ExpectationResult(expectation: expectation, distance: nil, failure: error.message)
    }
    switch expectation.claim {
    case .neutral:
      return try worst(of: Self.grays(16), expectation) { _, out in
        let color = LabColor(srgb: out)
        return (color.difference(from: color.gray), "gray")
      }
    case .identity:
      return try worst(of: Self.cube, expectation) { color, out in
        (LabColor(srgb: out).difference(from: LabColor(srgb: color)), "it")
      }
    case .patch(let before, let after):
      let (color, wanted) = (before.map { Double($0) / 255 }, after.map { Double($0) / 255 })
      return try worst(of: [color], expectation) { _, out in
        (LabColor(srgb: out).difference(from: LabColor(srgb: wanted)), Self.hex(wanted))
      }
    case .monotone: return try monotone(expectation)
    case .measure(let measure, of: let before, in: let window):
      let color = before.map { Double($0) / 255 }
      let out = try rendered(color)
      let number = measure.of(out, near: window)
      let sentence =
        "\(Self.hex(color)) comes out as \(Self.hex(out)), whose \(measure.rawValue) is \(Self.hundredths(number))"
      return ExpectationResult(
        expectation: expectation, distance: nil, measured: number, failure: window.contains(number) ? nil : sentence)
    case .distance(from: let name, in: let window):
      guard let other = shippedLook(name).flatMap({ compile($0).look }) else {
        return ExpectationResult(expectation: expectation, distance: nil, failure: "'\(name)' is no look")
      }
      let number = try meanDistance(from: PatchTest(ConfiguredLook(other)))
      return ExpectationResult(
        expectation: expectation, distance: nil, measured: number,
        failure: window.contains(number) ? nil : "'\(name)' is \(Self.hundredths(number)) away")
    }
  }

  /// The mean dE2000 between what two looks make of the chart.
  private func meanDistance(from other: PatchTest) throws(ImageError) -> Double {
    var sum = 0.0
    for patch in ColorChart.patches {
      let color = patch.codes.map { Double($0) / 255 }
      sum += LabColor(srgb: try rendered(color)).difference(from: LabColor(srgb: try other.rendered(color)))
    }
    return sum / Double(ColorChart.patches.count)
  }

  private static func grays(_ steps: Int) -> [[Double]] {
    (0...steps).map { Array(repeating: (Double($0) / Double(steps) * 255).rounded() / 255, count: 3) }
  }

  /// 125 colors over the whole cube.
  private static var cube: [[Double]] {
    let ends = [0.0, 64, 128, 192, 255].map { $0 / 255 }
    return ends.flatMap { r in ends.flatMap { g in ends.map { b in [r, g, b] } } }
  }

  private func worst(
    of colors: [[Double]], _ expectation: Expectation, _ judge: ([Double], [Double]) -> (Double, String)
  ) throws(ImageError) -> ExpectationResult {
    var worst = 0.0
    var sentence: String?
    for color in colors {
      let out = try rendered(color)
      let (distance, from) = judge(color, out)
      if distance > worst || distance.isNaN {
        worst = distance
        sentence = "\(Self.hex(color)) comes out as \(Self.hex(out)), \(Self.hundredths(distance)) from \(from)"
      }
    }
    return ExpectationResult(
      expectation: expectation, distance: worst, failure: worst <= expectation.limit ? nil : sentence)
  }

  private func monotone(_ expectation: Expectation) throws(ImageError) -> ExpectationResult {
    let grays = Self.grays(32)
    let lightness = try grays.map { gray throws(ImageError) in LabColor(srgb: try rendered(gray)).lightness }
    // The tolerance for 16-bit rounding and averaged grain.
    let step = zip(lightness, lightness.dropFirst()).enumerated().first { $0.element.1 < $0.element.0 - 0.05 }
    let failure = step.map { index, pair in
      "\(Self.hex(grays[index + 1])) comes out darker than \(Self.hex(grays[index])): "
        + "L* \(Self.hundredths(pair.1)) after \(Self.hundredths(pair.0))"
    }
    return ExpectationResult(expectation: expectation, distance: nil, failure: failure)
  }

  /// The mean of the middle of a patch.
  private func rendered(_ color: [Double]) throws(ImageError) -> [Double] {
    let codes = color.map { UInt16(($0 * Self.codes).rounded()) }
    let source = try StoredPicture(
      width: Self.format.width, height: Self.format.height,
      codes: Array(repeating: SIMD3(codes[0], codes[1], codes[2]), count: Self.format.pixelCount.count))
    let patch = try render.get().rendered(source)
    let (columns, rows) = (patch.format.width, patch.format.height)
    var sums = [0.0, 0, 0]
    var count = 0.0
    for row in rows / 4..<max(rows * 3 / 4, rows / 4 + 1) {
      for column in columns / 4..<max(columns * 3 / 4, columns / 4 + 1) {
        for channel in 0..<3 { sums[channel] += Double(patch.code(column: column, row: row, channel: channel)) }
        count += 1
      }
    }
    return sums.map { $0 / count / Self.codes }
  }

  private static func hex(_ color: [Double]) -> String {
    "#"
      + color.map { channel in
        let text = String(Int((min(max(channel, 0), 1) * 255).rounded()), radix: 16)
        return text.count == 1 ? "0" + text : text
      }.joined()
  }

  private static func hundredths(_ number: Double) -> String {
    number.isFinite ? "\((number * 100).rounded() / 100)" : "\(number)"
  }
}

extension Expectation.Measure {
  /// The property of a color in sRGB codes from 0 to 1. A hue is in the turn that the window is in.
  fileprivate func of(_ codes: [Double], near window: ClosedRange<Double>) -> Double {
    let color = LabColor(srgb: codes)
    switch self {
    case .lightness: return color.lightness
    case .chroma: return color.chroma
    case .density: return color.density
    case .hue: return color.hue + (window.contains(color.hue + 360) ? 360 : 0)
    }
  }
}
