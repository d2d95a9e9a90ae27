import TintypeSystem

/// An incremental SHA-256 (FIPS 180-4). Files with equal hashes have equal content.
package struct ContentHash: Sendable {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  private var pending: [UInt8] = []
  private var count = 0

  /// The hash of no bytes.
  package init() {}

  /// The hash of these bytes, 64 hexadecimal digits.
  package static func digits(of bytes: [UInt8]) -> String {
    var hash = ContentHash()
    hash.update(bytes)
    return hash.digits
  }

  /// The hash of a file's bytes.
  ///
  /// - Parameter isInterrupted: asked at each mebibyte; once true, the work ends.
  /// - Throws: `.missing`, `.unreadable`, `.interrupted`.
  package static func digits(
    ofFile path: FilePath, isInterrupted: () -> Bool = { false }
  ) throws(ImageError) -> String {
    try digits(of: InputFile(path), isInterrupted)
  }

  /// The hash of the bytes of an open file, from its start.
  ///
  /// - Throws: `.unreadable`.
  package static func digits(ofOpen descriptor: Int32) throws(ImageError) -> String {
    try digits(of: InputFile(opened: dup(descriptor))) { false }
  }

  private static func digits(of file: InputFile, _ isInterrupted: () -> Bool) throws(ImageError) -> String {
    var hash = ContentHash()
    for offset in stride(from: 0, to: file.size, by: 1 << 20) {
      if isInterrupted() { throw ImageError.interrupted }
      hash.update(try file.bytes(at: offset, count: min(1 << 20, file.size - offset)))
    }
    return hash.digits
  }

  /// Adds bytes.
  package mutating func update(_ bytes: [UInt8]) {
    count += bytes.count
    var start = 0
    if !pending.isEmpty {
      start = min(64 - pending.count, bytes.count)
      pending += bytes[..<start]
      guard pending.count == 64 else { return }
      compress(pending, from: 0)
    }
    compress(bytes, from: start)
    pending = Array(bytes[(bytes.count - (bytes.count - start) % 64)...])
  }

  /// The hash of all bytes so far.
  package var digits: String {
    var copy = self
    let bits = UInt64(count) * 8
    copy.update([0x80] + [UInt8](repeating: 0, count: (119 - count % 64) % 64))
    copy.update((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
    return copy.state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Takes all whole blocks of 64 bytes from `start` on.
  private mutating func compress(_ bytes: [UInt8], from start: Int) {
    bytes.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        for end in stride(from: start + 64, through: bytes.count, by: 64) { compress(bytes, at: end - 64, schedule) }
      }
    }
  }

  private mutating func compress(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, _ schedule: UnsafeMutableBufferPointer<UInt32>
  ) {
    for t in 0..<16 {
      schedule[t] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 4 * t, as: UInt32.self))
    }
    for t in 16..<64 {
      let (a, b) = (schedule[t - 15], schedule[t - 2])
      let s0 = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3
      let s1 = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10
      schedule[t] = schedule[t - 16] &+ s0 &+ schedule[t - 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    ContentHash.constants.withUnsafeBufferPointer { constants in
      for t in 0..<64 {
        let s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
        let first = h &+ s1 &+ (e & f ^ ~e & g) &+ constants[t] &+ schedule[t]
        let s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
        let second = s0 &+ (a & b ^ a & c ^ b & c)
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
      }
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 - count) }

  /// FIPS 180-4, 4.2.2: the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}
