/// A number of bytes: what memory is estimated in.
public struct ByteCount: SaturatingCount {
  /// The number of bytes.
  public let count: Int

  /// A number of bytes; a negative one becomes 0.
  public init(_ count: Int) { self.count = max(count, 0) }
}

extension ByteCount: CustomStringConvertible {
  /// As people read it: "1.2 GB".
  public var description: String {
    let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)]
    guard let (unit, size) = units.first(where: { count >= $0.1 }) else {
      return count == 1 ? "1 byte" : "\(count) bytes"
    }
    let tenths = count / (size / 10)
    return tenths >= 100 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
