import TintypeDiagnostics

/// Formats a recipe: the same tokens and comments with canonical spaces, columns and line breaks. Commas that may be
/// omitted are omitted in variants and written elsewhere.
///
/// Formatting is idempotent. A tree with syntax errors is returned as written.
public func formatted(_ tree: SyntaxTree) -> [UInt8] {
  let stream = TokenStream(tree)
  guard stream.isComplete else { return tree.source.text }
  let result = prettyPrinted(stream)
  let again = TokenStream(parse(SourceFile(name: tree.source.name, text: result)).tree)
  // Some errors leave a complete tree. An unclosed string, for one, would swallow tokens moved onto its line.
  return again.tokens.map { $0.text } == stream.tokens.map { $0.text } ? result : tree.source.text
}

/// The formatted text, without the check that the tokens survived.
func prettyPrinted(_ original: TokenStream) -> [UInt8] {
  let stream = original.withNormalizedComments
  let builder = LayoutBuilder(stream: stream)
  var printer = PrettyPrinter(stream: stream)
  return printer.text(of: builder.recipe())
}

/// The width of a line, in characters.
let lineWidth = 100

/// The indentation of one level, in characters.
let indentWidth = 2
