#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a stored number, 0 to 1, becomes light.
public enum ToneCurve: Sendable, Hashable {
  /// That of sRGB, which Display P3 has too: the language knows it by name, and pictures of 8 bits have tables for it.
  case srgb
  /// A power with a straight piece below.
  case power(PowerCurve)
  /// Light at equally spaced numbers from 0 to 1, in 65,535ths.
  case sampled([UInt16])

  /// x to the power of gamma.
  public static func gamma(_ gamma: Double) -> ToneCurve {
    gamma == 1 ? .power(.identity) : .power(PowerCurve(gamma: gamma, a: 1))
  }

  /// The light of a stored number.
  public func light(of x: Double) -> Double {
    switch self {
    case .srgb: return x < 0 ? -PowerCurve.srgb.light(of: -x) : PowerCurve.srgb.light(of: x)
    case .power(let curve): return curve.light(of: x)
    case .sampled(let entries):
      let place = min(max(x, 0), 1) * Double(entries.count - 1)
      let cell = min(Int(place), entries.count - 2)
      let (below, above) = (Double(entries[cell]), Double(entries[cell + 1]))
      return (below + (above - below) * (place - Double(cell))) / 65535
    }
  }

  /// The stored number of light; sRGB's is mirrored about 0, as the language has it.
  public func code(of light: Double) -> Double {
    switch self {
    case .srgb: return light < 0 ? -PowerCurve.srgb.code(of: -light) : PowerCurve.srgb.code(of: light)
    case .power(let curve): return curve.code(of: light)
    case .sampled(let entries):
      let wanted = min(max(light, 0), 1) * 65535
      // The last cell that begins at or below it: where the curve is flat, its right end.
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

  /// Whether it rises from (nearly) no light to (nearly) all, so that there is a way back.
  var isUsable: Bool {
    // The one that nearly every photo has is known to be.
    if self == .srgb { return true }
    let lights = (0...1024).map { light(of: Double($0) / 1024) }
    guard lights.allSatisfy(\.isFinite), lights[0].magnitude < 0.1, (0.9...1.1).contains(lights[1024]) else {
      return false
    }
    if case .sampled(let entries) = self { return zip(entries, entries.dropFirst()).allSatisfy { $0 <= $1 } }
    return zip(lights, lights.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 }
  }

  /// The curve by its name, where it is one that has a name: within a twentieth of an 8-bit code of sRGB everywhere.
  var named: ToneCurve {
    if self == .srgb { return self }
    let places = (0...1024).map { Double($0) / 1024 }
    let isSRGB = places.allSatisfy { x in (PowerCurve.srgb.code(of: light(of: x)) - x).magnitude < 0.05 / 255 }
    return isSRGB ? .srgb : self
  }
}

/// (a x + b) to the power of gamma, plus e, from d on; c x + f below (ICC.1:2022, 10.18, function 4).
public struct PowerCurve: Sendable, Hashable {
  /// The exponent.
  public var gamma: Double
  /// The factor inside of the power.
  public var a: Double
  /// The offset inside of the power.
  public var b = 0.0
  /// The slope of the straight piece.
  public var c = 0.0
  /// Where the power begins.
  public var d = 0.0
  /// What is added to the power.
  public var e = 0.0
  /// What is added to the straight piece.
  public var f = 0.0

  /// A curve; nothing below 0 unless it is said.
  public init(
    gamma: Double, a: Double, b: Double = 0, c: Double = 0, d: Double = 0, e: Double = 0, f: Double = 0
  ) {
    (self.gamma, self.a, self.b, self.c, self.d, self.e, self.f) = (gamma, a, b, c, d, e, f)
  }

  /// Numbers are light.
  public static let identity = PowerCurve(gamma: 1, a: 1)

  /// IEC 61966-2-1.
  public static let srgb = PowerCurve(gamma: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)

  /// The light at which the power begins.
  public var threshold: Double { pow(max(a * d + b, 0), gamma) + e }

  /// The light of a stored number.
  public func light(of x: Double) -> Double {
    x >= d ? pow(max(a * x + b, 0), gamma) + e : c * x + f
  }

  func code(of light: Double) -> Double {
    if light >= threshold { return (pow(max(light - e, 0), 1 / gamma) - b) / a }
    return c > 0 ? min((light - f) / c, d) : 0
  }
}
