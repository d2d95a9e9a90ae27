import TintypeSystem

/// The transfer function from a stored code, 0 to 1, to linear light.
public enum ToneCurve: Sendable, Hashable {
  /// The curve of sRGB and Display P3. It is a case because the language names it and 8-bit photos have tables for it.
  case srgb
  /// A power with a linear segment near black.
  case power(PowerCurve)
  /// A table: light in 1/65,535 at equally spaced codes from 0 to 1.
  case sampled([UInt16])

  /// A pure power.
  public static func gamma(_ gamma: Double) -> ToneCurve {
    gamma == 1 ? .power(.identity) : .power(PowerCurve(gamma: gamma, a: 1))
  }

  /// The linear light of a code. sRGB is odd-symmetric about 0, as in the language.
  public func light(of x: Double) -> Double {
    switch self {
    case .srgb: return x < 0 ? -PowerCurve.srgb.light(of: -x) : PowerCurve.srgb.light(of: x)
    case .power(let curve): return curve.light(of: x)
    case .sampled(let entries):
      let position = min(max(x, 0), 1) * Double(entries.count - 1)
      let cell = min(Int(position), entries.count - 2)
      let (below, above) = (Double(entries[cell]), Double(entries[cell + 1]))
      return (below + (above - below) * (position - Double(cell))) / 65535
    }
  }

  /// The code of linear light, the inverse of ``light(of:)``.
  public func code(of light: Double) -> Double {
    switch self {
    case .srgb: return light < 0 ? -PowerCurve.srgb.code(of: -light) : PowerCurve.srgb.code(of: light)
    case .power(let curve): return curve.code(of: light)
    case .sampled(let entries):
      let wanted = min(max(light, 0), 1) * 65535
      // The last cell that begins at or below `wanted`. On a flat segment this is the right end.
      var (low, high) = (0, entries.count - 1)
      while low < high {
        let middle = (low + high + 1) / 2
        if Double(entries[middle]) <= wanted { low = middle } else { high = middle - 1 }
      }
      let cell = min(low, entries.count - 2)
      let (below, above) = (Double(entries[cell]), Double(entries[cell + 1]))
      let rest = above > below ? min(max((wanted - below) / (above - below), 0), 1) : low == cell ? 0 : 1
      return (Double(cell) + rest) / Double(entries.count - 1)
    }
  }

  /// Whether the curve is invertible: monotonic from about 0 to about 1.
  var isUsable: Bool {
    // Skip the samples for the curve of nearly every photo.
    if self == .srgb { return true }
    switch self {
    case .power(let curve) where !curve.isPlausible: return false
    case .sampled(let entries) where entries.count < 2: return false
    default: break
    }
    let lights = (0...1024).map { light(of: Double($0) / 1024) }
    guard lights.allSatisfy({ $0.isFinite }), lights[0].magnitude < 0.1, (0.9...1.1).contains(lights[1024]) else {
      return false
    }
    if case .sampled(let entries) = self { return zip(entries, entries.dropFirst()).allSatisfy { $0 <= $1 } }
    return zip(lights, lights.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 }
  }

  /// `srgb` if the curve is within 1/20 of an 8-bit code of it everywhere, else the curve itself.
  var named: ToneCurve {
    if self == .srgb { return self }
    let codes = (0...1024).map { Double($0) / 1024 }
    let isSRGB = codes.allSatisfy { x in (PowerCurve.srgb.code(of: light(of: x)) - x).magnitude < 0.05 / 255 }
    return isSRGB ? .srgb : self
  }
}

/// (a x + b)^gamma + e for x >= d, and c x + f below (ICC.1:2022, 10.18, function type 4).
public struct PowerCurve: Sendable, Hashable {
  /// The exponent.
  public var gamma: Double
  /// The factor inside the power.
  public var a: Double
  /// The offset inside the power.
  public var b = 0.0
  /// The slope of the linear segment.
  public var c = 0.0
  /// The code at which the power begins.
  public var d = 0.0
  /// The offset added to the power.
  public var e = 0.0
  /// The offset added to the linear segment.
  public var f = 0.0

  /// Takes the parameters. By default there is no linear segment.
  public init(
    gamma: Double, a: Double, b: Double = 0, c: Double = 0, d: Double = 0, e: Double = 0, f: Double = 0
  ) {
    (self.gamma, self.a, self.b, self.c, self.d, self.e, self.f) = (gamma, a, b, c, d, e, f)
  }

  /// Codes are linear light.
  public static let identity = PowerCurve(gamma: 1, a: 1)

  /// IEC 61966-2-1.
  public static let srgb = PowerCurve(gamma: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)

  /// Whether the parameters are in the ranges of real curves, where nothing overflows.
  package var isPlausible: Bool {
    (0.05...20).contains(gamma) && a > 1e-3 && [a, b, c, d, e, f].allSatisfy { $0.magnitude < 100 }
  }

  /// The light at which the power begins.
  public var threshold: Double { pow(max(a * d + b, 0), gamma) + e }

  /// The linear light of a code.
  public func light(of x: Double) -> Double {
    x >= d ? pow(max(a * x + b, 0), gamma) + e : c * x + f
  }

  func code(of light: Double) -> Double {
    if light >= threshold { return (pow(max(light - e, 0), 1 / gamma) - b) / a }
    return c > 0 ? min((light - f) / c, d) : 0
  }
}
