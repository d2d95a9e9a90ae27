import TintypeDiagnostics

extension TokenSyntax {
  /// The text of the `///` lines directly above the token, or nil without any.
  ///
  /// A comment at the end of a code line belongs to that line, and a blank line ends the connection.
  var documentation: String? {
    var lines: [String] = []
    // A blank line or another comment starts afresh; the line the previous token ended on does not count.
    var lineIsCode = index > 0
    var lineDocuments = false
    for piece in leadingTrivia {
      switch piece.kind {
      case .documentation where !lineIsCode:
        lines.append(documented(tree.source.text[piece.span.start..<piece.span.end]))
        lineDocuments = true
      case .comment:
        lines.removeAll()
      case .newline:
        if !lineDocuments { lines.removeAll() }
        lineDocuments = false
        lineIsCode = false
      case .space, .byteOrderMark, .documentation:
        break
      }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// One line without `///` and the one space after it.
  private func documented(_ line: ArraySlice<UInt8>) -> String {
    let text = line.dropFirst(3)
    return String(decoding: text.first == UInt8(ascii: " ") ? text.dropFirst() : text, as: UTF8.self)
  }
}
