public import TintypeIntrinsics

/// The memory layout of pixels: interleaved samples, red first, alpha last and straight.
public struct PixelFormat: Sendable, Hashable {
  /// 3 (red, green, blue) or 4 (with alpha).
  public var channels: Int

  /// The size of a sample.
  public var depth: SampleDepth

  /// Creates a format.
  public init(channels: Int, depth: SampleDepth) {
    require(channels == 3 || channels == 4, "a pixel has three or four channels")
    self.channels = channels
    self.depth = depth
  }

  /// Bytes per pixel.
  public var pixelBytes: Int { channels * depth.bytes }
}
