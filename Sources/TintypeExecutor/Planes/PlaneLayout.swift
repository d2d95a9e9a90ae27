/// The memory layout of the planes of a video frame: luma, then two planes of color differences (chroma), each row by
/// row without padding.
public struct PlaneLayout: Sendable, Hashable {
  /// How chroma is sampled along one axis.
  public enum Sampling: Sendable, Hashable {
    /// One sample per pixel.
    case full
    /// One sample per two pixels, centered between them.
    case between
    /// One sample per two pixels, at the first of them.
    case onFirst
  }

  /// The width of luma, in pixels.
  public var width: Int
  /// The height of luma, in rows.
  public var height: Int
  /// Bits per sample, 8 to 16. Above 8 bits a sample has two bytes, little-endian.
  public var bits: Int
  /// Whether there are chroma planes.
  public var hasColor: Bool
  /// How chroma is sampled along a row.
  public var across: Sampling
  /// How chroma is sampled along a column.
  public var down: Sampling

  /// Creates a layout.
  public init(width: Int, height: Int, bits: Int, hasColor: Bool, across: Sampling, down: Sampling) {
    require((8...16).contains(bits) && width > 0 && height > 0, "a frame has pixels of 8 to 16 bits")
    (self.width, self.height, self.bits, self.hasColor) = (width, height, bits, hasColor)
    (self.across, self.down) = (across, down)
  }

  /// Bytes per sample.
  public var sampleBytes: Int { bits > 8 ? 2 : 1 }

  /// Chroma samples per row.
  var colorWidth: Int { across == .full ? width : (width + 1) / 2 }

  /// Chroma rows.
  var colorHeight: Int { down == .full ? height : (height + 1) / 2 }

  /// Bytes per frame.
  public var frameBytes: Int {
    (width * height + (hasColor ? 2 * colorWidth * colorHeight : 0)) * sampleBytes
  }

  /// Bytes after a frame that must be readable, for whole-vector reads.
  public static let paddingBytes = 64

  /// The offset of a plane, in bytes.
  func start(ofPlane plane: Int) -> Int {
    plane == 0 ? 0 : (width * height + (plane - 1) * colorWidth * colorHeight) * sampleBytes
  }

  /// The difference to 16 bits.
  var missingBits: Int { 16 - bits }

  /// Bytes of a row of interleaved pixels, 16 bits per sample, with padding for whole vectors.
  public var mergedRowBytes: Int { (width + 15) / 16 * 16 * 6 + Self.paddingBytes }
}
