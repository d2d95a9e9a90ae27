import TintypeDiagnostics

extension Lexer {
  /// A run of characters that begin nothing, as one token and one diagnostic.
  mutating func scanUnexpected() -> TokenKind {
    let start = position
    var run: [Character8] = []
    repeat {
      let character = Character8(bytes, at: position)
      run.append(character)
      position += character.length
    } while position < bytes.count && !beginsSomething()
    report(.unexpectedCharacters(run, at: location(Span(start, position))))
    return .unknown
  }

  private func beginsSomething() -> Bool {
    let byte = bytes[position]
    return isNameByte(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") || punctuation() != nil
      || TriviaPiece.scan(bytes, at: position) != nil || Character8(bytes, at: position).isForeignLetter
  }

  /// `/* … */`, or `/*` to the end of its line when it is never closed.
  mutating func scanBlockComment() -> TokenKind {
    let start = position
    let lineEnd = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    position = blockCommentEnd(from: start + 2) ?? lineEnd
    report(.blockComment(at: location(Span(start, start + 2))))
    return .unknown
  }

  private mutating func blockCommentEnd(from start: Int) -> Int? {
    // Remembered, so that many openers without a closer stay linear.
    if hasNoBlockCommentEnd { return nil }
    var offset = start
    while offset + 1 < bytes.count {
      if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/") { return offset + 2 }
      offset += 1
    }
    hasNoBlockCommentEnd = true
    return nil
  }
}
