import TintypeDiagnostics

extension Lexer {
  /// Digits, a fraction and an exponent. Letters right after them are a separate token, which the parser interprets: a
  /// unit, part of a header word such as `400vc`, or a mistake.
  mutating func scanNumber() -> TokenKind {
    skipDigits()
    if byte(ahead: 0) == UInt8(ascii: "."), let next = byte(ahead: 1), isDigit(next) {
      position += 1
      skipDigits()
    }
    skipExponent()
    return .number
  }

  /// `.5`
  mutating func scanNumberWithoutZero() -> TokenKind {
    let start = position
    position += 1
    _ = scanNumber()
    let span = Span(start, position)
    let isApart = start == 0 || !isNameByte(bytes[start - 1]) && bytes[start - 1] != UInt8(ascii: ".")
    report(isApart ? .missingZero(source.text(in: span)) : .secondPoint, at: span)
    return .number
  }

  /// `..`, read as `...`. The parser reports `..<`.
  mutating func scanTwoDots() -> TokenKind {
    position += 2
    // `..=` of Rust
    if byte(ahead: 0) == UInt8(ascii: "=") {
      position += 1
      report(.twoDots, at: Span(position - 3, position))
    } else if byte(ahead: 0) != UInt8(ascii: "<") {
      report(.twoDots, at: Span(position - 2, position))
    }
    return .ellipsis
  }

  private mutating func skipExponent() {
    guard let letter = byte(ahead: 0), letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") else { return }
    let sign = byte(ahead: 1)
    let signLength = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") ? 1 : 0
    guard let digit = byte(ahead: 1 + signLength), isDigit(digit) else { return }
    position += 1 + signLength
    skipDigits()
  }

  private mutating func skipDigits() {
    while let byte = byte(ahead: 0), isDigit(byte) { position += 1 }
  }

  private func byte(ahead distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }
}
