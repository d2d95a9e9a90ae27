/// Scans the bytes of a `.cube` file for lines, words and decimal numbers, in a single pass.
struct DecimalScanner {
  let text: [UInt8]
  private(set) var position = 0

  init(_ text: [UInt8]) {
    self.text = text
    // Skip a UTF-8 byte order mark.
    if text.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
  }

  /// The current byte; nil at the end of the text.
  var peek: UInt8? { position < text.count ? text[position] : nil }

  /// Whether a line end, a comment or the end of the text is next.
  var isAtLineEnd: Bool {
    guard position < text.count else { return true }
    return text[position] == newline || text[position] == carriageReturn || text[position] == hash
  }

  mutating func skipSpaces() {
    while position < text.count, text[position] == space || text[position] == tab { position += 1 }
  }

  /// Skips blank lines and comments; false at the end of the text. Lines end with CR, LF or both.
  mutating func skipToContent() -> Bool {
    while position < text.count {
      switch text[position] {
      case space, tab, newline, carriageReturn: position += 1
      case hash: skipLine()
      default: return true
      }
    }
    return false
  }

  /// Skips to the end of this line.
  mutating func skipLine() {
    while position < text.count, text[position] != newline, text[position] != carriageReturn { position += 1 }
  }

  /// Scans a word: the bytes up to the next space or line end.
  mutating func word() -> Range<Int> {
    let start = position
    while position < text.count, text[position] > space { position += 1 }
    return start..<position
  }

  /// Whether the next word begins like a number rather than a keyword.
  var beginsNumber: Bool {
    guard let byte = peek else { return false }
    return isDigit(byte) || byte == plus || byte == minus || byte == dot
  }

  /// Scans a number in single precision. Returns nil and consumes nothing if the next word is not a number. A number
  /// too large for single precision is infinite.
  ///
  /// The digits are collected in 64 bits, more than the result can hold, and scaled in double precision. Each of at
  /// most sixteen steps rounds once, so the result is the nearest single-precision number or, once in about ten million
  /// numbers, an adjacent one.
  mutating func number() -> Float? {
    let start = position
    var index = position
    let isNegative = skipSign(&index)
    var digits: UInt64 = 0
    var exponent = 0
    var count = 0
    func take(_ byte: UInt8) -> Bool {
      count += 1
      // Digits after the nineteenth cannot change the result.
      guard digits < 1_000_000_000_000_000_000 else { return false }
      digits = digits &* 10 &+ UInt64(byte &- zero)
      return true
    }
    while index < text.count, isDigit(text[index]) {
      if !take(text[index]) { exponent += 1 }
      index += 1
    }
    if index < text.count, text[index] == dot {
      index += 1
      while index < text.count, isDigit(text[index]) {
        if take(text[index]) { exponent -= 1 }
        index += 1
      }
    }
    guard count > 0 else { return nil }
    if index < text.count, text[index] | 0x20 == letterE {
      guard let (written, end) = exponent10(from: index + 1) else { return nil }
      exponent += written
      index = end
    }
    // A word with further characters is not a number.
    guard index >= text.count || text[index] <= space || text[index] == hash else { return nil }
    position = index
    let magnitude = scaled(Double(digits), by: exponent)
    assert(position > start)
    return Float(isNegative ? -magnitude : magnitude)
  }

  /// The exponent after an `e` and the position after it; nil if it has no digits.
  private func exponent10(from start: Int) -> (Int, Int)? {
    var index = start
    let isNegative = skipSign(&index)
    let first = index
    var value = 0
    while index < text.count, isDigit(text[index]) {
      value = min(value * 10 + Int(text[index] &- zero), 100_000)
      index += 1
    }
    return index > first ? (isNegative ? -value : value, index) : nil
  }

  /// Skips a sign; whether it is a minus.
  private func skipSign(_ index: inout Int) -> Bool {
    guard index < text.count, text[index] == minus || text[index] == plus else { return false }
    index += 1
    return text[index - 1] == minus
  }

  private func scaled(_ digits: Double, by exponent: Int) -> Double {
    guard digits != 0, exponent != 0 else { return digits }
    var (number, left) = (digits, min(max(exponent, -400), 400))
    while left > 22 {
      number *= 1e22
      left -= 22
    }
    while left < -22 {
      number /= 1e22
      left += 22
    }
    return left < 0 ? number / Self.powersOfTen[-left] : number * Self.powersOfTen[left]
  }

  /// The powers of ten that double precision holds exactly.
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  @inline(__always) private func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }
}

private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let space = UInt8(ascii: " ")
private let tab = UInt8(ascii: "\t")
private let hash = UInt8(ascii: "#")
private let plus = UInt8(ascii: "+")
private let minus = UInt8(ascii: "-")
private let dot = UInt8(ascii: ".")
private let zero = UInt8(ascii: "0")
private let letterE = UInt8(ascii: "e")
