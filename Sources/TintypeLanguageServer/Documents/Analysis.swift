import Tintype
import TintypeDiagnostics
import TintypeImage
import TintypeLowering
import TintypeSemantics
import TintypeSyntax

/// What one version of a recipe means.
final class Analysis {
  let file: SourceFile
  /// Where it lies; nil for a text that has not been saved.
  let path: FilePath?
  let tree: SyntaxTree
  let model: SemanticModel
  /// nil for a recipe with errors and for one without a look.
  let look: Look?
  let diagnostics: [Diagnostic]
  let positions: TextPositions
  let loader: OverlaidFolder
  private let encoding: PositionEncoding
  private var others: [String: TextPositions] = [:]
  /// The files on disk that it was made from, as they were.
  private let closed: [(path: FilePath, status: FileStatus?)]

  init(_ file: SourceFile, at path: FilePath?, open: [String: SourceFile], _ encoding: PositionEncoding) {
    (self.file, self.path, self.encoding) = (file, path, encoding)
    loader = OverlaidFolder(open, over: FolderLoader(for: path))
    tree = parse(file).tree
    (model, look, diagnostics) = compileForEditing(file, loader: loader)
    positions = TextPositions(file.text, encoding)
    closed = model.files.filter { $0.name.hasPrefix("/") && open[$0.name] == nil }.map { file in
      (FilePath(file.name), FileStatus(FilePath(file.name)))
    }
  }

  /// Whether it still says what is so.
  func isCurrent(_ file: SourceFile, open: [String: SourceFile]) -> Bool {
    self.file == file
      && model.files.allSatisfy { used in open[used.name].map { $0 == used } ?? true }
      && closed.allSatisfy {
        open[String(decoding: $0.path.bytes, as: UTF8.self)] == nil && FileStatus($0.path) == $0.status
      }
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
