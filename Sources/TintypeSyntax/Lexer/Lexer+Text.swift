import TintypeDiagnostics

extension Lexer {
  /// `"…"`; without its closing quote it ends with the line, so that the rest of the file is still read.
  mutating func scanString() -> TokenKind {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        reportTreacherous(in: Span(start, position), of: "text")
        return .string
      case UInt8(ascii: "\\"): skipEscape()
      default: position += 1
      }
    }
    if position < bytes.count, bytes[position - 1] == UInt8(ascii: "\r") { position -= 1 }
    // `"evening”` closes as a word processor does.
    if let end = foreignQuoteEnd(from: start + 1, before: position, closers: doubleQuotes) {
      return foreignString(start, end)
    }
    report(.unterminatedString(end: position), at: Span(start, position))
    return .string
  }

  /// `“…”`, `«…»` or `'…'` on one line, or nil where no such text begins.
  mutating func scanForeignString() -> TokenKind? {
    guard let opener = Character8(bytes, at: position).scalar else { return nil }
    guard let closers = [doubleQuotes, singleQuotes].first(where: { $0.contains(opener) }) else { return nil }
    let start = position
    let line = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let first = start + UTF8.width(opener)
    return foreignQuoteEnd(from: first, before: line, closers: closers).map { foreignString(start, $0) }
  }

  private mutating func foreignString(_ start: Int, _ end: Int) -> TokenKind {
    position = end
    report(.foreignQuotes(decodedString(bytes[start..<end])), at: Span(start, end))
    return .string
  }

  /// Where the first of some quotes ends.
  private func foreignQuoteEnd(from start: Int, before limit: Int, closers: Set<Unicode.Scalar>) -> Int? {
    var offset = start
    while offset < limit {
      let character = Character8(bytes, at: offset)
      offset += character.length
      if let scalar = character.scalar, closers.contains(scalar) { return offset }
    }
    return nil
  }

  private mutating func skipEscape() {
    let start = position
    position += 1
    guard position < bytes.count, bytes[position] != UInt8(ascii: "\n"), bytes[position] != UInt8(ascii: "\r") else {
      return
    }
    let escaped = Character8(bytes, at: position)
    position += escaped.length
    if escapedCharacters[escaped.byte] == nil {
      report(.unknownEscape(source.text(in: Span(start, position))), at: Span(start, position))
    }
  }

  /// Reports the first character of a text or comment that would hide or reorder what a reader sees.
  mutating func reportTreacherous(in span: Span, of place: String) {
    var offset = span.start
    while offset < span.end {
      guard bytes[offset] < 0x20 || bytes[offset] >= 0x7F else {
        offset += 1
        continue
      }
      let character = Character8(bytes, at: offset)
      let next = offset + character.length
      if character.isTreacherous {
        report(.treacherousCharacter(character, in: place), at: Span(offset, next))
        return
      }
      offset = next
    }
  }
}

/// Whether a text stands between quotes of a word processor, which has been reported.
func isForeignString(_ literal: ArraySlice<UInt8>) -> Bool {
  let quote = UInt8(ascii: "\"")
  guard literal.first != quote || literal.last != quote else { return false }
  let text = String(decoding: literal, as: UTF8.self).unicodeScalars
  return literal.first != quote
    || text.last.map(doubleQuotes.contains) == true && text.count > 1 && literal.last != quote
}

/// Quotes that people and their editors put in place of `"`, which may also stand at one end.
private let doubleQuotes: Set<Unicode.Scalar> = [
  "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{AB}", "\u{BB}", "\u{2033}", "\"",
]

private let singleQuotes: Set<Unicode.Scalar> = ["'", "\u{2018}", "\u{2019}", "\u{201A}", "\u{2039}", "\u{203A}", "`"]

/// What stands after a backslash in a text, and what it means.
let escapedCharacters: [UInt8: UInt8] = [
  UInt8(ascii: "\""): UInt8(ascii: "\""),
  UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  UInt8(ascii: "n"): UInt8(ascii: "\n"),
  UInt8(ascii: "t"): UInt8(ascii: "\t"),
]

/// The text a string literal means: without its quotes, escapes resolved, invalid UTF-8 replaced.
func decodedString(_ literal: ArraySlice<UInt8>) -> String {
  if isForeignString(literal) { return String(String(decoding: literal, as: UTF8.self).dropFirst().dropLast()) }
  var meaning: [UInt8] = []
  var rest = literal.dropFirst()
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "\"") { break }
    if byte == UInt8(ascii: "\\"), let next = rest.first, let character = escapedCharacters[next] {
      rest.removeFirst()
      meaning.append(character)
    } else {
      meaning.append(byte)
    }
  }
  return String(decoding: meaning, as: UTF8.self)
}
