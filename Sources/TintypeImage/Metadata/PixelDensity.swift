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

  /// The density as JFIF can hold it; nil where a number does not fit into 16 bits.
  var inJFIF: PixelDensity? {
    let density =
      unit == .meter ? PixelDensity(.inch, x: rounded(x, times: 0.0254), y: rounded(y, times: 0.0254)) : self
    let range = 1...0xFFFF
    return range.contains(density.x) && range.contains(density.y) ? density : nil
  }

  /// The density as pHYs can hold it; nil where it would say nothing.
  var inPNG: PixelDensity? {
    switch unit {
    case .meter: self
    case .ratio: x == y ? nil : self
    case .inch: PixelDensity(.meter, x: rounded(x, times: 1 / 0.0254), y: rounded(y, times: 1 / 0.0254))
    case .centimeter: PixelDensity(.meter, x: x * 100, y: y * 100)
    }
  }

  private func rounded(_ count: Int, times factor: Double) -> Int {
    Int((Double(count) * factor).rounded())
  }
}
