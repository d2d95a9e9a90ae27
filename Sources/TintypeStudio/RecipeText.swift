import Synchronization
import Tintype
import TintypeDiagnostics
import TintypeEditing
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeJSON
import TintypeLanguageServer
import TintypeSyntax

/// A recipe in the page's pane. Its text is the whole state, and sliders edit it.
struct RecipeText: Hashable, Sendable {
  /// The text.
  let source: SourceFile

  /// Its file, whose folder has what the text names; nil for a text that sees no folder.
  let file: FilePath?

  /// A text under the name that results give the look: that of a shipped look, or the path of a file.
  init(name: String, text: String, at file: FilePath? = nil) {
    (source, self.file) = (SourceFile(name: name, text: text), file)
  }

  /// A shipped look.
  init(_ shipped: SourceFile) { (source, file) = (shipped, nil) }

  /// Its URI for the language server: that of its file, or of an unsaved text.
  var uri: String { isRecipePath(source.name) ? FilePath(source.name).fileURI : "untitled:" + source.name }

  /// The text as the language server knows it.
  var document: SourceFile {
    SourceFile(name: isRecipePath(source.name) ? FilePath(source.name).description : uri, text: source.text)
  }

  /// The text after an edit that works on lines that end in `\n`. The line ends of the text are kept.
  func withNewlines(_ edit: (RecipeText) throws(StudioFailure) -> RecipeText) throws(StudioFailure) -> RecipeText {
    func with(_ end: String, insteadOf old: String, _ text: RecipeText) -> RecipeText {
      let lines = String(decoding: text.source.text, as: UTF8.self).replacing(old, with: end)
      return RecipeText(name: source.name, text: lines, at: file)
    }
    let end = source.text.lineEnd
    guard end != "\n" else { return try edit(self) }
    return with(end, insteadOf: "\n", try edit(with("\n", insteadOf: end, self)))
  }
}

/// The recipes of the page. Each is checked once for the pane, the controls and the pictures.
final class RecipeStore: Sendable {
  /// What the language server shares.
  let open = OpenRecipes()
  /// Texts that sliders wrote: recipes that are open with other defaults.
  private let edited = Mutex<[CompiledRecipe]>([])

  private static let most = 64

  /// The look that a text declares.
  ///
  /// - Throws: the first error, with its line.
  func compiled(_ text: RecipeText) throws(StudioFailure) -> CompiledRecipe {
    if let known = edited.withLock({ $0.last { $0.text == text } }), known.base.isCurrent { return known }
    let recipe = open.recipe(text.document, at: text.file)
    do throws(InvalidRecipe) {
      return CompiledRecipe(text: text, base: recipe, look: try recipe.requireLook())
    } catch {
      throw StudioFailure(status: 422, message: error.sentence)
    }
  }

  /// A text with other defaults, which is not checked again.
  ///
  /// - Parameter settings: texts such as `contrast=1.3`, as `--set` has them.
  func setting(_ settings: [String], in recipe: CompiledRecipe) throws(StudioFailure) -> RecipeText {
    let changed = try recipe.setting(settings)
    edited.withLock { edited in
      edited.removeAll { $0.text == changed.text }
      if edited.count >= Self.most { edited.removeFirst() }
      edited.append(changed)
    }
    return changed.text
  }

  /// The look of a text with its defaults.
  ///
  /// A shipped look in which only defaults were edited is that look with settings. Its provenance says so, and `render
  /// --again` needs no file.
  func configured(_ recipe: CompiledRecipe) -> ConfiguredLook {
    let (look, text) = (recipe.look, recipe.text)
    let own = ConfiguredLook(look, recipe: text.source, below: text.file?.root)
    guard let shipped = shippedLook(text.source.name), shipped.text != text.source.text,
      let original = try? compiled(RecipeText(shipped))
    else { return own }
    let settings = zip(look.parameters, look.parameters.map(\.defaultValue)).compactMap { parameter, value in
      original.look.parameters.first { $0.name == parameter.name }.flatMap { known in
        known.defaultValue == value ? nil : "\(parameter.name)=\(look.listed(value, of: parameter))"
      }
    }
    guard let same = try? original.setting(settings), same.text.source.text == text.source.text else { return own }
    let plain = ConfiguredLook(original.look, recipe: shipped)
    return (try? plain.setting(settings.map { SourceFile(name: "set", text: $0) })) ?? own
  }
}

