/// The resolution in print.
public struct PixelDensity: Hashable, Sendable {
  /// The unit of length.
  public enum Unit: UInt8, Hashable, Sendable {
    /// Nothing: the numbers are the aspect ratio of a pixel.
    case ratio = 0
    /// An inch.
    case inch = 1
    /// A centimeter.
    case centimeter = 2
    /// A meter, in PNG.
    case meter = 3
  }

  /// The unit of length.
  public var unit: Unit

  /// Pixels across.
  public var x: Int

  /// Pixels down.
  public var y: Int

  /// A density of `x` times `y` pixels.
  public init(_ unit: Unit, x: Int, y: Int) {
    self.unit = unit
    self.x = x
    self.y = y
  }
}

extension Int {
  /// The number of pixels in another unit of length, rounded.
  func scaled(by factor: Double) -> Int { Int((Double(self) * factor).rounded()) }
}
