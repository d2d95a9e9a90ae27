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
    if run.count == 1, run[0].byte == UInt8(ascii: "\\"),
      bytes[position..<bytes.lineEnd(of: position)].allSatisfy(isBlank)
    {
      report(.lineContinued, at: Span(start, position))
      return .unknown
    }
    if run.count == 1, run[0].byte == UInt8(ascii: "@"), let end = endOfWrappedVariable {
      position = end
      report(.wrappedVariable, at: Span(start, end))
      return .param
    }
    if run.count == 1, let sign = attributeSign(run[0].byte, from: start) {
      report(sign, at: Span(start, position))
      return .unknown
    }
    let ascii = run.count == 1 ? run[0].scalar.flatMap { lookalikes[$0] } : nil
    report(.unexpectedCharacters(run, ascii: ascii), at: Span(start, position))
    return ascii.flatMap(TokenKind.init) ?? .unknown
  }

  /// The end of `var` in `@State var amount: scalar = 0.5` and `@AppStorage("amount") var amount: scalar`.
  private var endOfWrappedVariable: Int? {
    let line = bytes[position..<bytes.lineEnd(of: position)]
    var rest = line.drop(while: isNameByte)
    if rest.first == UInt8(ascii: "("), let closer = rest.firstIndex(of: UInt8(ascii: ")")) {
      rest = rest[(closer + 1)...]
    }
    let words = rest.split(maxSplits: 2, whereSeparator: isBlank)
    guard words.count == 3, words[1].last == UInt8(ascii: ":"),
      ["var", "let"].contains(String(decoding: words[0], as: UTF8.self))
    else { return nil }
    return words[0].endIndex
  }

  /// `@main`, and `$amount`, of which only the sign is too much.
  private mutating func attributeSign(_ byte: UInt8, from start: Int) -> SyntaxError? {
    guard position < bytes.count, isNameByte(bytes[position]) else { return nil }
    if byte == UInt8(ascii: "$") {
      // `$0` is the input of a closure.
      return isDigit(bytes[position]) && bytes[position] != UInt8(ascii: "0") ? .argumentNumber : .nameSign
    }
    guard byte == UInt8(ascii: "@") else { return nil }
    skipNameBytes()
    let line = bytes[position..<bytes.lineEnd(of: position)]
    if line.first == UInt8(ascii: "("), let closer = line.firstIndex(of: UInt8(ascii: ")")) { position = closer + 1 }
    let text = source.text(in: Span(start, position))
    guard text == "@import" else { return .attribute(text, use: nil) }
    let quotes = line.indices.filter { line[$0] == UInt8(ascii: "\"") }
    guard quotes.count == 2 else { return .attribute(text, use: nil) }
    let path = source.text(in: Span(quotes[0] + 1, quotes[1]))
    return .attribute(text, use: (path, Span(start, quotes[1] + 1)))
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
    if before.endsLine, ["else", "endif"].contains(String(decoding: word, as: UTF8.self)) { return true }
    return before.endsLine && word.endIndex < bytes.count && isBlank(bytes[word.endIndex])
  }

  /// `# …` to the end of its line.
  mutating func scanHashComment() -> TokenKind {
    let start = position
    position = bytes.lineEnd(of: start)
    let line = source.text(in: Span(start, position))
    let error = preprocessed(line, whole: Span(start, position))
    report(error ?? .hashComment, at: error == nil ? Span(start, start + 1) : Span(start, position))
    return .unknown
  }

  /// `#define GAIN 1.2` and other lines for a preprocessor.
  private func preprocessed(_ line: String, whole: Span) -> SyntaxError? {
    let words = line.dropFirst().split(separator: " ").map(String.init)
    guard let first = words.first, !line.hasPrefix("# ") else { return nil }
    switch first {
    case "define":
      let isPlain = words.count > 2 && words[1].utf8.allSatisfy(isNameByte)
      return isPlain
        ? .foreignDefine(words[1], words[2...].joined(separator: " "), whole: whole) : .foreignPreprocessor
    case "include", "import": return .foreignInclude
    case "if", "ifdef", "ifndef": return .foreignCondition
    case "version", "pragma", "else", "endif", "extension", "undef", "line":
      return .foreignPreprocessor
    default: return nil
    }
  }

  /// `/* … */`, or `/*` to the end of its line when it is never closed.
  mutating func scanBlockComment() -> TokenKind {
    let start = position
    let end = blockCommentEnd(from: start + 2)
    position = end ?? bytes.lineEnd(of: start)
    let isApart = bytes[position..<bytes.lineEnd(of: position)].allSatisfy(isBlank)
    let lines = source.text(in: Span(start + 2, max(start + 2, position - 2))).split { $0.isNewline }
    let written = lines.map { line in
      let words = line.split(separator: " ").drop { $0 == "*" }
      return "// " + words.joined(separator: " ")
    }.joined(separator: "\n")
    report(
      .blockComment(end != nil && isApart ? written : nil, whole: Span(start, position)), at: Span(start, start + 2))
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
