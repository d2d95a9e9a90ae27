import TintypeDiagnostics

/// One token: its kind and where its text lies.
///
/// Its leading trivia is what lies between the end of the token before it and its start, so nothing is stored for it
/// and no byte can be lost.
struct Token: Sendable, Equatable {
  /// What it is.
  let kind: TokenKind

  private let startOffset: Int32
  private let endOffset: Int32

  /// Makes a token over the bytes `start..<end`.
  init(_ kind: TokenKind, _ start: Int, _ end: Int) {
    self.kind = kind
    startOffset = Int32(start)
    endOffset = Int32(end)
  }

  /// Offset of its first byte.
  var start: Int { Int(startOffset) }

  /// Offset after its last byte.
  var end: Int { Int(endOffset) }

  /// Its text's place, without trivia.
  var span: Span { Span(start, end) }
}
