/// A hash of names by which work and lines are divided (FNV-1a of 64 bits, whose high bits are mixed into the low
/// ones). It is the same on every machine and in every version.
enum NameHash {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash ^= hash >> 32
    hash = hash &* 0x9E37_79B9_7F4A_7C15
    return hash ^ (hash >> 29)
  }
}
