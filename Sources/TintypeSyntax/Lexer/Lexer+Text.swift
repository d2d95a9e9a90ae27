import TintypeDiagnostics

extension Lexer {
  /// `"…"`, or `"…\(` where a value is written into the text. Without a closing quote it ends with the line, so that
  /// the rest of the file is still read.
  mutating func scanString() -> TokenKind {
    let start = position
    if textOfLines() { return .string }
    // Searched once per line, so that many quotes in one line stay linear.
    position = max(position + 1, unclosedLineEnd)
    if let end = scanText(from: start) { return end == .quote ? .string : .textHead }
    unclosedLineEnd = position
    // `"evening”`, closed by a word processor.
    if let end = foreignQuoteEnd(from: start + 1, closers: foreignDoubleQuotes) {
      return foreignString(start, end)
    }
    // The quote after a value without its parenthesis: that is reported at the end of the line.
    if openValues.isEmpty {
      position = endOfUnclosed(from: start + 1)
      report(.unterminatedString(end: position), at: Span(start, position))
    }
    return .string
  }

  /// Reports `"""` and the lines up to the next one; false if there are none.
  private mutating func textOfLines() -> Bool {
    func isOpener(_ offset: Int) -> Bool {
      offset + 2 < bytes.count && bytes[offset...offset + 2].allSatisfy { $0 == UInt8(ascii: "\"") }
    }
    // Where a line begins with it, it is meant as a comment.
    guard isOpener(position), bytes[..<position].last(where: { !isBlank($0) })?.endsLine == false,
      let end = (position + 3..<bytes.count).first(where: isOpener)
    else { return false }
    let start = position
    let lines = source.text(in: Span(start + 3, end)).split { $0.isNewline }.map { $0.drop { $0 == " " } }
    position = end + 3
    let written = lines.filter { !$0.isEmpty }.joined(separator: "\\n")
    report(.textOfLines("\"\(written)\"", whole: Span(start, position)), at: Span(start, start + 3))
    return true
  }

  /// `)…"` or `)…\(`.
  mutating func scanTextBehindValue() -> TokenKind {
    let start = position
    if let backslash = openValues.removeLast().next {
      report(.unexpectedCharacters([DecodedCharacter(bytes, at: backslash.start)], ascii: nil), at: backslash)
    }
    position += 1
    if let end = scanText(from: start) { return end == .quote ? .textTail : .textMiddle }
    if let end = foreignQuoteEnd(from: start + 1, closers: foreignDoubleQuotes) {
      position = end
      let quote = Span(bytes[..<end].lastIndex { $0 & 0xC0 != 0x80 } ?? start, end)
      report(.foreignClosingQuote, at: quote)
      return .textTail
    }
    position = endOfUnclosed(from: start + 1)
    report(.unterminatedString(end: position), at: Span(start, position))
    return .textTail
  }

  /// Where a text without its closing quote probably ends: before the brackets at the end of its line that belong to
  /// the recipe, `{`, and `)` and `]` that nothing in the text opens.
  private func endOfUnclosed(from start: Int) -> Int {
    var end = position
    var depth = bytes[start..<position].reduce(0) { depth, byte in
      [UInt8(ascii: ")"), UInt8(ascii: "]")].contains(byte)
        ? depth + 1 : [UInt8(ascii: "("), UInt8(ascii: "[")].contains(byte) ? depth - 1 : depth
    }
    while end > start {
      switch bytes[end - 1] {
      case let byte where isBlank(byte): end -= 1
      case UInt8(ascii: "{"): end -= 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard depth > 0 else { return end }
        depth -= 1
        end -= 1
      default: return end
      }
    }
    return end
  }

  /// What ends the letters of a text.
  private enum TextEnd { case quote, value }

