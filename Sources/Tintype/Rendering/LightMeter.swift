import TintypeColor
import TintypeIR
public import TintypeImage
import TintypeRender
import TintypeSystem

/// What a meter finds of a photo, over its blocks of 8 x 8 samples, in linear light of sRGB's primaries.
public struct LightMeter: Sendable {
  /// The light of clear film in a photograph of a negative: what 99 of 100 blocks are below, for red, green and blue.
  public let clear: [Double]

  /// How much red and blue exceed green in what should be white, in stops; nil where the photo does not show it.
  private let cast: (red: Double, blue: Double)?

  /// The medians of red, green and blue.
  private let medians: [Double]

  /// What gives the photo the contrast of an average one.
  public let contrast: Double

  /// Whether the edges of the photo say what is white.
  public var findsWhite: Bool { cast != nil }

  /// A cast beyond this, in stops, is the color of what was photographed.
  private static let mostCast = 1.5

  /// The darkest and the brightest light that tell anything of a color: codes of 8 bits are coarse below and clipped
  /// above.
  private static let telling: ClosedRange<Float> = 0.002...0.9

  /// What the 10th and the 90th percentile of a photo of average contrast lie apart, in codes of sRGB.
  private static let usualSpread = 0.62

  /// Meters a photo.
  ///
  /// White is found by the hypothesis of gray edges (van de Weijer, Gevers and Gijsenij, "Edge-based color constancy",
  /// IEEE Transactions on Image Processing 16(9), 2007): the differences between neighbors are gray in their mean.
  /// Large areas of one color, such as a sky, have few of them.
  ///
  /// - Throws: what reading the photo throws.
  public init(
    _ photo: FilePath, limits: PictureLimits = PictureLimits(),
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(ImageError) {
    let reduced = try ReducedPhoto(of: photo, limits, isInterrupted)
    self.init(Self.light.colors(of: reduced), width: reduced.width)
  }

  /// - Parameters:
  ///   - planes: red, green and blue light, row after row.
  ///   - width: of a row.
  init(_ planes: [[Float]], width: Int) {
    let ordered = planes.map { $0.sorted() }
    clear = ordered.map { Self.part(0.99, of: $0) }
    medians = ordered.map { max(Self.part(0.5, of: $0), 1e-6) }
    let cast = Self.cast(planes, width)
    self.cast = cast.flatMap { max(abs($0.red), abs($0.blue)) <= Self.mostCast ? $0 : nil }
    let scale = 0.18 / medians[1]
    func code(_ part: Double) -> Double {
      RGBSpace.srgb.curves[1].code(of: min(max(Self.part(part, of: ordered[1]) * scale, 0), 1))
    }
    contrast = min(max(Self.usualSpread / max(code(0.9) - code(0.1), 0.05), 0.7), 1.6)
  }

  /// What brings the photo's median luminance to the gray card, 0.18, and its white to neutral.
  ///
  /// - Parameter white: whose white balance it gets; nil for its own.
  public func correction(balancedAs white: LightCorrection? = nil) -> LightCorrection {
    func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
    var correction = LightCorrection()
    if let white {
      (correction.red, correction.blue) = (white.red, white.blue)
    } else if let cast {
      (correction.red, correction.blue) = (rounded(-cast.red), rounded(-cast.blue))
    }
    let light = zip(zip([0.2126, 0.7152, 0.0722], correction.gains), medians).map { $0.0 * $0.1 * $1 }.reduce(0, +)
    correction.exposure = rounded(min(max(log2(0.18 / light), -5), 5))
    return correction
  }

  /// How much red and blue exceed green in the differences of neighbors, in stops; nil where there are none.
  private static func cast(_ planes: [[Float]], _ width: Int) -> (red: Double, blue: Double)? {
    let count = planes[0].count
    let tells = (0..<count).map { index in planes.allSatisfy { telling.contains($0[index]) } }
    var sums = [0.0, 0.0, 0.0]
    func add(_ one: Int, _ other: Int) {
      guard tells[one], tells[other] else { return }
      for lane in 0..<3 { sums[lane] += Double(abs(planes[lane][one] - planes[lane][other])) }
    }
    for index in 0..<count {
      if (index + 1) % width != 0 { add(index, index + 1) }
      if index + width < count { add(index, index + width) }
    }
    guard sums.allSatisfy({ $0 > 0 }) else { return nil }
    return (log2(sums[0] / sums[1]), log2(sums[2] / sums[1]))
  }

  /// The number below which a part of some numbers in order is.
  private static func part(_ part: Double, of ordered: [Float]) -> Double {
    ordered.isEmpty ? 0 : Double(ordered[Int((part * Double(ordered.count - 1)).rounded())])
  }

  /// Measures the photo's light.
  private static let light: BoundLook = {
    let text = "tintype 1\nlook \"light\" { working linear-srgb }\noutput source + mean(source)\n"
    guard let look = compile(SourceFile(name: "light.tint", text: text)).look else {
      preconditionFailure("the recipe of the meter compiles")
    }
    return BoundLook(look)
  }()
}
