/// The value of `noise` at one pixel: a counter-based hash, so that any tile of any frame can be computed
/// independently.
///
/// Two 32-bit keys encode (seed, frame, channel, row); the column is mixed with both. The mixing rounds are those of
/// Wellons' low-bias 32-bit hash (multipliers 0x21f0aaad and 0x735a2d97). All arithmetic is modulo 2^32.
public struct PixelNoise: Sendable, Hashable {
  /// Mixed with the column before the first multiplication.
  public let firstKey: UInt32

  /// Mixed in between the two multiplications, so that no two rows are shifted copies of each other.
  public let secondKey: UInt32

  /// The keys of one row of one channel (0 red, 1 green, 2 blue, 3 alpha); frame 0 is a still.
  public init(seed: UInt32, frame: UInt32, channel: UInt32, row: Int32) {
    self = Channel(seed: seed, frame: frame, channel: channel).row(row)
  }

  /// The state shared by all rows of a channel.
  public struct Channel: Sendable, Hashable {
    private let first: UInt32
    private let second: UInt32

    /// See ``PixelNoise/init(seed:frame:channel:row:)``.
    public init(seed: UInt32, frame: UInt32, channel: UInt32) {
      func chain(_ start: UInt32) -> UInt32 { [seed, frame, channel].reduce(start) { PixelNoise.mixed($0 &+ $1) } }
      (first, second) = (chain(0x9e37_79b9), chain(0x85eb_ca6b))
    }

    /// The keys of one row.
    public func row(_ row: Int32) -> PixelNoise {
      let row = UInt32(bitPattern: row)
      return PixelNoise(firstKey: PixelNoise.mixed(first &+ row), secondKey: PixelNoise.mixed(second &+ row))
    }
  }

  private init(firstKey: UInt32, secondKey: UInt32) { (self.firstKey, self.secondKey) = (firstKey, secondKey) }

  /// The value at a column: one of 2^24 equally likely numbers k / 2^24, so 0 <= value < 1.
  public func callAsFunction(column: Int32) -> Float {
    var h = UInt32(bitPattern: column) &+ firstKey
    h ^= h &>> 16
    h &*= 0x21f0_aaad
    h ^= secondKey
    h ^= h &>> 15
    h &*= 0x735a_2d97
    h ^= h &>> 15
    return Float(h &>> 8) * 0x1p-24
  }

  fileprivate static func mixed(_ value: UInt32) -> UInt32 {
    var h = value
    h ^= h &>> 16
    h &*= 0x21f0_aaad
    h ^= h &>> 15
    h &*= 0x735a_2d97
    h ^= h &>> 15
    return h
  }
}
