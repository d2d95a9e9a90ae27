/// Whether bytes mention a position: names of coordinates, in letters of 8 or 16 bits.
///
/// - Parameter isText: whether degrees, and two adjacent numbers with three decimals or more, count as a position.
func mentionsPosition(_ bytes: some Collection<UInt8>, isText: Bool = false) -> Bool {
  let letters = bytes.filter { $0 != 0 }
  return letters.withUnsafeBufferPointer { letters in
    letters.indices.contains { index in
      let letter = letters[index] | 0x20
      if letter == UInt8(ascii: "g") || letter == UInt8(ascii: "l") {
        let rest = letters[index...]
        return wordsOfPositions.contains { word in
          rest.count >= word.count && zip(rest, word).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
      }
      guard isText, isDigit(letters[index]), index == 0 || !isDigit(letters[index - 1]) else { return false }
      return startsPosition(letters[index...])
    }
  }
}

/// Drones of one maker write "Longtitude".
private let wordsOfPositions = ["gps", "latitude", "longitude", "longtitude", "geo:", "geotag", "georss"].map {
  Array($0.utf8)
}

/// `48.8583, 2.2945`, `+48.8583+002.2945/` (ISO 6709) or `48°51'`.
private func startsPosition(_ letters: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
  func number(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let whole = rest.prefix { isDigit($0) }.count
    rest = rest.dropFirst(whole)
    guard (1...3).contains(whole), rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") else {
      return false
    }
    let decimals = rest.dropFirst().prefix { isDigit($0) }.count
    rest = rest.dropFirst(1 + decimals)
    return decimals >= 3
  }
  var rest = letters
  let isDecimal = number(&rest)
  // A degree sign in Latin-1 or UTF-8, or the similar ordinal indicator.
  let signs = rest.drop { $0 == 0x20 }.prefix(2)
  if signs.contains(0xB0) || signs.contains(0xBA) { return true }
  guard isDecimal else { return false }
  rest = rest.dropFirst(rest.prefix(6).prefix { !isDigit($0) }.count)
  return number(&rest)
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
