/// A number of pixels.
public struct PixelCount: SaturatingCount {
  /// The number of pixels.
  public let count: Int

  /// A number of pixels; a negative one becomes 0.
  public init(_ count: Int) { self.count = max(count, 0) }

  /// The pixels of a rectangle.
  public init(_ width: Int, by height: Int) { self = Self(width) * height }

  /// Their memory at this number of bytes each.
  public func bytes(each bytes: Int) -> ByteCount { ByteCount(count) * bytes }
}
