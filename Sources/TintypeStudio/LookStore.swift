import Tintype
import TintypeImage
import TintypeJSON
import TintypeSyntax

/// The looks that the page offers: those that it was opened with, or all that are shipped; and the recipes of the
/// folder.
struct LookStore: Sendable {
  /// Whether the page was opened with some, which then come first.
  private let isNamed: Bool
  private let groups: [(title: String, looks: [SourceFile])]
  /// The album's folder.
  let root: RootFolder
  /// The folder of the first photo and its sidecar files.
  private let photos: RootFolder?

  /// - Throws: for a look that cannot be loaded.
  init(_ names: [String], folder: FilePath, photos: FilePath?) throws(ImageError) {
    root = try RootFolder(folder)
    self.photos = try photos.map { (folder) throws(ImageError) in try RootFolder(folder) }
    var named: [SourceFile] = []
    for name in names { named.append(try findRecipe(name)) }
    isNamed = !named.isEmpty
    groups = isNamed ? [("", named)] : shippedGroups.map { ($0.title, $0.looks) }
  }

  /// The current recipes of the folder, except sidecars of photos.
  private var own: [SourceFile] {
    ((try? namesInFolder(root.folder)) ?? [])
      .filter { isRecipeName(String(decoding: $0, as: UTF8.self)) && $0.first != 0x2E }
      .compactMap { name in
        // No link: saving would refuse it.
        guard let path = try? root.path(FilePath(bytes: name)),
          path.fileExtension != Array("tint".utf8) || !fileExists(path.sibling(path.stem))
        else { return nil }
        return try? SourceFile(reading: path, as: path.description)
      }
  }

  private var all: [(title: String, looks: [SourceFile])] {
    let own = own.filter { file in !groups.contains { $0.looks.contains { $0.name == file.name } } }
    let last = own.isEmpty ? [] : [("Your recipes", own)]
    return isNamed ? groups + last : last + groups
  }

  /// For the strip of looks.
  var listing: JSONValue {
    .array(
      all.flatMap { group in
        group.looks.compactMap { source in
          let header = parse(source).tree.recipe.declarations.lazy.compactMap { declaration in
            if case .look(let look) = declaration { look } else { nil }
          }.first
          // A file of kernels is no look.
          guard let header else { return nil }
          let about = header.entries.first { $0.key.text == "about" }?.values.first?.value
          return [
            "name": .string(source.name), "title": .string(source.lookName), "group": .string(group.title),
            "about": about.map { .string($0) },
          ]
        }
      })
  }

  func recipe(_ name: String) throws(StudioFailure) -> RecipeText {
    guard let source = all.lazy.flatMap(\.looks).first(where: { $0.name == name }) else {
      throw .missing("there is no look '\(name.escapedForDisplay)'")
    }
    return RecipeText(name: name, text: String(decoding: source.text, as: UTF8.self), at: try file(named: name))
  }

  /// The recipe that made a result.
  ///
  /// - Throws: for one that is not here, or is another one by now.
  func recipe(_ made: Provenance) throws(StudioFailure) -> RecipeText {
    if let expression = made.expression {
      return RecipeText(name: "expression", text: String(decoding: inlineRecipe(expression).text, as: UTF8.self))
    }
    let source = all.flatMap(\.looks).first { $0.lookName == made.look } ?? shippedLook(made.look)
    guard let source else { throw .missing("the recipe of '\(made.look.escapedForDisplay)' is not in this folder") }
    guard ContentHash.digits(of: source.text) == made.recipeHash else {
      throw .wrong("the recipe of '\(made.look.escapedForDisplay)' is another one by now: its sha256 is not the same")
    }
    return RecipeText(
      name: source.name, text: String(decoding: source.text, as: UTF8.self), at: try file(named: source.name))
  }

  func text(of name: String) throws(StudioFailure) -> JSONValue {
    let recipe = try recipe(name)
    return ["name": .string(name), "text": .string(String(decoding: recipe.source.text, as: UTF8.self))]
  }

  /// The file of a text that the page names; nil for a text that lies in none, and sees no folder.
  ///
  /// - Throws: for a name that the page may not use: what the text uses besides is read from the folder of that name.
  func file(named name: String) throws(StudioFailure) -> FilePath? {
    guard isRecipePath(name) else {
      guard !name.isEmpty, !isExpression(name) else { throw .wrong("a recipe has a name") }
      return nil
    }
    let path = FilePath(name)
    if groups.contains(where: { $0.looks.contains { $0.name == name } }) { return path }
    guard path.fileExtension.elementsEqual("tint".utf8), let file = try own(path) else {
      throw .wrong("a recipe lies in the album's folder")
    }
    return file
  }

  /// A file in or below the album's folder, or beside the first photo.
  ///
  /// - Returns: nil for a file elsewhere.
  func own(_ path: FilePath) throws(StudioFailure) -> FilePath? {
    try reporting(on: path.shortName) { () throws(ImageError) in
      if let file = try root.own(path) { return file }
      let file = try photos?.own(path)
      return file?.folder == photos?.folder ? file : nil
    }
  }

  /// Where a text is saved: in its own file, or in the folder.
  func file(for recipe: RecipeText) -> FilePath {
    if let file = recipe.file { return file }
    let plain = String(recipe.source.name.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "-" }.prefix(80))
    return root.folder.appending(Array("\(plain).tint".utf8))
  }
}
