import Testing

/// A chunk with its length and checksum.
func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
  let checked = Array(type.utf8) + payload
  return bigEndian(UInt32(payload.count)) + checked + bigEndian(crc32(checked))
}

func bigEndian(_ number: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}

/// The checksum of PNG (ISO 3309), a bit at a time.
func crc32(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(UInt32.max) { sum, byte in
    (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
}

extension [UInt8] {
  /// Where a text first lies.
  func position(of text: String) -> Int? {
    let text = Array(text.utf8)
    return indices.first { self[$0...].starts(with: text) }
  }

  /// A PNG with `chunks` in front of the first chunk of `type`.
  func inserting(_ chunks: [UInt8], before type: String) -> [UInt8] {
    guard let position = position(of: type) else { return self }
    return Array(self[..<(position - 4)]) + chunks + self[(position - 4)...]
  }
}
