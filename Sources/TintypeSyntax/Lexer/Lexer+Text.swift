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
    report(.unterminatedString(at: location(Span(start, position))))
    return .string
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
      report(.unknownEscape(escaped, at: location(Span(start, position))))
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
        report(.treacherousCharacter(character, in: place, at: location(Span(offset, next))))
        return
      }
      offset = next
    }
  }
}

/// What stands behind a backslash in a text, and what it means.
let escapedCharacters: [UInt8: UInt8] = [
  UInt8(ascii: "\""): UInt8(ascii: "\""),
  UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  UInt8(ascii: "n"): UInt8(ascii: "\n"),
  UInt8(ascii: "t"): UInt8(ascii: "\t"),
]

/// The text a string literal means: without its quotes, escapes resolved, invalid UTF-8 replaced.
func decodedString(_ literal: ArraySlice<UInt8>) -> String {
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
