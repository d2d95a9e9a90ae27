import TintypeDiagnostics

/// A recursive-descent parser with error recovery: it reports a mistake and continues.
///
/// This file is the cursor over the tokens; the grammar is in the `Parser+…` files, each beside its rule of
/// `Grammar/tintype.ebnf`.
struct Parser {
  let source: SourceFile
  private(set) var tokens: [Token]

  /// Indices of all tokens but `unknown` ones, which go into the tree like trivia.
  let significant: [Int]

  /// The position of the next token in ``significant``.
  private(set) var position = 0

  var builder = TreeBuilder()
  private(set) var diagnostics: [Diagnostic] = []

  /// Errors beyond ``SyntaxLimits/diagnosticsKept``.
  private(set) var omitted = 0

  /// The current nesting of parentheses, calls and blocks.
  var nesting = 0

  /// The current nesting of expressions.
  var expressions = 0

  /// How many operators the outermost expression has so far.
  var operatorCount = 0

  /// Where the value of the last argument begins: there, numbers in parentheses are a row.
  var rowStart = -1

  /// Whether the nesting limit has been reported. It is reported once per file.
  var hasReportedDepth = false

  /// Semicolons seen, which are reported together.
  var semicolons: [Span] = []

  /// How many texts with values are open here.
  var openTexts = 0

  /// How many `?` of other languages wait for their `:`.
  var openTernaries = 0

  /// Whether the inputs of the function at hand are translated by the fix of its header.
  var isTranslated = false

  /// Where a declaration begins after words that do not belong to it.
  var declarationStart = -1

  /// Whether an `if` without braces has been reported in the chain at hand.
  var hasReportedBraces = false

  /// Whether the edition has been read.
  var hasEdition = false

  /// Where the brace is that closes a header after the recipe's lines, which has been reported; else -1.
  var headerCloser = -1

  /// Whether the file says what comes out.
  lazy var hasOutput = tokens.contains { $0.kind == .output }

  /// Whether the file changes another one.
  lazy var hasBase = zip(tokens, tokens.dropFirst()).contains { word, path in
    word.kind == .identifier && path.kind == .string && source.text(in: word.span) == "extends"
  }

  /// The names that are declared anywhere in the file.
  lazy var declaredNames = Set(
    zip(tokens, tokens.dropFirst()).compactMap { keyword, name in
      name.kind == .identifier && [.let, .var, .param, .image, .kernel, .function].contains(keyword.kind)
        ? source.text(in: name.span) : nil
    })

  /// The bodies of closures, which are skipped.
  var closures: [Span] = []

  /// The names of types that were declared, which was reported.
  var foreignTypes: Set<String> = []

  /// The names that were declared with a hyphen.
  var hyphenatedNames: Set<String> = []

  /// The names that were declared in two words, as one.
  var namesInTwoWords: Set<String> = []

  /// Keywords that are used as names. Each is reported once.
  var misusedKeywords: Set<TokenKind> = []

  /// How many opening braces of the file have no closing one. While this is not 0, indentation decides where a block
  /// ends.
  lazy var missingBraces = tokens.count { $0.kind == .leftBrace } - tokens.count { $0.kind == .rightBrace }

  /// Whether the block that is read has been reported as a whole.
  var isInReportedBlock = false

  /// The position at the last report. A second error at the same token follows from the first.
  private var lastReport = -1

  /// The end of the line of the last error about something missing or unexpected. Others in the line follow from it.
  private var lastReportLineEnd = -1

  /// Whether an error suppresses others in its line only.
  private var reportsOneLine = true

  /// The indentation of the last line that ``indentation()`` has seen, and how far it has searched the text.
  private var lastIndentation: (blanks: Int, end: Int)

  init(source: SourceFile, tokens: [Token]) {
    self.source = source
    self.tokens = tokens
    significant = tokens.indices.filter { tokens[$0].kind != .unknown }
    lastIndentation = (source.text.prefix(while: isBlank).count, 0)
  }

  // MARK: Looking

  /// The next token's kind.
  var current: TokenKind { token().kind }

  /// The token a distance ahead; after the end of the file there are only more ends of the file, and before its start
  /// its first token again.
  func token(ahead distance: Int = 0) -> Token {
    tokens[significant[max(0, min(position + distance, significant.count - 1))]]
  }

  /// The kind of the token a distance ahead.
  func kind(ahead distance: Int) -> TokenKind { token(ahead: distance).kind }

  /// The text of the token a distance ahead, with look-alike letters of other scripts as ASCII.
  func text(ahead distance: Int = 0) -> String { source.text(in: token(ahead: distance).span).inASCII }

  /// Whether the next token is a given word that is no keyword.
  func isWord(_ word: String) -> Bool {
    guard current == .identifier else { return false }
    let span = token().span
    return span.end - span.start == word.utf8.count && source.text[span.start..<span.end].elementsEqual(word.utf8)
  }

  /// Whether nothing, not even a space, lies before the token a distance ahead.
  func isAdjacent(ahead distance: Int = 0) -> Bool {
    position + distance > 0 && token(ahead: distance).start == token(ahead: distance - 1).end
  }

  /// Whether the token a distance ahead begins its line. Line breaks have no meaning; they only help to explain a
  /// mistake.
  func beginsLine(ahead distance: Int = 0) -> Bool {
    let index = significant[min(position + distance, significant.count - 1)]
    let start = index > 0 ? tokens[index - 1].end : 0
    return index == 0 || source.text[start..<tokens[index].start].contains { $0.endsLine }
  }

