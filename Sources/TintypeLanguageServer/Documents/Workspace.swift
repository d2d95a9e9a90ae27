import Tintype
import TintypeDiagnostics
import TintypeEditing
import TintypeImage
import TintypeJSON
import TintypeSemantics
import TintypeSyntax

/// The recipes that are open, and those in the folders of the client.
final class Workspace {
  var encoding = PositionEncoding.utf16
  /// The folders of the client; where it has none, those of the open recipes.
  var roots: [FilePath] = []
  private(set) var documents: [String: Document] = [:]
  private var analyses: [String: Analysis] = [:]
  /// Recipes that others opened too; nil where nobody else does.
  private let shared: OpenRecipes?

  init(sharing shared: OpenRecipes? = nil) { self.shared = shared }
  /// The recipes in the folders; nil until they are wanted, and after one came or went.
  private var listed: [FilePath]?
  /// A cache of the files that recipes on disk name, valid while they do not change.
  private var names: [FilePath: (status: FileStatus?, paths: Set<FilePath>)] = [:]

  /// The open recipes by the names of their files.
  private var open: [String: SourceFile] {
    Dictionary(documents.values.map { ($0.file.name, $0.file) }) { first, _ in first }
  }

  // MARK: Documents

  func open(_ document: Document) {
    documents[document.uri] = document
    forgetFiles()
  }

  /// - Returns: false for a document that is not open, and for an edit that is none.
  func change(_ uri: String, version: Int?, _ changes: [JSONValue]) -> Bool {
    guard documents[uri] != nil else { return false }
    documents[uri]?.version = version
    return documents[uri]?.apply(changes, encoding) == true
  }

  func close(_ uri: String) {
    documents[uri] = nil
    forgetFiles()
  }

  /// Files came, went or changed. What a recipe did not find may be there now.
  func forgetFiles() {
    listed = nil
    analyses = [:]
  }

  // MARK: Analyses

  /// The analysis of an open recipe; nil for one that is not open.
  func analysis(of uri: String) -> Analysis? {
    guard let document = documents[uri] else { return nil }
    return analysis(of: document.file, at: document.path, uri)
  }

  /// The analysis of a recipe on disk; nil for one that cannot be read.
  func analysis(ofFile path: FilePath) -> Analysis? {
    if let document = document(at: path) { return analysis(of: document.uri) }
    guard let file = try? SourceFile(reading: path, as: String(decoding: path.bytes, as: UTF8.self)) else { return nil }
    return analysis(of: file, at: path, path.fileURI)
  }

  private func analysis(of file: SourceFile, at path: FilePath?, _ uri: String) -> Analysis {
    let open = open
    if let known = analyses[uri], known.isCurrent(file, open: open) { return known }
    let isAlone = open.count == 1 && open[file.name] != nil
    let made = Analysis(file, at: path, open: open, known: isAlone ? shared : nil, encoding)
    analyses[uri] = made
    return made
  }

  private func document(at path: FilePath) -> Document? { documents.values.first { $0.path == path } }

  /// The URI of a file of a model, as the client writes it; nil for one that comes with the program.
  func uri(of file: SourceFile) -> String? {
    if let open = documents.values.first(where: { $0.file.name == file.name }) { return open.uri }
    return file.name.hasPrefix("/") ? FilePath(file.name).fileURI : nil
  }

  // MARK: Folders

  /// The recipes in the folders of the client, without hidden folders.
  var recipes: [FilePath] {
    if let listed { return listed }
    var found: [FilePath] = []
    var folders = roots.isEmpty ? documents.values.compactMap { $0.path?.folder } : roots
    var seen: Set<FilePath> = []
    while let folder = folders.popLast(), seen.count < Self.mostFolders, found.count < Self.mostRecipes {
      guard seen.insert(folder).inserted, let names = try? namesInFolder(folder) else { continue }
      for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) where name.first != UInt8(ascii: ".") {
        let path = folder.appending(name)
        if name.suffix(5).elementsEqual(".tint".utf8) {
          found.append(path)
        } else if !roots.isEmpty, FileStatus(path)?.kind == .folder {
          folders.append(path)
        }
      }
    }
    listed = found
    return found
  }

  private static let mostFolders = 2000
  private static let mostRecipes = 5000

  /// The recipes that use or extend a file, directly or through others, without itself.
  func dependents(of path: FilePath) -> [FilePath] {
    var users: [FilePath: [FilePath]] = [:]
    for recipe in Set(recipes + documents.values.compactMap(\.path)) {
      for used in namedFiles(in: recipe) { users[used, default: []].append(recipe) }
    }
    var (found, next): (Set<FilePath>, [FilePath]) = ([], [path])
    while let used = next.popLast() {
      for user in users[used] ?? [] where user != path && found.insert(user).inserted { next.append(user) }
    }
    return found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// The files that a recipe uses and extends.
  private func namedFiles(in path: FilePath) -> Set<FilePath> {
    if let document = document(at: path) { return Self.namedFiles(in: document.file, at: path) }
    let status = FileStatus(path)
    if let known = names[path], known.status == status { return known.paths }
    let file = try? SourceFile(reading: path, as: String(decoding: path.bytes, as: UTF8.self))
    let paths = file.map { Self.namedFiles(in: $0, at: path) } ?? []
    names[path] = (status, paths)
    return paths
  }

  private static func namedFiles(in file: SourceFile, at path: FilePath) -> Set<FilePath> {
    let texts = parse(file).tree.recipe.declarations.compactMap { declaration in
      switch declaration {
      case .use(let syntax): syntax.path?.stringValue
      case .extends(let syntax): syntax.path?.stringValue
      case .look, .setting, .variant, .expectation, .parameter, .constant, .function, .image, .output: nil
      }
    }
    return Set(texts.compactMap { path.naming($0) })
  }
}

extension FilePath {
  /// The file that a text in the recipe at this path names; nil for a name that is no path.
  func naming(_ text: String) -> FilePath? {
    guard text.contains("/") || text.hasSuffix(".tint"), !text.hasPrefix("/") else { return nil }
    return folder.resolving(text)
  }

  /// Where the steps of a text with slashes lead from this folder.
  func resolving(_ text: String) -> FilePath {
    text.split(separator: "/").reduce(self) { folder, part in
      part == "." ? folder : part == ".." ? folder.folder : folder.appending(part.utf8)
    }
  }
}
