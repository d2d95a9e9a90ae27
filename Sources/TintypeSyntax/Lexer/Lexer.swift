import TintypeDiagnostics

/// Splits a recipe into tokens, in one pass over its bytes.
///
/// Tokens and the trivia between them cover every byte, whatever the bytes are.
struct Lexer {
  let source: SourceFile
  let bytes: [UInt8]
  var position = 0

  /// Set once a search for `*/` has reached the end of the file in vain.
  var hasNoBlockCommentEnd = false

  /// The end of the last line that has an opening quote and no closing one. Later quotes in it are escaped.
  var unclosedLineEnd = 0

  /// The values in texts that are open here: where each `\(` stands, how many parentheses are open in the value, and
  /// the first `\` before a parenthesis there. Where the value is not closed, that is the next value of the text.
  var openValues: [(opener: Span, parentheses: Int, next: Span?)] = []
  private(set) var tokens: [Token] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// Errors beyond ``SyntaxLimits/diagnosticsKept``.
  private(set) var omitted = 0

  /// The tokens of a file, ending in `endOfFile`, and the errors in its characters.
  static func tokens(of source: SourceFile) -> (tokens: [Token], diagnostics: [Diagnostic], omitted: Int) {
    var lexer = Lexer(source: source)
    lexer.run()
    return (lexer.tokens, lexer.diagnostics, lexer.omitted)
  }

  private init(source: SourceFile) {
    self.source = source
    bytes = source.text
    tokens.reserveCapacity(bytes.count / 4)
  }

  private mutating func run() {
    skipTrivia()
    while position < bytes.count {
      let start = position
      let kind = scanToken()
      tokens.append(Token(kind, start, position))
      skipTrivia()
    }
    endValues()
    tokens.append(Token(.endOfFile, position, position))
  }

  private mutating func skipTrivia() {
    while let piece = TriviaPiece.scan(bytes, at: position) {
      switch piece.kind {
      case .comment, .documentation: reportTreacherous(in: piece.span, of: "comment")
      case .newline where bytes[position] >= 0x80:
        report(.foreignLineEnd(DecodedCharacter(bytes, at: position), edit: "\n", at: piece.span), at: piece.span)
      case .newline, .space, .byteOrderMark: break
      }
      if piece.kind == .newline { endValues() }
      position = piece.span.end
    }
  }

  private mutating func scanToken() -> TokenKind {
    let byte = bytes[position]
    if isNameStart(byte) { return scanName() }
    if isDigit(byte) { return scanNumber() }
    switch byte {
    case UInt8(ascii: "\""): return scanString()
    case UInt8(ascii: "#"): return atHashComment ? scanHashComment() : scanColor()
    case UInt8(ascii: "/") where starts(with: "/*"): return scanBlockComment()
    case UInt8(ascii: ".") where !starts(with: ".."):
      if position + 1 < bytes.count, isDigit(bytes[position + 1]) { return scanNumberWithoutZero() }
    case UInt8(ascii: ".") where !starts(with: "..."): return scanTwoDots()
    default: break
    }
    if byte == UInt8(ascii: ")"), openValues.last?.parentheses == 0 { return scanTextBehindValue() }
    if let (spelling, kind) = punctuation() {
      position += spelling.count
      countParenthesis(kind)
      return kind
    }
    let next = DecodedCharacter(bytes, at: position)
    if next.isForeignLetter || next.scalar == degreeSign && isBehindNumber { return scanName() }
    return scanForeignString() ?? scanUnexpected()
  }

  private var isBehindNumber: Bool { tokens.last.map { $0.kind == .number && $0.span.end == position } ?? false }

  /// A name or keyword. Letters outside ASCII are reported but kept, so that one foreign letter is one mistake.
  private mutating func scanName() -> TokenKind {
    let start = position
    var isForeign = false
    while position < bytes.count {
      if isNameByte(bytes[position]) {
        position += 1
      } else if bytes[position] >= 0x80, DecodedCharacter(bytes, at: position).continuesForeignName || position == start
      {
        position += DecodedCharacter(bytes, at: position).length
        isForeign = true
      } else {
        break
      }
    }
    let span = Span(start, position)
    guard let word = packed(isForeign ? foreignName(span) : bytes[span.start..<span.end]) else { return .identifier }
    for keyword in packedKeywords where keyword.word == word { return keyword.kind }
    return .identifier
  }

  /// Reports a name with letters outside ASCII; returns the ASCII name that it resembles.
  private mutating func foreignName(_ span: Span) -> ArraySlice<UInt8> {
    let name = source.text(in: span)
    report(.foreignName(name, ascii: name.inASCII), at: span)
    return Array(name.inASCII.utf8)[...]
  }

  /// `#` and the letters and digits after it.
  private mutating func scanColor() -> TokenKind {
    let start = position
    position += 1
    skipNameBytes()
    let digits = bytes[(start + 1)..<position]
    if !digits.allSatisfy(isHexadecimalDigit) || ![3, 6, 8].contains(digits.count) {
      let span = Span(start, position)
      report(.malformedColor(source.text(in: span)), at: span)
    }
    return .color
  }

  mutating func skipNameBytes() {
    while position < bytes.count, isNameByte(bytes[position]) { position += 1 }
  }

  func punctuation() -> (spelling: [UInt8], kind: TokenKind)? {
    guard bytes[position] < 0x80 else { return nil }
    for known in punctuationKinds[Int(bytes[position])] where starts(with: known.spelling) { return known }
    return nil
  }

  func starts(with spelling: String) -> Bool { starts(with: Array(spelling.utf8)) }

  private func starts(with spelling: [UInt8]) -> Bool {
    guard position + spelling.count <= bytes.count else { return false }
    for index in spelling.indices where bytes[position + index] != spelling[index] { return false }
    return true
  }

  mutating func report(_ error: SyntaxError, at place: Span) {
    if diagnostics.count < SyntaxLimits.diagnosticsKept {
      diagnostics.append(error.diagnostic(in: source, at: place))
    } else {
      omitted += 1
    }
  }
}