  /// How many blanks begin the line of the next token. Each byte is searched once, since a line may be long.
  mutating func indentation() -> Int {
    if let lineEnd = source.text[lastIndentation.end..<here.start].lastIndex(where: { $0.endsLine }) {
      lastIndentation.blanks = source.text[(lineEnd + 1)...].prefix(while: isBlank).count
    }
    lastIndentation.end = here.start
    return lastIndentation.blanks
  }

  /// The next token's place.
  var here: Span { token().span }

  /// The end of the previous token: the place of something missing.
  var endOfPrevious: Span {
    let end = builder.nextToken > 0 ? tokens[builder.nextToken - 1].end : 0
    return Span(end, end)
  }

  // MARK: Taking

  /// Where a node begins. Unknown tokens before it stay outside.
  mutating func mark() -> TreeBuilder.Mark {
    builder.append(through: significant[position] - 1)
    return builder.mark
  }

  /// Makes a node of everything since a mark.
  mutating func finish(_ kind: SyntaxKind, since mark: TreeBuilder.Mark) {
    builder.finish(kind, since: mark)
  }

  /// Takes the next token; the end of the file stays.
  mutating func take() {
    guard current != .endOfFile else { return }
    builder.append(through: significant[position])
    position += 1
  }

  /// Takes the next token if it is of a kind.
  mutating func take(_ kind: TokenKind) -> Bool {
    guard current == kind else { return false }
    take()
    return true
  }

  /// Takes a text without values; one with them is reported.
  mutating func takeText() -> Bool {
    guard current == .textHead else { return take(.string) }
    let start = mark()
    var depth = 0
    repeat {
      depth += current == .textHead ? 1 : current == .textTail ? -1 : 0
      take()
    } while depth > 0 && current != .endOfFile && !beginsLine()
    add(.valueInFixedText, at: span(since: start))
    finish(.skipped, since: start)
    suppressHere()
    return true
  }

  /// Changes the kind of the next token, a misspelled keyword that has been reported.
  mutating func reinterpret(as kind: TokenKind) {
    let token = token()
    tokens[significant[position]] = Token(kind, token.start, token.end)
  }

  /// Takes tokens into a node of their own.
  mutating func takeNode(_ kind: SyntaxKind, of count: Int = 1) {
    let start = mark()
    for _ in 0..<count { take() }
    finish(kind, since: start)
  }

  /// Takes tokens that have been reported into a `skipped` node.
  mutating func skip(_ count: Int = 1) {
    if count > 0 { takeNode(.skipped, of: count) }
  }

  /// The text's place from a mark up to the last token taken.
  func span(since mark: TreeBuilder.Mark) -> Span {
    let end = endOfPrevious.end
    return Span(min(tokens[mark.token].start, end), end)
  }

  // MARK: Reporting

  /// Reports an error that does not follow from another.
  mutating func report(_ error: SyntaxError, at place: Span) {
    add(error, at: place)
    suppressHere()
  }

  /// Reports an error that is not about the next token.
  mutating func add(_ error: SyntaxError, at place: Span) {
    if diagnostics.count < SyntaxLimits.diagnosticsKept {
      diagnostics.append(error.diagnostic(in: source, at: place))
    } else {
      omitted += 1
    }
  }

  /// Reports something missing or unexpected, unless an error has been reported at this token.
  mutating func reportOnce(_ error: SyntaxError, at place: Span) {
    guard lastReport != position, !followsLexicalError else { return }
    guard place.start > lastReportLineEnd else { return suppressHere() }
    report(error, at: place)
    if diagnostics.last?.isRepairable != true {
      lastReportLineEnd = reportsOneLine ? source.text.lineEnd(of: place.start) : .max
    }
  }

  /// Runs a rule that reports one thing as missing or unexpected, wherever its lines end: the words of a header are
  /// told apart by their order, which is lost with the first error.
  mutating func reportingOnce(_ rule: (inout Parser) -> Void) {
    let outer = reportsOneLine
    reportsOneLine = false
    rule(&self)
    reportsOneLine = outer
    if lastReportLineEnd == .max { lastReportLineEnd = -1 }
  }

  /// Suppresses errors about missing or unexpected tokens here, since they follow from another error.
  mutating func suppressHere() {
    lastReport = position
  }

  /// Whether the lexer has reported the previous token: unknown characters, or a text that has no closing quote and so
  /// includes the rest of its line.
  private var followsLexicalError: Bool {
    let index = significant[position]
    guard index > 0 else { return false }
    let before = tokens[index - 1]
    return before.kind == .unknown || ([.string, .textTail].contains(before.kind) && !isTerminated(before))
  }

  private func isTerminated(_ string: Token) -> Bool {
    string.end - string.start > 1
      && (source.text[string.end - 1] == UInt8(ascii: "\"") || isForeignString(source.text[string.start..<string.end]))
  }

  /// The tree, including the remaining tokens.
  mutating func tree(_ root: SyntaxKind, since start: TreeBuilder.Mark) -> SyntaxTree {
    builder.append(through: tokens.count - 1)
    finish(root, since: start)
    return builder.tree(of: source, tokens: tokens)
  }
}
