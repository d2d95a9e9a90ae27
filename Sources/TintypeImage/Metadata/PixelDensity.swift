/// How many pixels are printed on a length.
public struct PixelDensity: Hashable, Sendable {
  /// What the numbers count per.
  public enum Unit: UInt8, Hashable, Sendable {
    /// Nothing: only their ratio, the shape of a pixel, has a meaning.
    case ratio = 0
    /// An inch.
    case inch = 1
    /// A centimeter.
    case centimeter = 2
    /// A meter, as PNG counts.
    case meter = 3
  }

  /// What the numbers count per.
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
  /// A count of pixels in another unit of length, rounded.
  func scaled(by factor: Double) -> Int { Int((Double(self) * factor).rounded()) }
}
