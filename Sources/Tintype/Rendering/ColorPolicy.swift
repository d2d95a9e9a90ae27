import TintypeColor
import TintypeImage

/// The color space of results.
public enum ColorPolicy: String, CaseIterable, Hashable, Sendable {
  /// That of the photo.
  case keep
  /// sRGB, which everything shows.
  case srgb
  /// Display P3, which has more colors and which most screens show.
  case p3
  /// Light of a display up to 10,000 cd/m², coded as PQ with the primaries of BT.2020.
  case pq
  /// Light of a display up to 1,000 cd/m², coded as HLG with the primaries of BT.2020.
  case hlg

  /// The codes of high dynamic range that results have; nil for finished pictures.
  var range: HighDynamicRange? {
    switch self {
    case .pq: .pq
    case .hlg: .hlg
    case .keep, .srgb, .p3: nil
    }
  }
}

/// The color space of one result, and how its file states it.
struct ResultColor {
  let space: RGBSpace
  private(set) var notes: [String] = []
  private let source: PictureColor
  private let isKept: Bool
  private let depth: SampleDepth
  /// Whether the format of the result does; see `PictureFileType`.
  private let holdsLightOnly: Bool

  /// - Parameters:
  ///   - depth: of the result. Codes have a space with a curve: 8 bits are too coarse for linear light.
  ///   - type: of the result; nil for pixels in memory.
  ///   - sourceType: of the photo.
  init(
    _ policy: ColorPolicy, _ source: PictureColor, _ depth: SampleDepth, for type: PictureFileType? = nil,
    from sourceType: PictureFileType? = nil
  ) {
    (self.source, self.depth, holdsLightOnly) = (source, depth, type?.holdsLightOnly ?? false)
    if let type, holdsLightOnly {
      isKept = sourceType == type && source.statement == .format
      space = isKept ? source.space : .linearSRGB
      (isWanted, isCoded) = (false, false)
      if policy != .keep { notes.append("\(type.title) holds linear light, so --icc has no effect") }
      return
    }
    let codes = source.codes ?? source.space
    let isLost = source.lostSpace != nil || source.isSceneLight && !depth.isLight
    let wanted: RGBSpace =
      switch policy {
      case .keep: isLost ? .srgb : source.log != nil ? .linearSRGB : depth.isLight ? source.space : codes
      case .srgb: .srgb
      case .p3: .displayP3
      // Codes are made of light.
      case .pq, .hlg: .linearRec2020
      }
    isKept =
      !isLost && source.log == nil && (source.codes == nil || !depth.isLight)
      && (policy == .keep || wanted.isLike(codes))
    space = isKept ? codes : wanted
    if policy == .keep, let lost = source.lostSpace {
      notes.append(
        lost == "RGB"
          ? "the photo's color profile has tables, which are only read: the result is in sRGB"
          : "a result is RGB, and the photo's \(lost) colors cannot be kept: it is in sRGB")
    }
    isWanted = policy != .keep
    isCoded = policy.range != nil
  }

  /// Whether the space was asked for.
  private let isWanted: Bool

  /// Whether the result has codes of high dynamic range.
  private let isCoded: Bool

  /// The metadata of a result of this file type, with its color space stated.
  func stated(in metadata: PictureMetadata, for type: PictureFileType) -> PictureMetadata {
    if holdsLightOnly {
      var stated = metadata
      if !isKept { stated.iccProfile = nil }
      return stated
    }
    if isCoded {
      // Code points say it.
      var stated = metadata.stating(space)
      stated.iccProfile = nil
      return stated
    }
    guard isKept else { return metadata.stating(space) }
    var kept = source.hasBrokenProfile ? metadata.withoutProfile() : metadata
    switch source.statement {
    case .profile: break
    case .format where type == metadata.source: break
    // Few programs read camera data, and other formats lack the statement: a profile is understood everywhere.
    case .cameraData: kept.iccProfile = space.profile
    case .caller, .codePoints: return metadata.stating(space)
    // Floats without a profile are taken as linear light.
    case .format: kept.iccProfile = space == .srgb && !isWanted && !depth.isLight ? nil : space.profile
    case .nothing: if isWanted || depth.isLight != source.storedDepth.isLight { kept.iccProfile = space.profile }
    }
    return kept
  }
}
