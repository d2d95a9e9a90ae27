public import TintypeDiagnostics

/// The limits of a recipe, so that no file can exhaust memory, time or the call stack.
public enum SyntaxLimits {
  /// The size of a file in bytes: 1 MiB.
  public static let fileBytes = 1 << 20

  /// How deep parentheses, calls and blocks may nest.
  public static let nesting = 128

  /// How many operators, members and signs one expression may have, nested expressions included.
  ///
  /// Together with ``nesting`` it bounds how deep a tree is, so that later stages may walk expressions by recursion.
  public static let operators = 1_000

  /// How many diagnostics of one file are reported; the rest is only counted.
  public static let diagnostics = 200

  /// How many the lexer keeps, and the parser: they find some later than others that come behind them.
  static let diagnosticsKept = 2_000
}

/// Reads a recipe's text into a tree, whatever the text is.
///
/// The tree always prints back to the same bytes. Without diagnostics it is a well-formed recipe; otherwise every
/// mistake is reported, and unreadable parts are `missing` and `skipped` nodes.
public func parse(_ source: SourceFile) -> (tree: SyntaxTree, diagnostics: [Diagnostic]) {
  if source.text.count > SyntaxLimits.fileBytes {
    let error = SyntaxError.fileTooLarge(source.text.count)
    return (unread(source), [error.diagnostic(in: source, at: Span(0, 0))])
  }
  if source.text.isWide {
    return (unread(source), [SyntaxError.wideText.diagnostic(in: source, at: Span(0, 0))])
  }
  // After `isWide`, whose texts have such bytes, too.
  if source.text.prefix(1_024).contains(0) {
    return (unread(source), [SyntaxError.notText.diagnostic(in: source, at: Span(0, 0))])
  }
  let (tokens, lexing, omitted) = Lexer.tokens(of: source)
  var parser = Parser(source: source, tokens: tokens)
  let tree = parser.recipe()
  // The inputs `$0` of a closure are no mistakes of their own.
  let others = lexing.filter { diagnostic in
    let start = diagnostic.primary.location.span.start
    return !parser.closures.contains { $0.start <= start && start < $0.end }
  }
  return (tree, inOrder(others + parser.diagnostics, omitted: omitted + parser.omitted, of: source))
}

extension [UInt8] {
  /// Whether the text is UTF-16 or UTF-32: it begins with their mark, or with an ASCII character and its zero bytes.
  fileprivate var isWide: Bool {
    starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) || starts(with: [0, 0, 0xFE, 0xFF])
      || count >= 4 && self[..<4].count(where: { $0 == 0 }) >= 2
  }
}

/// A tree of a text that was not parsed.
private func unread(_ source: SourceFile) -> SyntaxTree {
  let size = source.text.count
  let tokens = [Token(.unknown, 0, size), Token(.endOfFile, size, size)]
  var builder = TreeBuilder()
  let start = builder.mark
  builder.append(through: 1)
  builder.finish(.recipe, since: start)
  return builder.tree(of: source, tokens: tokens)
}

/// Diagnostics in the order of the text, at most ``SyntaxLimits/diagnostics`` and one that counts the rest.
///
/// - Parameter omitted: how many were not kept.
private func inOrder(_ diagnostics: [Diagnostic], omitted: Int, of source: SourceFile) -> [Diagnostic] {
  // Offsets first, then the order of reporting, since `sorted` need not be stable.
  let sorted = diagnostics.enumerated().sorted {
    ($0.element.primary.location.span.start, $0.offset) < ($1.element.primary.location.span.start, $1.offset)
  }.map { $0.element }
  guard let next = sorted.dropFirst(SyntaxLimits.diagnostics).first else { return sorted }
  let rest = sorted.count - SyntaxLimits.diagnostics + omitted
  let error = SyntaxError.tooManyErrors(rest)
  return sorted.prefix(SyntaxLimits.diagnostics) + [error.diagnostic(in: source, at: next.primary.location.span)]
}
