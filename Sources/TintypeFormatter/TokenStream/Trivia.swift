import TintypeDiagnostics
import TintypeSyntax

/// What lies between two tokens, as far as it is kept.
struct Trivia {
  /// A comment.
  struct Comment {
    /// Where a comment stands.
    enum Place {
      /// Behind code.
      case trailing
      /// On a line below a trailing comment and in its column: the comment goes on.
      case continuing
      /// On a line of its own.
      case ownLine
    }

    /// Its text, from `//` to the last character that shows.
    let text: [UInt8]

    /// Where it stands.
    var place: Place

    /// Whether a blank line lies before it.
    let followsBlankLine: Bool
  }

  /// The comments, in order.
  var comments: [Comment] = []

  /// Whether a blank line lies between the last comment, or the token before, and the token behind.
  private(set) var endsWithBlankLine = false

  /// Whether the token behind begins a line.
  private(set) var startsLine = false

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

  /// Whether a blank line lies anywhere in it.
  var containsBlankLine: Bool { endsWithBlankLine || comments.contains { $0.followsBlankLine } }
}

/// How many characters precede an offset on its line.
private func columnOfCharacter(_ offset: Int, in text: [UInt8]) -> Int {
  let start = text[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  return String(decoding: text[start..<offset], as: UTF8.self).unicodeScalars.count
}

/// A comment with a space behind its slashes and none at its end. More spaces are the author's indentation.
private func normalized(_ comment: ArraySlice<UInt8>) -> [UInt8] {
  let slashes = comment.prefix { $0 == UInt8(ascii: "/") }
  var text = comment.dropFirst(slashes.count)
  while let last = text.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { text.removeLast() }
  guard let first = text.first else { return Array(slashes) }
  let isApart = first == UInt8(ascii: " ") || first == UInt8(ascii: "\t")
  return slashes + (isApart ? [] : [UInt8(ascii: " ")]) + text
}
