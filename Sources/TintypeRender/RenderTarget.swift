package import TintypeColor
package import TintypeExecutor
package import TintypeIR
package import TintypeOptimizer
package import TintypeRaster

/// The target of compilation: everything that determines the steps, besides the look and its values.
///
/// Sizes, what a photo says of its exposure and date, and the number of a frame decide on numbers only, so that all
/// photos of one kind share a plan.
package struct RenderTarget: Hashable {
  /// How pixels are stored.
  package struct Samples: Hashable {
    package var depth: SampleDepth
    package var hasAlpha: Bool
    package var space: RGBSpace
    /// The conversion between the stored codes and those of the space: it decodes a photo, and encodes a result.
    package var coding: CodeProgram?

    package init(depth: SampleDepth, hasAlpha: Bool, space: RGBSpace) {
      (self.depth, self.hasAlpha, self.space) = (depth, hasAlpha, space)
    }

    package init(_ format: PictureFormat, _ space: RGBSpace) {
      self.init(depth: format.depth, hasAlpha: format.hasAlpha, space: space)
    }

    /// Opaque sRGB of 8 bits, the common format of displays.
    package static let screen = Self(depth: .eight, hasAlpha: false, space: .srgb)

    /// Opaque sRGB of 16 bits, for measuring.
    package static let fine = Self(depth: .sixteen, hasAlpha: false, space: .srgb)
  }

  /// The photo.
  package var source: Samples

  /// Whether the photo is light of the scene instead of a finished picture.
  package var isSceneLight = false

  /// Whether the photo is a finished picture with light beyond white.
  package var hasHeadroom = false

  /// The result. Without alpha, transparent pixels are composited over white.
  package var result: Samples

  /// The pictures of the look besides the photo, which ``CompiledLook`` fills in.
  package var pictures: [Samples] = []

  /// The language of the dates that the look writes.
  package var locale = DateLocale.en

  /// How a video stores red, green and blue, in its frames and in those of the result.
  package var storage: YCbCr?

  /// Whether noise of one code comes before the result is rounded.
  package var isDithered = false

  /// Whether the result is numbers for statistics instead of a picture: computed without the errors that rounding would
  /// hide, and not stored as the frames of a video.
  package var isMeasured = false

  /// Whether the result is the alpha of the picture in place of its colors; see ``showAlpha(_:)``.
  package var showsAlpha = false

  package init(
    source: Samples, result: Samples, pictures: [Samples] = [], locale: DateLocale = .en, storage: YCbCr? = nil,
    isDithered: Bool = false
  ) {
    (self.source, self.result, self.pictures, self.locale) = (source, result, pictures, locale)
    (self.storage, self.isDithered) = (storage, isDithered)
  }
}

extension RenderTarget {
  /// A photo without alpha in sRGB, and a result that has alpha where the look makes some.
  package static func opaque(_ depth: SampleDepth) -> RenderTarget {
    RenderTarget(
      source: Samples(depth: depth, hasAlpha: false, space: .srgb),
      result: Samples(depth: depth, hasAlpha: true, space: .srgb))
  }
}

extension PictureFormat {
  /// How its pixels lie in memory.
  package var pixels: PixelFormat { PixelFormat(channels: channels, depth: depth) }
}
