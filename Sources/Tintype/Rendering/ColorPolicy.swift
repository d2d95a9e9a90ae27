import TintypeColor

/// The color space of results.
public enum ColorPolicy: String, CaseIterable, Hashable, Sendable {
  /// That of the photo.
  case keep
  /// sRGB, which everything shows.
  case srgb
  /// Display P3, which has more colors and which most screens show.
  case p3
}

/// The color space of one result, and how its file states it.
struct ResultColor {
  let space: RGBSpace
  private(set) var notes: [String] = []
  private let source: PictureColor
  private let isKept: Bool

  init(_ policy: ColorPolicy, _ source: PictureColor) {
    self.source = source
    let wanted: RGBSpace =
      switch policy {
      case .keep: source.lostSpace == nil ? source.space : .srgb
      case .srgb: .srgb
      case .p3: .displayP3
      }
    isKept = source.lostSpace == nil && (policy == .keep || wanted.isLike(source.space))
    space = isKept ? source.space : wanted
    if policy == .keep, let lost = source.lostSpace {
      notes.append(
        lost == "RGB"
          ? "the photo's color profile has tables, which are only read: the result is in sRGB"
          : "a result is RGB, and the photo's \(lost) colors cannot be kept: it is in sRGB")
    }
    isWanted = policy != .keep
  }

  /// Whether the space was asked for.
  private let isWanted: Bool

  /// What a result of a type carries.
  func stated(in metadata: PictureMetadata, for type: PictureFileType) -> PictureMetadata {
    guard isKept else { return metadata.stating(space) }
    var kept = source.hasBrokenProfile ? metadata.withoutProfile() : metadata
    switch source.statement {
    case .profile: break
    case .format where type == metadata.source: break
    // Few programs read camera data, and other formats lack the statement: a profile is understood everywhere.
    case .cameraData: kept.iccProfile = space.profile
    case .format: kept.iccProfile = space == .srgb && !isWanted ? nil : space.profile
    case .nothing: if isWanted { kept.iccProfile = space.profile }
    }
    return kept
  }
}
