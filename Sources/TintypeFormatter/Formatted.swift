import TintypeDiagnostics
public import TintypeSyntax

/// A recipe's text as it should be set: the same tokens and comments with the house's spaces, columns and line breaks.
///
/// Setting a set text changes nothing. The tree of a text with errors comes back as it was written.
public func formatted(_ tree: SyntaxTree) -> [UInt8] {
  let tokens = TokenStream(tree)
  guard tokens.isWhole else { return tree.source.text }
  let result = typeset(tokens)
  let again = TokenStream(parse(SourceFile(name: tree.source.name, text: result)).tree)
  // A mistake of a kind that leaves a whole tree, such as an unclosed text, may swallow what is set behind it.
  return again.words.map(\.text) == tokens.words.map(\.text) ? result : tree.source.text
}

/// Lays out and sets a tokens, without a look at the result.
func typeset(_ original: TokenStream) -> [UInt8] {
  let tokens = original.withSettledComments
  let builder = LayoutBuilder(tokens: tokens)
  var printer = PrettyPrinter(tokens: tokens)
  return printer.set(builder.recipe())
}

/// How wide a line may be, in characters.
let lineWidth = 100

/// How far a line inside something stands to the right of it.
let indentWidth = 2
