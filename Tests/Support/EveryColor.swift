/// All colors of 8 bits, as 4096 rows of 4096 pixels.
public enum EveryColor {
  /// Pixels of a row, and rows.
  public static let edge = 4096

  /// The codes of a row, red, green and blue after each other.
  public static func row(_ y: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: edge * 3) { codes, count in
      for x in 0..<edge {
        codes[x * 3] = UInt8(truncatingIfNeeded: x)
        codes[x * 3 + 1] = UInt8(truncatingIfNeeded: y)
        codes[x * 3 + 2] = UInt8(truncatingIfNeeded: (y >> 8) << 4 | x >> 8)
      }
      count = edge * 3
    }
  }
}