/// A recipe without errors: one that is open, with other defaults where a control was moved.
struct CompiledRecipe: Sendable {
  /// The text.
  let text: RecipeText
  /// What was checked.
  let base: OpenRecipe
  /// The defaults that are not those of `base`, as the text has them.
  private(set) var changes: [String: String] = [:]
  let look: Look

  init(text: RecipeText, base: OpenRecipe, look: Look) {
    (self.text, self.base) = (text, base)
    self.look = look.from(text.source, insteadOf: base.source, defaults: look.parameters.map(\.defaultValue))
  }

  private init(_ recipe: CompiledRecipe, changes: [String: String], defaults: [[Double]], text: [UInt8]) {
    self.text = RecipeText(
      name: recipe.text.source.name, text: String(decoding: text, as: UTF8.self), at: recipe.text.file)
    (base, self.changes) = (recipe.base, changes)
    look = recipe.look.from(self.text.source, insteadOf: recipe.text.source, defaults: defaults)
  }

  /// The equivalent command; an unsaved text must be saved first.
  ///
  /// - Parameter look: the recipe's, from ``RecipeStore/configured(_:)``.
  func command(_ look: ConfiguredLook, for photo: FilePath?, _ form: SavingForm) -> String {
    let recipe = text.file?.bytes ?? Array(text.source.name.utf8)
    var words = [Array("tintype".utf8), Array("render".utf8), recipe, photo?.bytes ?? Array("photo.jpg".utf8)]
    words += look.settings.flatMap { [Array("--set".utf8), $0.text] }
    // The studio reads no sidecar.
    if let photo, fileExists(Sidecar.path(of: photo)) { words.append(Array("--no-sidecars".utf8)) }
    for (name, value) in form.options(for: look).words {
      // A value that begins like an option must be joined to its option.
      words += value.hasPrefix("-") ? [Array("\(name)=\(value)".utf8)] : [Array(name.utf8), Array(value.utf8)]
    }
    words += [Array("-o".utf8), Array("OUT.".utf8) + form.nameEnding(for: photo)]
    return words.map(\.shellQuoted).joined(separator: " ") + unsavedRemark(look)
  }

  private func unsavedRemark(_ look: ConfiguredLook) -> String {
    if let file = text.file {
      let isSaved = (try? readFile(file, atMost: 1 << 22)) == text.source.text
      return isSaved ? "" : "\n# the text differs from the file: save the recipe first"
    }
    let isShipped = shippedLook(text.source.name) == look.recipe
    return isShipped ? "" : "\n# the text differs from the shipped look: save the recipe first"
  }

  /// The recipe with other defaults.
  ///
  /// - Parameter settings: texts such as `contrast=1.3`, as `--set` has them; of two for one parameter the last counts.
  func setting(_ settings: [String]) throws(StudioFailure) -> CompiledRecipe {
    var (changes, defaults) = (changes, look.parameters.map(\.defaultValue))
    let plain = ConfiguredLook(look)
    for setting in settings {
      let name = String(setting.prefix { $0 != "=" }.filter { !$0.isWhitespace })
      let values = try Self.read(setting, plain)
      guard let index = look.parameters.firstIndex(where: { $0.name == name }) else {
        throw .wrong("the look has no parameter '\(name)'")
      }
      let written = look.listed(values[index], of: look.parameters[index])
      // The text may have fewer digits.
      defaults[index] = try Self.read("\(name)=\(written)", plain)[index]
      changes[name] = written
    }
    do throws(UndeclaredParameter) {
      let text = try base.tree.text(of: base.source, changing: changes)
      return CompiledRecipe(self, changes: changes, defaults: defaults, text: text)
    } catch {
      throw .wrong("'\(error.name)' is not declared in this text")
    }
  }

  /// The values of all parameters after one is set.
  private static func read(_ setting: String, _ look: ConfiguredLook) throws(StudioFailure) -> [[Double]] {
    do throws(InvalidSettings) {
      return try look.setting([SourceFile(name: "set", text: setting)]).values
    } catch {
      throw .wrong("\(setting.prefix { $0 != "=" }): \(error.diagnostics[0].message)")
    }
  }

  /// Those settings that change a default.
  func changing(_ settings: [String]) -> [String] {
    let defaults = ConfiguredLook(look)
    return settings.filter { setting in (try? Self.read(setting, defaults)) != defaults.values }
  }

  /// The variants with their values, as `--set` has them.
  var variants: [JSONValue] { look.variantSettings }

  /// The parameters with their values, for controls.
  var parameters: [JSONValue] { look.controls }
}
