extension RGBSpace {
  /// IEC 61966-2-1.
  public static let srgb = known("sRGB", .srgb, .rec709)

  /// ITU-R BT.709-6, as a monitor of BT.1886 with a black of 0 shows it.
  public static let rec709 = known("Rec. 709", .gamma(2.4), .rec709)

  /// Light with the primaries of sRGB: what floats without a profile are taken as.
  public static let linearSRGB = known("linear sRGB", .gamma(1), .rec709)

  /// The primaries of digital cinema (SMPTE RP 431-2) with the white point and curve of sRGB, as phones write it.
  public static let displayP3 = known("Display P3", .srgb, .p3)

  /// Adobe RGB (1998) Color Image Encoding, Adobe Systems, 2005. Gamma is 2 51/256.
  public static let adobeRGB = known("Adobe RGB (1998)", .gamma(563 / 256.0), .adobe)

  /// ISO 22028-2, ROMM RGB.
  public static let proPhoto = known(
    "ProPhoto RGB", .power(PowerCurve(gamma: 1.8, a: 1, c: 1 / 16.0, d: 16 * 0.001953)), .romm)

  /// ITU-R BT.2020-2, with the inverse of its 12-bit curve (table 4).
  public static let rec2020 = known("Rec. 2020", .rec709, .rec2020)

  /// Light with the primaries of Rec. 2020.
  public static let linearRec2020 = known("linear Rec. 2020", .gamma(1), .rec2020)

  /// Light with the primaries AP1 (Academy S-2014-004).
  public static let acesCg = known(
    "ACEScg", .gamma(1),
    Chromaticities(red: [0.713, 0.293], green: [0.165, 0.83], blue: [0.128, 0.044], white: [0.32168, 0.33767]))

  /// The primaries of Rec. 2020 with the curve of sRGB: the target for photos whose profile needs its tables.
  public static let wide = known("wide RGB", .srgb, .rec2020)

  private static func known(_ name: String, _ curve: ToneCurve, _ chromaticities: Chromaticities) -> RGBSpace {
    guard let space = RGBSpace(name: name, curve: curve, chromaticities) else {
      preconditionFailure("\(name) is not a valid RGB space")
    }
    return space
  }
}

extension ToneCurve {
  /// The inverse of the camera curve of ITU-R BT.709 and BT.2020, with the exact constants that make it continuous.
  static let rec709 = ToneCurve.power(
    PowerCurve(
      gamma: 1 / 0.45, a: 1 / 1.09929682680944, b: 0.09929682680944 / 1.09929682680944, c: 1 / 4.5,
      d: 4.5 * 0.018053968510807))
}

extension Chromaticities {
  /// ITU-R BT.709 and sRGB.
  public static let rec709 = Chromaticities(
    red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: [0.3127, 0.3290])
  static let p3 = Chromaticities(
    red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.3127, 0.3290])
  static let adobe = Chromaticities(
    red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], white: [0.3127, 0.3290])
  static let rec2020 = Chromaticities(
    red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: [0.3127, 0.3290])
  static let romm = Chromaticities(
    red: [0.7347, 0.2653], green: [0.1596, 0.8404], blue: [0.0366, 0.0001], white: [0.3457, 0.3585])
}
