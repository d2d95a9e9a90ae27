import Tintype
import TintypeImage
import TintypeLanguageServer
import TintypeSyntax

/// The looks that the page offers: those that it was opened with, or all that are shipped; and the recipes of the
/// folder.
struct LookShelf: Sendable {
  /// Whether the page was opened with some, which then come first.
  private let isNamed: Bool
  private let groups: [(title: String, looks: [SourceFile])]
  private let folder: FilePath
  /// Where the first photo lies, and what may lie beside it.
  private let photos: FilePath?

  /// - Throws: for a look that cannot be had.
  init(_ names: [String], folder: FilePath, photos: FilePath?) throws(ImageError) {
    (self.folder, self.photos) = (folder, photos)
    var named: [SourceFile] = []
    for name in names { named.append(try findRecipe(name)) }
    isNamed = !named.isEmpty
    groups = isNamed ? [("", named)] : shippedGroups.map { ($0.title, $0.looks) }
  }

  /// The recipes of the folder, as they are now, but for what lies beside a photo.
  private var own: [SourceFile] {
    ((try? namesInFolder(folder)) ?? []).filter { $0.suffix(5).elementsEqual(".tint".utf8) && $0.first != 0x2E }
      .compactMap { name in
        let path = folder.appending(name)
        guard !fileExists(FilePath(bytes: path.bytes.dropLast(5))) else { return nil }
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
    return RecipeText(name: name, text: String(decoding: source.text, as: UTF8.self))
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
    return RecipeText(name: source.name, text: String(decoding: source.text, as: UTF8.self))
  }

  func text(of name: String) throws(StudioFailure) -> JSONValue {
    let recipe = try recipe(name)
    return ["name": .string(name), "text": .string(String(decoding: recipe.source.text, as: UTF8.self))]
  }

  /// Whether the page may use a name for a text: what it uses besides is read from the folder of that name.
  func mayHold(_ name: String) -> Bool {
    if !isRecipePath(name) { return !name.isEmpty && !isExpression(name) }
    let path = FilePath(name)
    let isOffered = groups.contains { $0.looks.contains { $0.name == name } }
    let isNear = path.folder == folder || path.folder == photos || path.isBelow(folder)
    return isOffered || isNear && path.fileExtension.elementsEqual("tint".utf8)
  }

  /// Where a text is saved: in its own file, or in the folder.
  func file(for name: String) -> FilePath {
    if isRecipePath(name) { return FilePath(name) }
    let plain = String(name.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "-" }.prefix(80))
    return folder.appending(Array("\(plain).tint".utf8))
  }
}
