public import TintypeColor

/// How light beyond white is handled: gain maps, and the transfer functions PQ and HLG.
public enum OnHighDynamicRange: String, CaseIterable, Hashable, Sendable {
  /// As ``apply`` if the caller can use such light, else as ``ignore``.
  case auto
  /// Light beyond white is applied: rows are light of half precision, by a gain map, or as PQ and HLG state it.
  case apply
  /// A gain map is left out. A photo in PQ or HLG is an error once its rows are read.
  case ignore
  /// Light beyond white is mapped to what an ordinary screen shows; a note says so.
  case tonemap
  /// As ``auto``, and the result is the look's finished picture with a gain map, which leads to the look's light. A
  /// photo in PQ or HLG is mapped for the finished picture.
  case gainmap
}

/// What a caller accepts, checked in the header before memory is allocated.
public struct PictureLimits: Hashable, Sendable {
  /// The largest number of pixels, width times height.
  public var maxPixels: Int

  /// A gigapixel.
  public static let usualPixels = PictureFormat.usualPixels

  /// The longest side: each row has a cost of its own, and so has each column.
  public static let longestSide = 1 << 20

  /// Whether a damaged picture is better than none.
  public var onCorrupt: OnCorrupt

  /// What becomes of light beyond white; ``OnHighDynamicRange/auto`` leaves it out.
  public var onHighDynamicRange = OnHighDynamicRange.auto

  /// How many times as bright as white light may be, at least 1: that of a display with this headroom. Nil for what
  /// the file states.
  public var maxHeadroom: Double?

  /// What the colors of photos are, whatever their files say; nil goes by the file.
  public var inputSpace: InputSpace?

  /// What counts as gray in raw files.
  public var whiteBalance = WhiteBalance.camera

  /// What is done to the light of photos; nil for nothing.
  public var correction: LightCorrection?

  /// Which formats are decoded in a process of their own.
  public var confinement: Confinement

  /// A gigapixel unless given; damage is an error.
  public init(
    maxPixels: Int = PictureLimits.usualPixels, onCorrupt: OnCorrupt = .error, confinement: Confinement = .standard
  ) {
    self.maxPixels = maxPixels
    self.onCorrupt = onCorrupt
    self.confinement = confinement
  }

  /// The headroom that a text states, a number from 1 to 65,536; nil for others.
  package static func headroom(_ text: String) -> Double? {
    Double(text).flatMap { (1...65_536).contains($0) ? $0 : nil }
  }

  /// The limits for rows whose reader makes use of light beyond white, or does not.
  package func reading(light isWanted: Bool) -> PictureLimits {
    var limits = self
    switch onHighDynamicRange {
    case .auto: limits.onHighDynamicRange = isWanted ? .apply : .ignore
    case .gainmap where isWanted: limits.onHighDynamicRange = .apply
    case .gainmap, .apply, .ignore, .tonemap: break
    }
    return limits
  }

  /// For who reads a header and metadata, and no pixel: any size.
  public static var ofMetadata: PictureLimits { PictureLimits(maxPixels: .max) }

  /// Throws `.limit` when a picture of this size has too many pixels, or a side of too many.
  package func check(width: Int, height: Int) throws(ImageError) {
    let pixels = PixelCount(width, by: height).count
    guard pixels <= maxPixels else {
      throw ImageError(
        .limit, "\(width) x \(height) is \(pixels) pixels, and the limit is \(maxPixels)", remedy: .morePixels)
    }
    guard max(width, height) <= Self.longestSide || maxPixels == .max else {
      throw ImageError(.limit, "\(width) x \(height): a side has at most \(Self.longestSide) pixels")
    }
  }
}
