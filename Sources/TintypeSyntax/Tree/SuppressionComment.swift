public import TintypeDiagnostics

/// `// allow: pow-of-negative (deep shadows close on purpose)`: a comment that suppresses warnings.
///
/// At the end of a line it applies to that line; on a separate line, to the line below it, and to the declaration,
/// statement or input that begins there.
public struct SuppressionComment: Sendable, Equatable {
  /// The text between `//` and the codes.
  public static let opening = "allow:"

  /// One of the codes, with its span.
  public struct Code: Sendable, Equatable {
    /// The word.
    public let text: String
    /// Its place; after `allow:` where the word is missing.
    public let location: SourceLocation
  }

  /// The comment.
  public let location: SourceLocation

  /// The suppressed warnings.
  public let codes: [Code]

  /// The text in which they are suppressed.
  public let scope: Span
}

extension SyntaxTree {
  /// All comments that suppress warnings, in order.
  public var suppressions: [SuppressionComment] {
    let ends = endsByFirstToken
    return tokens.indices.flatMap { index -> [SuppressionComment] in
      let token = TokenSyntax(tree: self, index: index)
      var isBehindCode = index > 0
      return token.leadingTrivia.compactMap { piece in
        if piece.kind == .newline { isBehindCode = false }
        guard piece.kind == .comment, let codes = codes(in: piece.span) else { return nil }
        let scope =
          isBehindCode
          ? Span(source.text.lineStart(of: piece.span.start), piece.span.start)
          : Span(tokens[index].start, max(ends[index] ?? 0, source.text.lineEnd(of: tokens[index].start)))
        return SuppressionComment(location: SourceLocation(source, piece.span), codes: codes, scope: scope)
      }
    }
  }

  /// The end of the largest node that begins with a token, except for the whole file.
  private var endsByFirstToken: [Int: Int] {
    var ends: [Int: Int] = [:]
    for node in nodes.dropLast() {
      guard let first = node.tokens.first, let last = node.tokens.last else { continue }
      ends[first] = max(ends[first] ?? 0, tokens[last].end)
    }
    return ends
  }

  /// The codes of a comment, without the reason in parentheses; nil for any other comment.
  private func codes(in comment: Span) -> [SuppressionComment.Code]? {
    let words = source.text[(comment.start + 2)..<comment.end].drop(while: isBlank)
    guard words.starts(with: SuppressionComment.opening.utf8) else { return nil }
    let list = words.dropFirst(SuppressionComment.opening.utf8.count).prefix { $0 != UInt8(ascii: "(") }
    return list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { part in
      let word = part.drop(while: isBlank)
      let length = word.count - word.reversed().prefix(while: isBlank).count
      let span = Span(word.startIndex, word.startIndex + length)
      return SuppressionComment.Code(text: source.text(in: span), location: SourceLocation(source, span))
    }
  }
}
