/// How the planes of a frame of film lie in memory: lightness, then the two of color, each row by row without padding.
public struct PlaneLayout: Sendable, Hashable {
  /// How color is sampled along one axis.
  public enum Sampling: Sendable, Hashable {
    /// A sample for each pixel.
    case full
    /// One for two pixels, between them.
    case between
    /// One for two pixels, where the first of them stands.
    case onFirst
  }

  /// Pixels of a row.
  public var width: Int
  /// Rows.
  public var height: Int
  /// Bits of a sample, 8 to 16. Above 8 a sample takes two bytes, the lower first.
  public var bits: Int
  /// Whether there are planes of color.
  public var hasColor: Bool
  /// How color is sampled along a row.
  public var across: Sampling
  /// How color is sampled along a column.
  public var down: Sampling

  /// Makes a layout.
  public init(width: Int, height: Int, bits: Int, hasColor: Bool, across: Sampling, down: Sampling) {
    require((8...16).contains(bits) && width > 0 && height > 0, "a frame has pixels of 8 to 16 bits")
    (self.width, self.height, self.bits, self.hasColor) = (width, height, bits, hasColor)
    (self.across, self.down) = (across, down)
  }

  /// Bytes of a sample.
  public var sampleBytes: Int { bits > 8 ? 2 : 1 }

  /// Samples of a row of color.
  var colorWidth: Int { across == .full ? width : (width + 1) / 2 }

  /// Rows of color.
  var colorHeight: Int { down == .full ? height : (height + 1) / 2 }

  /// Bytes of a frame.
  public var frameBytes: Int {
    (width * height + (hasColor ? 2 * colorWidth * colorHeight : 0)) * sampleBytes
  }

  /// What has to be readable behind a frame, for vectors.
  public static let paddingBytes = 64

  /// The first byte of a plane.
  func start(ofPlane plane: Int) -> Int {
    plane == 0 ? 0 : (width * height + (plane - 1) * colorWidth * colorHeight) * sampleBytes
  }

  /// Bits that a 16-bit sample has more.
  var missingBits: Int { 16 - bits }

  /// Bytes of a row in which pixels stand side by side, 16 bits a sample, with room for whole vectors.
  public var mergedRowBytes: Int { (width + 15) / 16 * 16 * 6 + Self.paddingBytes }
}
