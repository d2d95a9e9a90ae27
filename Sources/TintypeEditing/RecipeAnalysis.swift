package import TintypeDiagnostics
package import TintypeLowering
package import TintypeSemantics
package import TintypeSyntax

/// What editors ask of one version of a recipe.
package final class RecipeAnalysis {
  package let file: SourceFile
  package let tree: SyntaxTree
  package let model: SemanticModel
  /// nil for a recipe with errors and for one without a look.
  package let look: Look?
  package let diagnostics: [Diagnostic]
  package let positions: TextPositions
  /// What the recipe can name without a file.
  package let library: RecipeLibrary
  /// The files that can be named: those of a folder below the recipe's, written as in the text, with one of some
  /// endings.
  let namedFiles: (_ folder: String, _ endings: [String]) -> [CompletionItem]
  private let encoding: PositionEncoding
  private var others: [String: TextPositions] = [:]

  /// - Parameters:
  ///   - file: the recipe.
  ///   - tree: its syntax.
  ///   - model: its names and types, of an analysis for editing.
  ///   - look: what it declares.
  ///   - diagnostics: what is wrong with it, and with the files that it names.
  ///   - encoding: how the client counts characters.
  ///   - library: what it was checked against.
  ///   - namedFiles: see ``namedFiles``.
  package init(
    _ file: SourceFile, _ tree: SyntaxTree, _ model: SemanticModel, _ look: Look?, _ diagnostics: [Diagnostic],
    _ encoding: PositionEncoding, library: RecipeLibrary,
    namedFiles: @escaping (_ folder: String, _ endings: [String]) -> [CompletionItem] = { _, _ in [] }
  ) {
    (self.file, self.tree, self.model, self.look) = (file, tree, model, look)
    (self.diagnostics, self.encoding, self.library) = (diagnostics, encoding, library)
    self.namedFiles = namedFiles
    positions = TextPositions(file.text, encoding)
  }

  /// The positions in one of the files of the model.
  package func positions(in file: SourceFile) -> TextPositions {
    if file == self.file { return positions }
    if let known = others[file.name] { return known }
    let made = TextPositions(file.text, encoding)
    others[file.name] = made
    return made
  }

  /// What a name that is part of a dotted one refers to, and where only that part stands.
  package func symbol(at offset: Int) -> (symbol: Symbol, span: Span)? {
    if let alias = alias(at: offset), let token = tree.token(at: offset) { return (.module(alias.module), token.span) }
    guard let found = model.symbol(at: offset, in: file) else { return nil }
    return (found.symbol, tree.lastName(in: found.location.span) ?? found.location.span)
  }

  /// The declaration around a name, as its text is shown: of a kernel or function without the body.
  package static func declaration(at place: SourceLocation) -> Syntax? {
    let kinds: Set<SyntaxKind> = [
      .parameter, .constant, .function, .image, .use, .variable, .functionParameter, .loop, .look,
    ]
    return parse(place.file).tree.nodes(around: place.span.start).last { kinds.contains($0.kind) }
  }
}

extension SyntaxTree {
  /// The last name in a span: what a dotted name finally names.
  package func lastName(in span: Span) -> Span? {
    var token = token(before: span.end)
    while let found = token, found.span.start >= span.start {
      if found.kind == .identifier { return found.span }
      token = found.previous
    }
    return nil
  }
}
