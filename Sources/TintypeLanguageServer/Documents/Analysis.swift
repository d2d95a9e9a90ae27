import Tintype
import TintypeDiagnostics
import TintypeImage
import TintypeLowering
import TintypeSemantics
import TintypeSyntax

/// The analysis of one version of a recipe.
final class Analysis {
  /// The recipe, checked.
  let recipe: OpenRecipe
  /// Its file; nil for an unsaved text.
  let path: FilePath?
  let positions: TextPositions
  let loader: OverlaidFolder
  private let encoding: PositionEncoding
  private var others: [String: TextPositions] = [:]

  var file: SourceFile { recipe.source }
  var tree: SyntaxTree { recipe.tree }
  var model: SemanticModel { recipe.model }
  /// nil for a recipe with errors and for one without a look.
  var look: Look? { recipe.look }
  var diagnostics: [Diagnostic] { recipe.diagnostics }

  /// - Parameter known: the recipes that were opened last, where others share them and only this one is open.
  init(
    _ file: SourceFile, at path: FilePath?, open: [String: SourceFile], known: OpenRecipes?,
    _ encoding: PositionEncoding
  ) {
    (self.path, self.encoding) = (path, encoding)
    loader = OverlaidFolder(open, over: FolderLoader(for: path))
    recipe =
      known?.recipe(file, at: path) ?? OpenRecipe(file, loader: loader, unsaved: Set(open.keys))
    positions = TextPositions(file.text, encoding)
  }

  /// Whether it is still up to date.
  func isCurrent(_ file: SourceFile, open: [String: SourceFile]) -> Bool {
    self.file.text == file.text && recipe.isCurrent
      && model.files.dropFirst().allSatisfy { used in open[used.name].map { $0 == used } ?? true }
  }

  /// The positions in one of the files of the model.
  func positions(in file: SourceFile) -> TextPositions {
    if file == self.file { return positions }
    if let known = others[file.name] { return known }
    let made = TextPositions(file.text, encoding)
    others[file.name] = made
    return made
  }

  /// What a name that is part of a dotted one refers to, and where only that part stands.
  func symbol(at offset: Int) -> (symbol: Symbol, span: Span)? {
    if let alias = alias(at: offset), let token = tree.token(at: offset) { return (.module(alias.module), token.span) }
    guard let found = model.symbol(at: offset, in: file) else { return nil }
    return (found.symbol, tree.lastName(in: found.location.span) ?? found.location.span)
  }

  /// The declaration around a name, as its text is shown: of a kernel or function without the body.
  static func declaration(at place: SourceLocation) -> Syntax? {
    let kinds: Set<SyntaxKind> = [
      .parameter, .constant, .function, .image, .use, .variable, .functionParameter, .loop, .look,
    ]
    return parse(place.file).tree.nodes(around: place.span.start).last { kinds.contains($0.kind) }
  }
}

extension SyntaxTree {
  /// The last name in a span: what a dotted name finally names.
  func lastName(in span: Span) -> Span? {
    var token = token(before: span.end)
    while let found = token, found.span.start >= span.start {
      if found.kind == .identifier { return found.span }
      token = found.previous
    }
    return nil
  }
}
