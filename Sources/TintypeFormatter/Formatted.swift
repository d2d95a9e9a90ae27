import TintypeDiagnostics
public import TintypeSyntax

/// A recipe's text as it should be set: the same tokens and comments with the house's spaces, columns and line breaks.
///
/// Setting a set text changes nothing. The tree of a text with errors comes back as it was written.
public func formatted(_ tree: SyntaxTree) -> [UInt8] {
  let stream = TokenStream(tree)
  guard stream.isComplete else { return tree.source.text }
  let result = prettyPrinted(stream)
  let again = TokenStream(parse(SourceFile(name: tree.source.name, text: result)).tree)
  // A mistake of a kind that leaves a whole tree, such as an unclosed text, may swallow what is set behind it.
  return again.tokens.map(\.text) == stream.tokens.map(\.text) ? result : tree.source.text
}

/// Lays out and sets a tokens, without a look at the result.
func prettyPrinted(_ original: TokenStream) -> [UInt8] {
  let stream = original.withNormalizedComments
  let builder = LayoutBuilder(stream: stream)
  var printer = PrettyPrinter(stream: stream)
  return printer.text(of: builder.recipe())
}

/// How wide a line may be, in characters.
let lineWidth = 100

/// How far a line inside something stands to the right of it.
let indentWidth = 2
