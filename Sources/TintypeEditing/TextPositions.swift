package import TintypeDiagnostics
package import TintypeJSON

/// How a client counts the characters of a line.
package enum PositionEncoding: String, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The number of columns that a byte of UTF-8 adds; continuation bytes add none, except in `utf8`.
  package func width(of byte: UInt8) -> Int {
    if self == .utf8 { return 1 }
    return byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 && self == .utf16 ? 2 : 1
  }
}

/// Converts between bytes of a text and the lines and characters of the protocol, both from 0. Lines end with `\n`,
/// `\r\n` or `\r`.
package struct TextPositions {
  package let text: [UInt8]
  private let encoding: PositionEncoding
  private let starts: [Int]

  package init(_ text: [UInt8], _ encoding: PositionEncoding) {
    (self.text, self.encoding) = (text, encoding)
    starts = text.lineStarts()
  }

  /// The bytes of a line without its end.
  package func line(_ index: Int) -> Span {
    Span(starts[index], text.lineEnd(of: starts[index]))
  }

  /// The line that holds a byte.
  package func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The byte at a line and a character; beyond the end of a line its end, beyond the last line the end of the text.
  package func offset(line: Int, character: Int) -> Int {
    guard line >= 0 else { return 0 }
    guard line < starts.count else { return text.count }
    let span = self.line(line)
    var (offset, column) = (span.start, 0)
    while offset < span.end {
      let width = encoding.width(of: text[offset])
      if width > 0, column + width > character { break }
      column += width
      offset += 1
    }
    return offset
  }

  /// The byte of a `Position`; nil for what is none.
  package func offset(of position: JSONValue?) -> Int? {
    guard let line = position?["line"]?.integer, let character = position?["character"]?.integer else { return nil }
    return offset(line: line, character: character)
  }

  /// The `Position` of a byte.
  package func position(of offset: Int) -> JSONValue {
    let line = line(of: offset)
    return ["line": JSONValue(line), "character": JSONValue(width(starts[line], min(offset, text.count)))]
  }

  /// How many characters lie between two bytes of a line.
  package func width(_ start: Int, _ end: Int) -> Int {
    start < end ? text[start..<end].reduce(0) { $0 + encoding.width(of: $1) } : 0
  }

  /// The `Range` of some bytes.
  package func range(_ span: Span) -> JSONValue { ["start": position(of: span.start), "end": position(of: span.end)] }

  /// The bytes of a `Range`; nil for what is none.
  package func span(_ range: JSONValue?) -> Span? {
    guard let start = offset(of: range?["start"]), let end = offset(of: range?["end"]) else { return nil }
    return Span(min(start, end), max(start, end))
  }
}
