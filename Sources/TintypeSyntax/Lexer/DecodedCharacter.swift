/// Whether a byte may stand in a name.
package func isNameByte(_ byte: UInt8) -> Bool {
  isNameStart(byte) || isDigit(byte)
}

/// Whether a byte may begin a name.
func isNameStart(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
  default: false
  }
}

/// Whether a byte is a decimal digit.
func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// Whether a byte is a hexadecimal digit.
func isHexadecimalDigit(_ byte: UInt8) -> Bool { Unicode.Scalar(byte).properties.isASCIIHexDigit }

/// Whether a byte is a space or a tab.
func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

extension Unicode.Scalar {
  /// Whether no text of a recipe may have it: controls other than tab, line ends of other texts, bidirectional controls
  /// (Boucher and Anderson, "Trojan Source", 2021), and the two that XML, and so the metadata of results, cannot hold.
  public var isTreacherous: Bool {
    switch value {
    case 0x09: false
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFFFE...0xFFFF: true
    default: false
    }
  }
}

/// A character decoded from text that may not be UTF-8, or a byte that belongs to none.
struct DecodedCharacter {
  /// The character, or nil for a byte that is not UTF-8.
  let scalar: Unicode.Scalar?

  /// The byte it begins with.
  let byte: UInt8

  /// How many bytes it takes.
  let length: Int

  /// Reads the character at an offset.
  init(_ bytes: [UInt8], at offset: Int) {
    byte = bytes[offset]
    var decoder = UTF8()
    var rest = bytes[offset..<min(offset + 4, bytes.count)].makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&rest) {
      self.scalar = scalar
      length = UTF8.width(scalar)
    } else {
      scalar = nil
      length = 1
    }
  }

  /// Whether it is a letter outside ASCII.
  var isForeignLetter: Bool {
    guard let scalar, !scalar.isASCII else { return false }
    return scalar.properties.isAlphabetic
  }

  /// Whether it continues a name with letters outside ASCII: a letter, or a mark such as an accent after one.
  var continuesForeignName: Bool {
    isForeignLetter || scalar?.properties.generalCategory == .nonspacingMark
  }

  /// Whether it hides or reorders what a reader sees; a byte outside UTF-8 counts too.
  var isTreacherous: Bool { scalar?.isTreacherous ?? true }

  /// The character in a message; an invisible one as its code only.
  var description: String {
    guard let scalar else { return "byte 0x" + hexadecimal(UInt32(byte), digits: 2) }
    let code = "U+" + hexadecimal(scalar.value, digits: 4)
    return isVisible(scalar) ? "'\(scalar)' (\(code))" : code
  }

  private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator,
      .nonspacingMark, .spacingMark, .enclosingMark:
      false
    default: true
    }
  }

  private func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