  /// Scans letters and escapes up to a quote or a value, which it includes; nil at the end of the line.
  private mutating func scanText(from start: Int) -> TextEnd? {
    while position < bytes.count, !bytes[position].endsLine {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        reportTreacherous(in: Span(start, position), of: "text")
        return .quote
      case UInt8(ascii: "\\") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "("):
        openValues.append((Span(position, position + 2), 0, nil))
        position += 2
        reportTreacherous(in: Span(start, position), of: "text")
        return .value
      case UInt8(ascii: "\\"): skipEscape()
      default: position += 1
      }
    }
    return nil
  }

  /// Keeps count of the parentheses in a value, of which none closes the text's.
  mutating func countParenthesis(_ kind: TokenKind) {
    guard !openValues.isEmpty else { return }
    if kind == .leftParenthesis { openValues[openValues.count - 1].parentheses += 1 }
    if kind == .rightParenthesis { openValues[openValues.count - 1].parentheses -= 1 }
  }

  /// Ends the values that are open at the end of a line.
  mutating func endValues() {
    guard let first = openValues.first else { return }
    report(.unclosedValue, at: first.opener)
    openValues = []
  }

  /// `“…”`, `«…»` or `'…'` on one line; nil if no such text begins here.
  mutating func scanForeignString() -> TokenKind? {
    guard let opener = DecodedCharacter(bytes, at: position).scalar else { return nil }
    guard let closers = [doubleQuotes, singleQuotes].first(where: { $0.contains(opener) }) else { return nil }
    let start = position
    return foreignQuoteEnd(from: start + UTF8.width(opener), closers: closers).map { foreignString(start, $0) }
  }

  private mutating func foreignString(_ start: Int, _ end: Int) -> TokenKind {
    position = end
    report(.foreignQuotes(decodedString(bytes[start..<end])), at: Span(start, end))
    return .string
  }

  /// The end of the first of some quotes on this line.
  private func foreignQuoteEnd(from start: Int, closers: Set<Unicode.Scalar>) -> Int? {
    var offset = start
    while offset < bytes.count, !bytes[offset].endsLine {
      let character = DecodedCharacter(bytes, at: offset)
      offset += character.length
      if let scalar = character.scalar, closers.contains(scalar) { return offset }
    }
    return nil
  }

  /// Whether the text at hand is the path of a file, in which a backslash is another mistake.
  private var namesFile: Bool {
    tokens.last.map { ["lut", "picture", "use", "extends"].contains(source.text(in: $0.span)) } ?? false
  }

  private mutating func skipEscape() {
    let start = position
    position += 1
    guard position < bytes.count, !bytes[position].endsLine else { return }
    let escaped = DecodedCharacter(bytes, at: position)
    position += escaped.length
    if escapedCharacters[escaped.byte] == nil, !namesFile {
      report(.unknownEscape(source.text(in: Span(start, position))), at: Span(start, position))
    }
  }

  /// Reports the first character of a text or comment that hides or reorders what a reader sees, and the first line end
  /// of other texts before it.
  mutating func reportTreacherous(in span: Span, of place: String) {
    var lineEnds: [Span] = []
    var offset = span.start
    while offset < span.end {
      guard bytes[offset] < 0x20 || bytes[offset] >= 0x7F else {
        offset += 1
        continue
      }
      let character = DecodedCharacter(bytes, at: offset)
      let found = Span(offset, offset + character.length)
      offset = found.end
      if character.scalar?.isForeignLineEnd == true {
        lineEnds.append(found)
      } else if character.isTreacherous {
        report(.treacherousCharacter(character, in: place), at: found)
        break
      }
    }
    guard let first = lineEnds.first else { return }
    let character = DecodedCharacter(bytes, at: first.start)
    report(
      place == "text"
        ? .foreignLineEndInText(character)
        : .foreignLineEnd(character, edit: continued(span, lineEnds), at: first.union(lineEnds[lineEnds.count - 1])),
      at: first)
  }

  /// What lies between the line ends of other texts in a comment, on lines of its own that are comments, too.
  private func continued(_ comment: Span, _ lineEnds: [Span]) -> String {
    let slashes = bytes[comment.start..<comment.end].prefix { $0 == UInt8(ascii: "/") }
    let indentation = bytes[bytes.lineStart(of: comment.start)..<comment.start].prefix(while: isBlank)
    let start = "\n" + String(decoding: indentation + slashes, as: UTF8.self)
    let nexts = lineEnds.dropFirst().map { $0.start } + [nil]
    return zip(lineEnds, nexts).map { lineEnd, next in
      let isApart = lineEnd.end == comment.end || isBlank(bytes[lineEnd.end])
      return start + (isApart ? "" : " ") + (next.map { source.text(in: Span(lineEnd.end, $0)) } ?? "")
    }.joined()
  }
}

/// Whether a text begins or ends with a quote of a word processor, which has been reported.
func isForeignString(_ literal: ArraySlice<UInt8>) -> Bool {
  guard literal.first == UInt8(ascii: "\"") || literal.first == UInt8(ascii: ")") else { return true }
  return String(decoding: literal, as: UTF8.self).unicodeScalars.last.map(foreignDoubleQuotes.contains) ?? false
}

/// The double quotes of word processors.
private let foreignDoubleQuotes: Set<Unicode.Scalar> = [
  "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{AB}", "\u{BB}", "\u{2033}",
]

private let doubleQuotes = foreignDoubleQuotes.union(["\""])

private let singleQuotes: Set<Unicode.Scalar> = ["'", "\u{2018}", "\u{2019}", "\u{201A}", "\u{2039}", "\u{203A}", "`"]

/// The characters after a backslash, and their meanings.
let escapedCharacters: [UInt8: UInt8] = [
  UInt8(ascii: "\""): UInt8(ascii: "\""),
  UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  UInt8(ascii: "n"): UInt8(ascii: "\n"),
  UInt8(ascii: "t"): UInt8(ascii: "\t"),
]

/// The text that a literal or a part of one means: without its quotes, escapes resolved, invalid UTF-8 replaced.
func decodedString(_ literal: ArraySlice<UInt8>) -> String {
  if isForeignString(literal) { return String(String(decoding: literal, as: UTF8.self).dropFirst().dropLast()) }
  var meaning: [UInt8] = []
  var rest = literal.dropFirst()
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") && rest.elementsEqual([UInt8(ascii: "(")]) { break }
    if byte == UInt8(ascii: "\\"), let next = rest.first, let character = escapedCharacters[next] {
      rest.removeFirst()
      meaning.append(character)
    } else {
      meaning.append(byte)
    }
  }
  return String(decoding: meaning, as: UTF8.self)
}
