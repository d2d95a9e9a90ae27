internal import CTintypeCodec
import TintypeColor

/// Converts rows by a profile's tables to 16-bit RGB in a wide space, with Little CMS: relative colorimetric,
/// with black point compensation.
final class RowTransform {
  /// What the rows become.
  static let space = RGBSpace.wide

  private let from: ColorProfile
  private let to: ColorProfile
  private let transform: OpaquePointer

  /// - Throws: for a profile that lacks the tables.
  init(_ profile: ColorProfile, _ samples: StoredSamples, _ format: PictureFormat) throws(ColorProfile.Flaw) {
    // A profile for RGB takes gray as equal parts.
    let layout = tt_icc_layout(
      samples: profile.colors == .rgb ? TT_ICC_SAMPLES_RGB : samples.layout, is_16_bit: format.depth == .sixteen,
      alpha: samples.hasInks ? false : format.hasAlpha)
    from = profile
    to = try ColorProfile(RowTransform.space.profile)
    guard let transform = tt_icc_transform_create(from.handle, to.handle, layout) else {
      throw ColorProfile.Flaw(reason: "lacks what converts its colors")
    }
    self.transform = transform
  }

  deinit { tt_icc_transform_destroy(transform) }

  func run(_ source: UnsafeRawPointer, to result: UnsafeMutableRawPointer, pixels: Int) {
    tt_icc_transform_run(
      transform, source.assumingMemoryBound(to: UInt8.self), result.assumingMemoryBound(to: UInt16.self), pixels)
  }
}

/// What the samples of decoded rows are.
enum StoredSamples {
  /// Red, green and blue.
  case rgb
  /// Red, green and blue that are equal, because the file has only gray.
  case gray
  /// Cyan, magenta, yellow and black, where 0 is no ink.
  case inks
  /// The same, where 255 is no ink, as Adobe's programs write it.
  case invertedInks

  var hasInks: Bool { self == .inks || self == .invertedInks }

  fileprivate var layout: tt_icc_samples {
    switch self {
    case .rgb: TT_ICC_SAMPLES_RGB
    case .gray: TT_ICC_SAMPLES_RGB_GRAY
    case .inks: TT_ICC_SAMPLES_CMYK
    case .invertedInks: TT_ICC_SAMPLES_CMYK_INVERTED
    }
  }

  /// Whether a profile for `colors` can describe these samples. Gray can also be described as equal parts of RGB.
  func fit(_ colors: ColorProfile.Colors) -> Bool {
    switch self {
    case .rgb: colors == .rgb
    case .gray: colors != .cmyk
    case .inks, .invertedInks: colors == .cmyk
    }
  }

  var name: String {
    switch self {
    case .rgb: "RGB"
    case .gray: "gray"
    case .inks, .invertedInks: "CMYK"
    }
  }
}

extension ColorProfile {
  /// Whether a profile is one for RGB that Little CMS converts rows of a format with.
  static func converts(_ profile: [UInt8], _ format: PictureFormat) -> Bool {
    guard let profile = try? ColorProfile(profile), profile.colors == .rgb else { return false }
    return (try? RowTransform(profile, .rgb, format)) != nil
  }
}
