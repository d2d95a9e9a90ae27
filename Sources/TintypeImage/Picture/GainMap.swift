import TintypeSystem

/// What makes light beyond white of a finished picture: a second picture of factors, and how its samples are read
/// (ISO 21496-1; before it Ultra HDR's metadata and Apple's).
///
/// With g a sample of the map, 0 to 1, light is `(base + baseOffset) * 2^(weight * stops(g)) - alternateOffset`, where
/// 1 is the white of the base, for each of red, green and blue.
struct GainMap: Hashable {
  /// Who says how samples are read.
  enum Standard: String, CaseIterable, Hashable {
    case iso = "ISO 21496-1"
    case ultraHDR = "Ultra HDR"
    case apple = "Apple"
  }

  /// How the samples of one channel become factors.
  enum Curve: Hashable {
    /// From `minimum` to `maximum` in stops, by g^(1/gamma).
    case stops(minimum: Double, maximum: Double, gamma: Double)
    /// Apple's: 1 + (headroom - 1) * light(g), by the curve of BT.709.
    case apple(headroom: Double)

    /// The factor in stops.
    func stops(at g: Double) -> Double {
      switch self {
      case .stops(let minimum, let maximum, let gamma): minimum + (maximum - minimum) * pow(g, 1 / gamma)
      case .apple(let headroom):
        log2(1 + (headroom - 1) * (g < 0.081 ? g / 4.5 : pow((g + 0.099) / 1.099, 1 / 0.45)))
      }
    }
  }

  /// One channel of the formula.
  struct Channel: Hashable {
    var curve: Curve
    var baseOffset = 0.0
    var alternateOffset = 0.0
  }

  /// Why a map cannot be used, as the end of "the gain map …".
  struct Flaw: Error {
    let reason: String
  }

  let standard: Standard
  /// Light over white of the displays that the base and the lit picture are for, in stops.
  let baseHeadroom, alternateHeadroom: Double
  /// One for all, or red, green and blue.
  let channels: [Channel]
  /// Whether the formula works in the primaries of the base; else in those of the map's profile.
  let isInBaseSpace: Bool

  /// The range of half precision in stops: no factor and no display goes beyond it.
  private static let mostStops = 16.0

  /// - Throws: for numbers that no map has.
  init(
    _ standard: Standard, baseHeadroom: Double, alternateHeadroom: Double, _ channels: [Channel],
    isInBaseSpace: Bool = true
  ) throws(Flaw) {
    let stops = -Self.mostStops...Self.mostStops
    guard (0...Self.mostStops).contains(baseHeadroom), stops.contains(alternateHeadroom),
      channels.allSatisfy({ $0.isPlausible(stops) })
    else { throw Flaw(reason: "has invalid numbers") }
    guard alternateHeadroom > baseHeadroom else {
      throw Flaw(reason: "leads to a picture that is not brighter than its base")
    }
    (self.standard, self.baseHeadroom, self.alternateHeadroom) = (standard, baseHeadroom, alternateHeadroom)
    (self.channels, self.isInBaseSpace) = (channels, isInBaseSpace)
  }

  /// Apple's, by the light over white of its brightest sample: what the map states, then its base, then the camera.
  static func apple(_ map: PictureMetadata, of base: PictureMetadata) throws(Flaw) -> GainMap {
    let headroom =
      map.xmpPacket?.appleHeadroom ?? base.xmpPacket?.appleHeadroom ?? base.exifBlock?.appleHeadroom
    guard let headroom else { throw Flaw(reason: "does not state its headroom") }
    return try GainMap(
      .apple, baseHeadroom: 0, alternateHeadroom: log2(headroom), [Channel(curve: .apple(headroom: headroom))])
  }

  /// How much of the map counts for a display of some headroom, a ratio; all of it without one.
  func weight(upTo most: Double?) -> Double {
    guard let most else { return 1 }
    return min(max((log2(most) - baseHeadroom) / (alternateHeadroom - baseHeadroom), 0), 1)
  }

  /// The headroom, a ratio, of the picture that is made for a display of some headroom.
  func headroom(upTo most: Double?) -> Double {
    exp2(baseHeadroom + weight(upTo: most) * (alternateHeadroom - baseHeadroom))
  }
}

extension GainMap.Channel {
  /// Comparisons with NaN are false.
  fileprivate func isPlausible(_ stops: ClosedRange<Double>) -> Bool {
    guard (-1...1).contains(baseOffset), (-1...1).contains(alternateOffset) else { return false }
    switch curve {
    case .stops(let minimum, let maximum, let gamma):
      return stops.contains(minimum) && stops.contains(maximum) && minimum <= maximum && (0.01...100).contains(gamma)
    case .apple: return true
    }
  }
}

/// What a file's gain map states.
public struct StatedGainMap: Hashable, Sendable {
  /// Who says how it is read: "Ultra HDR", for example.
  public let standard: String

  /// How many times as bright as white its light may be.
  public let headroom: Double

  init(_ map: GainMap) { (standard, headroom) = (map.standard.rawValue, map.headroom(upTo: nil)) }

  init?(standard: String, headroom: Double) {
    guard GainMap.Standard(rawValue: standard) != nil, (1...65_536).contains(headroom) else { return nil }
    (self.standard, self.headroom) = (standard, headroom)
  }
}
