public import TintypeDiagnostics

/// A piece of text between two tokens that has no meaning to the compiler, such as a comment.
public struct TriviaPiece: Sendable, Hashable {
  /// The kind of a piece.
  public enum Kind: Sendable, Hashable {
    /// Spaces and tabs.
    case space
    /// One line end: `\n`, `\r\n` or `\r`; or a character that ends a line elsewhere, which is an error.
    case newline
    /// `// …` up to the end of the line.
    case comment
    /// `/// …` up to the end of the line.
    case documentation
    /// The mark that some editors write at the start of a file.
    case byteOrderMark
  }

  /// What it is.
  public let kind: Kind

  /// Where it lies.
  public let span: Span

  /// The piece that begins at an offset, or nil where a token begins.
  static func scan(_ bytes: [UInt8], at start: Int) -> TriviaPiece? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      var end = start + 1
      while end < bytes.count, isBlank(bytes[end]) { end += 1 }
      return TriviaPiece(kind: .space, span: Span(start, end))
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      return bytes.lineEndLength(at: start).map { TriviaPiece(kind: .newline, span: Span(start, start + $0)) }
    case UInt8(ascii: "/") where start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/"):
      return comment(bytes, from: start)
    case 0xEF where start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]):
      return TriviaPiece(kind: .byteOrderMark, span: Span(0, 3))
    case 0x80...:
      var end = start
      while end < bytes.count, bytes[end] >= 0x80 {
        let character = DecodedCharacter(bytes, at: end)
        guard character.scalar?.isForeignLineEnd == true else { break }
        end += character.length
      }
      return end > start ? TriviaPiece(kind: .newline, span: Span(start, end)) : nil
    default:
      return nil
    }
  }

  private static func comment(_ bytes: [UInt8], from start: Int) -> TriviaPiece {
    let end = bytes.lineEnd(of: start)
    let text = bytes[start..<end]
    let documents = text.starts(with: "///".utf8) && !text.starts(with: "////".utf8)
    return TriviaPiece(kind: documents ? .documentation : .comment, span: Span(start, end))
  }

  /// The pieces of the text between two tokens.
  static func pieces(of bytes: [UInt8], in span: Span) -> [TriviaPiece] {
    var pieces: [TriviaPiece] = []
    var offset = span.start
    while offset < span.end, let piece = scan(bytes, at: offset) {
      pieces.append(piece)
      offset = piece.span.end
    }
    return pieces
  }
}
