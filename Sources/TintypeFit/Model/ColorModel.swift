import TintypeColor
import TintypeIR

/// A look as a person would write it: a matrix of layer sensitivities to linear light, a curve for each layer, and a
/// matrix of interactions between the dyes. The rows of both matrices sum to 1, so grays depend on the curves alone.
struct ColorModel {
  /// The layer sensitivities.
  enum Sight: CaseIterable {
    /// Each its own color, with a saturation.
    case saturation
    /// All the same: a silver film.
    case silver
    /// A matrix.
    case layers

    /// How many numbers say it.
    var count: Int {
      switch self {
      case .saturation: 1
      case .silver: 2
      case .layers: 6
      }
    }

    /// The numbers that change nothing.
    var neutral: [Double] {
      switch self {
      case .saturation: [1]
      case .silver: [0.2126, 0.7152]
      case .layers: [0, 0, 0, 0, 0, 0]
      }
    }
  }

  /// Where a model starts.
  enum Start: CaseIterable {
    /// For the linear light of a photo.
    case photo
    /// At the light of the scene in it, white at 1: the library's `sceneLight`.
    case scene

    /// The expression for a color `c` under `light`, a number of stops.
    var text: String { self == .photo ? "c * gain(light)" : "sceneLight(c, light) / 1.86" }
  }

  /// The codes at which curves have points.
  static let knots = [0, 0.04, 0.1, 0.18, 0.28, 0.4, 0.52, 0.64, 0.76, 0.88, 1]

  let start: Start
  let sight: Sight
  /// Whether dyes act on one another.
  let hasDyes: Bool
  /// The layer sensitivities, then the points of red, green and blue at ``knots``, then the dye matrix.
  var numbers: [Double]

  /// A model that changes nothing.
  init(_ start: Start, _ sight: Sight, hasDyes: Bool) {
    (self.start, self.sight, self.hasDyes) = (start, sight, hasDyes)
    numbers = sight.neutral + Self.knots + Self.knots + Self.knots + (hasDyes ? [0, 0, 0, 0, 0, 0] : [])
  }

  /// The layer sensitivities.
  var sees: Matrix3 {
    let n = numbers
    switch sight {
    case .saturation:
      let luma = SIMD3(0.2126, 0.7152, 0.0722) * (1 - n[0])
      return Matrix3(luma + SIMD3(n[0], 0, 0), luma + SIMD3(0, n[0], 0), luma + SIMD3(0, 0, n[0]))
    case .silver:
      let row = SIMD3(n[0], n[1], 1 - n[0] - n[1])
      return Matrix3(row, row, row)
    case .layers: return Self.matrix(n[..<6])
    }
  }

  /// The points of a channel's curve, x0 y0 x1 y1 ...
  func points(_ channel: Int) -> [Double] {
    zip(Self.knots, curveNumbers(channel)).flatMap { [$0, $1] }
  }

  /// The heights of a channel's curve at the knots.
  func curveNumbers(_ channel: Int) -> ArraySlice<Double> {
    let start = sight.count + channel * Self.knots.count
    return numbers[start..<start + Self.knots.count]
  }

  /// The dye matrix, applied to codes.
  var dyes: Matrix3? { hasDyes ? Self.matrix(numbers.suffix(6)) : nil }

  private static func matrix(_ n: ArraySlice<Double>) -> Matrix3 {
    let n = Array(n)
    return Matrix3(
      SIMD3(1 - n[0] - n[1], n[0], n[1]), SIMD3(n[2], 1 - n[2] - n[3], n[3]), SIMD3(n[4], n[5], 1 - n[4] - n[5]))
  }

  /// Colors through this model, codes of sRGB from 0 to 1.
  ///
  /// - Parameter light: as ``start`` has it.
  func codes(_ light: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let (sees, dyes) = (sees, dyes)
    let curves = (0..<3).compactMap { MonotoneCurve(points($0)) }
    guard curves.count == 3 else { preconditionFailure("knots rise") }
    return light.map { light in
      let seen = sees * light
      var code = SIMD3<Double>()
      for channel in 0..<3 { code[channel] = curves[channel](ToneCurve.srgb.code(of: max(seen[channel], 0))) }
      if let dyes { code = dyes * code }
      return code.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
    }
  }
}

extension LabColor {
  /// Codes of sRGB from 0 to 1.
  init(codes: SIMD3<Double>) {
    self.init(
      linear: SIMD3(
        ToneCurve.srgb.light(of: codes.x), ToneCurve.srgb.light(of: codes.y), ToneCurve.srgb.light(of: codes.z)))
  }
}
