import TintypeSystem

/// A color in CIE L*a*b* under D65.
public struct LabColor: Sendable, Hashable {
  /// Lightness, 0 to 100.
  public var lightness: Double
  /// Green (negative) to magenta (positive).
  public var a: Double
  /// Blue (negative) to yellow (positive).
  public var b: Double

  /// Takes L*, a* and b*.
  public init(_ lightness: Double, _ a: Double, _ b: Double) { (self.lightness, self.a, self.b) = (lightness, a, b) }

  /// Converts sRGB codes, 0 to 1 (IEC 61966-2-1).
  public init(srgb: [Double]) {
    let c = srgb.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    self.init(linear: SIMD3(c[0], c[1], c[2]))
  }

  /// Converts linear light with the primaries of sRGB. Each row of the matrix is divided by X, Y or Z of the white
  /// point.
  public init(linear c: SIMD3<Double>) {
    let x = (0.4124564 * c[0] + 0.3575761 * c[1] + 0.1804375 * c[2]) / 0.95047
    let y = 0.2126729 * c[0] + 0.7151522 * c[1] + 0.0721750 * c[2]
    let z = (0.0193339 * c[0] + 0.1191920 * c[1] + 0.9503041 * c[2]) / 1.08883
    func f(_ t: Double) -> Double { t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116 }
    self.init(116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z)))
  }

  /// Linear light with the primaries of sRGB: the inverse of ``init(linear:)``.
  public var linear: SIMD3<Double> {
    let middle = (lightness + 16) / 116
    func light(_ f: Double) -> Double { f > 6.0 / 29 ? f * f * f : (116 * f - 16) * 27 / 24389 }
    let (x, y, z) = (0.95047 * light(middle + a / 500), light(middle), 1.08883 * light(middle - b / 200))
    return SIMD3(
      3.2404542 * x - 1.5371385 * y - 0.4985314 * z, -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
      0.0556434 * x - 0.2040259 * y + 1.0572252 * z)
  }

  /// The neutral gray of the same lightness.
  public var gray: LabColor { LabColor(lightness, 0, 0) }

  /// The distance from gray.
  public var chroma: Double { hypot(a, b) }

  /// The angle of a* and b* in degrees, from 0 up to 360; 0 for gray.
  public var hue: Double { Self.hue(a, b) }

  /// The visual density over the white of the screen: -log10 of the relative luminance (CIE 15, Y from L*).
  public var density: Double {
    let f = (lightness + 16) / 116
    let luminance = lightness > 8 ? f * f * f : lightness * 27 / 24389
    return -log(max(luminance, 1e-6)) / log(10)
  }

  /// The CIEDE2000 color difference (Sharma, Wu and Dalal, 2005). About 1 is just noticeable side by side.
  public func difference(from other: LabColor) -> Double {
    let meanChroma = (hypot(a, b) + hypot(other.a, other.b)) / 2
    let g = 0.5 * (1 - (pow(meanChroma, 7) / (pow(meanChroma, 7) + pow(25, 7))).squareRoot())
    let (a1, a2) = ((1 + g) * a, (1 + g) * other.a)
    let (c1, c2) = (hypot(a1, b), hypot(a2, other.b))
    let (h1, h2) = (Self.hue(a1, b), Self.hue(a2, other.b))
    let isGray = c1 * c2 == 0
    var dh = isGray ? 0 : h2 - h1
    if dh > 180 { dh -= 360 } else if dh < -180 { dh += 360 }
    var meanHue = h1 + h2
    if !isGray {
      meanHue = abs(h1 - h2) <= 180 ? meanHue / 2 : meanHue < 360 ? (meanHue + 360) / 2 : (meanHue - 360) / 2
    }
    let (dL, dC) = (other.lightness - lightness, c2 - c1)
    let dH = 2 * (c1 * c2).squareRoot() * Self.sine(dh / 2)
    let (meanL, meanC) = ((lightness + other.lightness) / 2, (c1 + c2) / 2)
    let t =
      1 - 0.17 * Self.cosine(meanHue - 30) + 0.24 * Self.cosine(2 * meanHue) + 0.32 * Self.cosine(3 * meanHue + 6)
      - 0.2 * Self.cosine(4 * meanHue - 63)
    let fromMiddle = (meanL - 50) * (meanL - 50)
    let sL = 1 + 0.015 * fromMiddle / (20 + fromMiddle).squareRoot()
    let sC = 1 + 0.045 * meanC
    let sH = 1 + 0.015 * meanC * t
    let turn = 30 * exp(-((meanHue - 275) / 25) * ((meanHue - 275) / 25))
    let rotation = -2 * (pow(meanC, 7) / (pow(meanC, 7) + pow(25, 7))).squareRoot() * Self.sine(2 * turn)
    let (l, c, h) = (dL / sL, dC / sC, dH / sH)
    return (l * l + c * c + h * h + rotation * c * h).squareRoot()
  }

  private static func hue(_ a: Double, _ b: Double) -> Double {
    if a == 0, b == 0 { return 0 }
    let degrees = atan2(b, a) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }

  private static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
}
