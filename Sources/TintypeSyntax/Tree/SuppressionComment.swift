public import TintypeDiagnostics

/// `// allow: pow-of-negative (deep shadows close on purpose)`: a comment by which the author asks not to be warned.
///
/// At the end of a line it speaks of that line; on a separate line, of the declaration, statement or input below it.
public struct SuppressionComment: Sendable, Equatable {
  /// What stands between `//` and the codes.
  public static let opening = "allow:"

  /// One of the codes, and where it stands.
  public struct Code: Sendable, Equatable {
    /// The word.
    public let text: String
    /// Its place; after `allow:` where the word is missing.
    public let location: SourceLocation
  }

  /// The comment.
  public let location: SourceLocation

  /// What is not to be warned of.
  public let codes: [Code]

  /// Where it is not to be warned.
  public let reach: Span
}

extension SyntaxTree {
  /// All comments that ask for silence, in order.
  public var suppressions: [SuppressionComment] {
    let ends = reachesByFirstToken
    return tokens.indices.flatMap { index -> [SuppressionComment] in
      let token = TokenSyntax(tree: self, index: index)
      var isBehindCode = index > 0
      return token.leadingTrivia.compactMap { piece in
        if piece.kind == .newline { isBehindCode = false }
        guard piece.kind == .comment, let codes = codes(in: piece.span) else { return nil }
        let reach =
          isBehindCode
          ? Span(startOfLine(at: piece.span.start), piece.span.start)
          : Span(tokens[index].start, ends[index] ?? tokens[index].end)
        return SuppressionComment(location: SourceLocation(source, piece.span), codes: codes, reach: reach)
      }
    }
  }

  /// Where the largest thing ends that begins with a token; the whole file begins with none.
  private var reachesByFirstToken: [Int: Int] {
    var ends: [Int: Int] = [:]
    for node in nodes.dropLast() {
      guard let first = node.tokens.first, let last = node.tokens.last else { continue }
      ends[first] = max(ends[first] ?? 0, tokens[last].end)
    }
    return ends
  }

  private func startOfLine(at offset: Int) -> Int {
    (source.text[..<offset].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
  }

  /// The codes of a comment up to the reason in parentheses; nil when it asks for nothing.
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
