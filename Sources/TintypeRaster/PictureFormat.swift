@_exported public import TintypeSizes

/// The shape of a picture's samples in memory.
///
/// Rows are interleaved RGB or RGBA with straight alpha, values as the file stores them: no gamma, no profile applied.
public struct PictureFormat: Hashable, Sendable {
  /// The most pixels that a picture usually may have, a gigapixel. Few photos are larger, while a forged file of some
  /// hundred bytes may declare any size.
  public static let usualPixels = 1_000_000_000

  /// Pixels of a row.
  public var width: Int

  /// Rows.
  public var height: Int

  /// 3 for RGB, 4 for RGBA.
  public var channels: Int

  /// How samples are written.
  public var depth: SampleDepth

  /// A format; `width` and `height` are at least 1 and `channels` is 3 or 4.
  public init(width: Int, height: Int, channels: Int, depth: SampleDepth) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    precondition(channels == 3 || channels == 4, "a picture is RGB or RGBA")
    self.width = width
    self.height = height
    self.channels = channels
    self.depth = depth
  }

  /// Whether the fourth channel is there.
  public var hasAlpha: Bool { channels == 4 }

  /// Bytes from one pixel to the next.
  public var pixelBytes: Int { channels * depth.bytes }

  /// Bytes of a row without padding.
  public var rowBytes: Int { width * pixelBytes }

  /// Its pixels.
  public var pixelCount: PixelCount { PixelCount(width, by: height) }

  /// Bytes of the whole picture without padding.
  public var pictureBytes: ByteCount { pixelCount.bytes(each: pixelBytes) }
}
