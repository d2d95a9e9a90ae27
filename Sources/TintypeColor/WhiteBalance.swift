/// What counts as gray in a raw file.
public enum WhiteBalance: Hashable, Sendable {
  /// What the camera took for gray.
  case camera
  /// The mean of the picture.
  case average
  /// Light of a color temperature in kelvin, within ``temperatures``.
  case temperature(Double)

  /// From candles to a blue sky.
  public static let temperatures = 2_000.0...12_000.0

  /// As options spell it: `camera`, `auto`, or a temperature such as `5200K`; nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "camera": self = .camera
    case "auto": self = .average
    default:
      guard text.last == "K" || text.last == "k", let kelvins = Double(text.dropLast()),
        Self.temperatures.contains(kelvins)
      else { return nil }
      self = .temperature(kelvins)
    }
  }

  /// As options spell it.
  public var spelled: String {
    switch self {
    case .camera: "camera"
    case .average: "auto"
    case .temperature(let kelvins): kelvins == kelvins.rounded() ? "\(Int(kelvins))K" : "\(kelvins)K"
    }
  }
}

extension WhiteBalance {
  /// The tristimulus values of light of a color temperature, Y of 1: of black bodies below 4000 K (Kim et al., US
  /// patent 7024034, 2006), of daylight from there on (CIE 015:2018, 4.1.2).
  ///
  /// - Parameter kelvins: within ``temperatures``.
  public static func light(ofTemperature kelvins: Double) -> SIMD3<Double> {
    let t = 1_000 / kelvins
    let x, y: Double
    if kelvins < 4_000 {
      x = ((-0.2661239 * t - 0.2343589) * t + 0.8776956) * t + 0.179910
      y =
        kelvins < 2_222
        ? ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683
        : ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867
    } else {
      x =
        kelvins <= 7_000
        ? ((-4.6070 * t + 2.9678) * t + 0.09911) * t + 0.244063
        : ((-2.0064 * t + 1.9018) * t + 0.24748) * t + 0.237040
      y = (-3 * x + 2.870) * x - 0.275
    }
    return SIMD3(x / y, 1, (1 - x - y) / y)
  }
}
