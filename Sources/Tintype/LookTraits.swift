import TintypeColor
import TintypePlan
import TintypeRender

/// What a look needs besides the color of a pixel, for programs that render parts of pictures, or cache results.
public struct LookTraits: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// The traits of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A pixel of the result depends on no pixel of the photo but the one with the same coordinates. It may depend on its
  /// position, as a vignette does.
  public static let ownPixel = LookTraits(rawValue: 1)

  /// The result differs from frame to frame of a video, even if the frames are equal.
  public static let variesWithFrame = LookTraits(rawValue: 2)

  /// The look needs a picture that has not been given.
  public static let needsPicture = LookTraits(rawValue: 4)
}

extension ConfiguredLook {
  /// What the look needs with its values. It is compiled for this, so the processor must be supported.
  public var traits: LookTraits {
    let target = RenderTarget(
      source: .init(depth: .sixteen, hasAlpha: true, space: .srgb),
      result: .init(depth: .sixteen, hasAlpha: true, space: .srgb))
    let plan = bound.plan(for: LookPictures.target(target, noneOf: look), shot: shot)
    var traits: LookTraits = []
    if plan.plan.fields.isEmpty, !bound.measures { traits.insert(.ownPixel) }
    if plan.plan.dependsOnFrame { traits.insert(.variesWithFrame) }
    if look.picturesToGive.contains(where: { pictures[$0] == nil }) { traits.insert(.needsPicture) }
    return traits
  }
}
