internal import CTintypeCodec
import TintypeColor

/// An ICC profile, read with Little CMS.
final class ColorProfile {
  /// What the profile describes.
  enum Content {
    /// RGB by curves and a matrix.
    case rgb(RGBSpace)
    /// Gray by a curve.
    case gray(ToneCurve)
    /// What only tables describe.
    case tables(Colors)
  }

  /// The color model of the samples that the profile is for.
  enum Colors: String, CaseIterable {
    case rgb = "RGB"
    case gray = "gray"
    case cmyk = "CMYK"
  }

  /// Why a profile cannot be used, as the end of "the color profile …".
  struct Flaw: Error {
    let reason: String
  }

  let content: Content
  let handle: OpaquePointer

  /// The high dynamic range that the profile states.
  let highDynamicRange: HighDynamicRange?

  /// The color model of its samples.
  var colors: Colors {
    switch content {
    case .rgb: .rgb
    case .gray: .gray
    case .tables(let colors): colors
    }
  }

  init(_ bytes: [UInt8]) throws(Flaw) {
    guard bytes.count >= 132 else { throw Flaw(reason: "has \(bytes.count) bytes, and its header alone 128") }
    guard bytes[36..<40].elementsEqual("acsp".utf8) else { throw Flaw(reason: "is no ICC profile") }
    let size = bytes.bigEndian32(at: 0)
    guard size <= bytes.count else { throw Flaw(reason: "is cut off: \(bytes.count) of \(size) bytes are there") }
    guard let handle = tt_icc_profile_open(bytes, bytes.count) else { throw Flaw(reason: "is damaged") }
    // From here on deinit would not run on a throw.
    do throws(Flaw) {
      content = try ColorProfile.content(of: handle)
    } catch {
      tt_icc_profile_close(handle)
      throw error
    }
    self.handle = handle
    highDynamicRange = ColorProfile.highDynamicRange(in: bytes)
  }

  deinit { tt_icc_profile_close(handle) }

  private static func content(of handle: OpaquePointer) throws(Flaw) -> Content {
    var description = tt_icc_description()
    let isUsable = tt_icc_profile_describe(handle, &description)
    let colors: Colors
    switch description.colors {
    case TT_ICC_RGB: colors = .rgb
    case TT_ICC_GRAY: colors = .gray
    case TT_ICC_CMYK: colors = .cmyk
    default: throw Flaw(reason: "is neither for RGB nor for gray nor for CMYK")
    }
    guard isUsable else { throw Flaw(reason: "lacks what describes its colors") }
    guard description.is_plain else { return .tables(colors) }
    let curves = description.curves
    if colors == .gray {
      guard let curve = ToneCurve(curves.0) else { throw Flaw(reason: "has an invalid curve") }
      // A curve that cannot be inverted can still be applied.
      return RGBSpace(gray: curve) == nil ? .tables(.gray) : .gray(curve)
    }
    let (red, green, blue) = description.colorants
    let space = [curves.0, curves.1, curves.2].map(ToneCurve.init)
    guard let r = space[0], let g = space[1], let b = space[2] else {
      throw Flaw(reason: "has an invalid curve")
    }
    let colorants = Matrix3(
      columns: SIMD3(red.0, red.1, red.2), SIMD3(green.0, green.1, green.2), SIMD3(blue.0, blue.1, blue.2))
    guard colorants.areColorants else { throw Flaw(reason: "has invalid primaries") }
    guard let space = RGBSpace(name: "the photo's RGB", curves: [r, g, b], colorants: colorants) else {
      return .tables(.rgb)
    }
    return .rgb(space)
  }
}

extension RGBSpace {
  /// Gray of a curve as equal parts of red, green and blue.
  init?(gray curve: ToneCurve) {
    self.init(name: "gray", curves: [curve, curve, curve], colorants: RGBSpace.srgb.colorants)
  }
}

extension ToneCurve {
  /// Nil for parameters that make no sense.
  fileprivate init?(_ curve: tt_icc_curve) {
    guard curve.function >= 0 else {
      self = .sampled(Array(UnsafeBufferPointer(start: curve.entries, count: curve.count)))
      return
    }
    let p = curve.parameters
    let power =
      switch curve.function {
      case 0: PowerCurve(gamma: p.0, a: 1)
      // Where the base of the power is negative, these two are constant.
      case 1: PowerCurve(gamma: p.0, a: p.1, b: p.2, d: -p.2 / p.1)
      case 2: PowerCurve(gamma: p.0, a: p.1, b: p.2, d: -p.2 / p.1, e: p.3, f: p.3)
      case 3: PowerCurve(gamma: p.0, a: p.1, b: p.2, c: p.3, d: p.4)
      default: PowerCurve(gamma: p.0, a: p.1, b: p.2, c: p.3, d: p.4, e: p.5, f: p.6)
      }
    guard power.isPlausible else { return nil }
    self = .power(power)
  }
}
