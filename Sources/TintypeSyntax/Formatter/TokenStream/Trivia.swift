import TintypeDiagnostics

/// The comments, line breaks and blank lines before a token. Spaces are dropped.
struct Trivia {
  /// A comment.
  struct Comment {
    /// The position of a comment relative to code.
    enum Place {
      /// After code on the same line.
      case trailing
      /// On the line below a trailing comment, in the same column: a continuation of that comment.
      case continuing
      /// On a separate line.
      case ownLine
    }

    /// The text from `//` to the last visible character.
    let text: [UInt8]

    /// The position relative to code.
    var place: Place

    /// Whether a blank line precedes the comment.
    let followsBlankLine: Bool
  }

  /// The comments in source order.
  var comments: [Comment] = []

  /// Whether a blank line separates the token from the last comment, or from the previous token if there is none.
  private(set) var endsWithBlankLine = false

  /// Whether the token is the first on its line.
  private(set) var startsLine = false

  /// None.
  init() {}

  init(before token: TokenSyntax, isFirst: Bool) {
    let text = token.tree.source.text
    var lineEnds = isFirst ? 1 : 0
    var column: Int?
    for piece in token.leadingTrivia {
      switch piece.kind {
      case .newline: lineEnds += 1
      case .comment, .documentation:
        let place = columnOfCharacter(piece.span.start, in: text)
        let continues = piece.kind == .comment && lineEnds == 1 && comments.last?.place != .ownLine && place == column
        column = place
        comments.append(
          Comment(
            text: normalized(text[piece.span.start..<piece.span.end]),
            place: lineEnds == 0 ? .trailing : continues && !isFirst ? .continuing : .ownLine,
            followsBlankLine: lineEnds > 1))
        lineEnds = 0
      case .space, .byteOrderMark: break
      }
    }
    startsLine = lineEnds > 0
    endsWithBlankLine = lineEnds > 1
  }

  /// Whether there is a blank line before any comment or before the token.
  var containsBlankLine: Bool { endsWithBlankLine || comments.contains { $0.followsBlankLine } }
}

/// The number of characters before an offset on its line.
private func columnOfCharacter(_ offset: Int, in text: [UInt8]) -> Int {
  let start = text.lineStart(of: offset)
  return String(decoding: text[start..<offset], as: UTF8.self).unicodeScalars.count
}

/// The comment with at least one space after its slashes and none at its end. Further leading spaces are the author's
/// indentation and stay.
private func normalized(_ comment: ArraySlice<UInt8>) -> [UInt8] {
  let slashes = comment.prefix { $0 == UInt8(ascii: "/") }
  var text = comment.dropFirst(slashes.count)
  while let last = text.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { text.removeLast() }
  guard let first = text.first else { return Array(slashes) }
  let isApart = first == UInt8(ascii: " ") || first == UInt8(ascii: "\t")
  return slashes + (isApart ? [] : [UInt8(ascii: " ")]) + text
}
