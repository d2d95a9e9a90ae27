import TintypeDiagnostics

extension Lexer {
  /// A run of characters that begin no token, as one token and one diagnostic.
  mutating func scanUnexpected() -> TokenKind {
    let start = position
    var run: [DecodedCharacter] = []
    repeat {
      let character = DecodedCharacter(bytes, at: position)
      run.append(character)
      position += character.length
    } while position < bytes.count && !beginsSomething()
    let isValue = run.count == 1 && run[0].byte == UInt8(ascii: "\\") && bytes[position...].first == UInt8(ascii: "(")
    if isValue, !openValues.isEmpty {
      let last = openValues.count - 1
      openValues[last].next = openValues[last].next ?? Span(start, position)
      return .unknown
    }
    let ascii = run.count == 1 ? run[0].scalar.flatMap { lookalikes[$0] } : nil
    report(.unexpectedCharacters(run, ascii: ascii), at: Span(start, position))
    return ascii.flatMap(TokenKind.init) ?? .unknown
  }

  private func beginsSomething() -> Bool {
    let byte = bytes[position]
    return isNameByte(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") || punctuation() != nil
      || TriviaPiece.scan(bytes, at: position) != nil || DecodedCharacter(bytes, at: position).isForeignLetter
  }

  /// Whether `# note` or, at the start of a line, `#note some words` begins, as in a shell or in Python. A word that
  /// may be a color is a color.
  var atHashComment: Bool {
    let word = bytes[(position + 1)...].prefix(while: isNameByte)
    if word.isEmpty { return true }
    guard word.contains(where: { !isHexadecimalDigit($0) }), !word.contains(where: isDigit) else { return false }
    let before = bytes[..<position].last { !isBlank($0) } ?? UInt8(ascii: "\n")
    return before.endsLine && word.endIndex < bytes.count && isBlank(bytes[word.endIndex])
  }

  /// `# …` to the end of its line.
  mutating func scanHashComment() -> TokenKind {
    let start = position
    position = bytes.lineEnd(of: start)
    report(.hashComment, at: Span(start, start + 1))
    return .unknown
  }

  /// `/* … */`, or `/*` to the end of its line when it is never closed.
  mutating func scanBlockComment() -> TokenKind {
    let start = position
    position = blockCommentEnd(from: start + 2) ?? bytes.lineEnd(of: start)
    report(.blockComment, at: Span(start, start + 2))
    return .unknown
  }

  private mutating func blockCommentEnd(from start: Int) -> Int? {
    // Searched once, so that many openers without a closer stay linear.
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
