import TintypeDiagnostics

// Queries at a position, for editors. Offsets are bytes of the file.
extension SyntaxTree {
  /// Every token, the end of the file included.
  public var allTokens: [TokenSyntax] { tokens.indices.map { TokenSyntax(tree: self, index: $0) } }

  /// The last token that begins before an offset; nil where there is none.
  public func token(before offset: Int) -> TokenSyntax? {
    let count = tokens.partitionPoint { $0.start >= offset }
    return count > 0 ? TokenSyntax(tree: self, index: count - 1) : nil
  }

  /// The token that holds an offset or ends there; of two that touch there, a name before a sign.
  public func token(at offset: Int) -> TokenSyntax? {
    let found = [token(before: offset), token(before: offset + 1)].compactMap { $0 }.filter {
      $0.span.start <= offset && offset <= $0.span.end && $0.kind != .endOfFile
    }
    return found.first { $0.kind == .identifier } ?? found.last
  }

  /// The nodes around an offset, the whole file first.
  public func nodes(around offset: Int) -> [Syntax] {
    var path = [root]
    while let inner = path[path.count - 1].childNodes.last(where: { $0.span.start <= offset && offset <= $0.span.end })
    {
      path.append(inner)
    }
    return path
  }

  /// The comments, with those that document a declaration.
  public var comments: [TriviaPiece] {
    allTokens.flatMap { $0.leadingTrivia }.filter { $0.kind == .comment || $0.kind == .documentation }
  }
}

extension TokenSyntax {
  /// The token before it; nil for the first one.
  public var previous: TokenSyntax? { index > 0 ? TokenSyntax(tree: tree, index: index - 1) : nil }

  /// The token after it; nil for the end of the file.
  public var next: TokenSyntax? {
    index + 1 < tree.tokens.count ? TokenSyntax(tree: tree, index: index + 1) : nil
  }
}

extension [Token] {
  /// The index of the first token that satisfies a condition. All later tokens must satisfy it, too: the search is
  /// binary.
  fileprivate func partitionPoint(_ isAfter: (Token) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
