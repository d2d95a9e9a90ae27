public import TintypePlan

/// A picture of random codes as one lies in memory: interleaved, rows without gaps.
public struct RandomPicture: Sendable, CustomStringConvertible {
  /// Columns.
  public let width: Int

  /// Rows.
  public let height: Int

  /// 3 or 4.
  public let channels: Int

  /// Bytes of a sample: 1, or 2 in the machine's order.
  public let sampleBytes: Int

  /// The codes, pixel by pixel.
  public let codes: [UInt16]

  /// Draws a picture of random form: mostly small, sometimes around the edges of one and two tiles.
  public init(seed: UInt64, width: Int, height: Int) {
    var random = SplitMix64(seed: seed)
    self.width = width
    self.height = height
    channels = Int.random(in: 3...4, using: &random)
    sampleBytes = Int.random(in: 1...2, using: &random)
    let largest: UInt16 = sampleBytes == 1 ? 255 : 65535
    codes = (0..<width * height * channels).map { _ in
      switch Int.random(in: 0..<6, using: &random) {
      case 0: 0
      case 1: largest
      default: UInt16.random(in: 0...largest, using: &random)
      }
    }
  }

  /// Its size.
  public var size: PictureSize { PictureSize(width: width, height: height) }

  /// What one would need to draw it again.
  public var description: String { "\(width) x \(height) x \(channels) of \(sampleBytes * 8) bits" }

  /// The codes of a pixel; outside of the picture all are 0, and so is alpha.
  public func pixel(column: Int, row: Int) -> [UInt16] {
    guard column < width, row < height else { return [0, 0, 0, 0] }
    let first = (row * width + column) * channels
    return Array(codes[first..<first + channels])
  }

  /// The rows in memory.
  public var bytes: [UInt8] { Self.bytes(of: codes, sampleBytes: sampleBytes) }

  /// Codes in memory.
  public static func bytes(of codes: [UInt16], sampleBytes: Int) -> [UInt8] {
    if sampleBytes == 1 { return codes.map { UInt8($0) } }
    return codes.withUnsafeBytes(Array.init)
  }
}
