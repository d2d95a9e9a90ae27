import Tintype
import TintypeDiagnostics
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeLanguageServer
import TintypeSyntax

/// A recipe in the page's pane: its text is all there is to know, and a slider edits it.
struct RecipeText: Hashable, Sendable {
  /// The text.
  let source: SourceFile

  /// Its file, whose folder has what the text names; nil for a text that sees no folder.
  let file: FilePath?

  /// A text under the name that results give the look: that of a shipped look, or the path of a file.
  init(name: String, text: String, at file: FilePath? = nil) {
    (source, self.file) = (SourceFile(name: name, text: text), file)
  }

  /// How editors name it: a file lies where it lies, and everything else is a text that was not saved.
  var uri: String { isRecipePath(source.name) ? FilePath(source.name).fileURI : "untitled:" + source.name }

  /// The look that the text declares.
  ///
  /// - Throws: the first error, with its line.
  func compiled() throws(StudioFailure) -> CompiledRecipe {
    let (look, diagnostics) = compile(source, loader: FolderLoader(for: file))
    guard let look else {
      let error = diagnostics.first { $0.severity == .error }
      let place = error.map { "line \($0.primary.location.position.line): \($0.message)" }
      throw StudioFailure(status: 422, message: place ?? "the recipe holds no look")
    }
    return CompiledRecipe(source: source, file: file, look: look)
  }
}

/// A recipe without errors.
struct CompiledRecipe {
  /// The text.
  let source: SourceFile
  let file: FilePath?
  let look: Look

  /// The look, with the defaults that the text says.
  ///
  /// A shipped look whose defaults were edited, and nothing else, is that look with settings: so says its provenance,
  /// and `render --again` needs no file.
  var configured: ConfiguredLook {
    let own = ConfiguredLook(look, recipe: source, below: file?.root)
    guard let shipped = shippedLook(source.name), shipped.text != source.text,
      let original = compile(shipped).look
    else { return own }
    let settings = zip(look.parameters, look.parameters.map(\.defaultValue)).compactMap { parameter, value in
      original.parameters.first { $0.name == parameter.name }.flatMap { known in
        known.defaultValue == value ? nil : "\(parameter.name)=\(look.listed(value, of: parameter))"
      }
    }
    guard
      let same = try? CompiledRecipe(source: shipped, file: nil, look: original).setting(settings),
      same.source.text == source.text
    else { return own }
    return (try? ConfiguredLook(original, recipe: shipped).setting(settings.map { SourceFile(name: "set", text: $0) }))
      ?? own
  }

  /// What renders a photo so on the command line; a text that is nowhere else has to be saved first.
  func command(for photo: FilePath?, _ form: SavingForm) -> String {
    let look = configured
    let recipe = file?.bytes ?? Array(source.name.utf8)
    var words = [Array("tintype".utf8), Array("render".utf8), recipe, photo?.bytes ?? Array("photo.jpg".utf8)]
    words += look.settings.flatMap { [Array("--set".utf8), $0.text] }
    // The studio reads no sidecar.
    if let photo, fileExists(Sidecar.path(of: photo)) { words.append(Array("--no-sidecars".utf8)) }
    for (name, value) in form.options(for: look).words {
      // A value that begins like an option has to touch its name.
      words += value.hasPrefix("-") ? [Array("\(name)=\(value)".utf8)] : [Array(name.utf8), Array(value.utf8)]
    }
    words += [Array("-o".utf8), Array("OUT.".utf8) + form.nameEnding(for: photo)]
    return words.map(\.shellQuoted).joined(separator: " ") + unsavedRemark(look)
  }

  private func unsavedRemark(_ look: ConfiguredLook) -> String {
    if let file {
      let isSaved = (try? readFile(file, atMost: 1 << 22)) == source.text
      return isSaved ? "" : "\n# the text differs from the file: save the recipe first"
    }
    let isShipped = shippedLook(source.name) == look.recipe
    return isShipped ? "" : "\n# the text differs from the shipped look: save the recipe first"
  }

  /// The text with other defaults.
  ///
  /// - Parameter settings: texts such as `contrast=1.3`, as `--set` has them.
  func setting(_ settings: [String]) throws(StudioFailure) -> RecipeText {
    var edits: [(span: Span, text: String)] = []
    let tree = parse(source).tree
    // Of two for one parameter the last counts.
    var last: [String: String] = [:]
    for setting in settings { last[String(setting.prefix { $0 != "=" }.filter { !$0.isWhitespace })] = setting }
    for (name, setting) in last.sorted(by: { $0.key < $1.key }) {
      let configured: ConfiguredLook
      do throws(InvalidSettings) {
        configured = try ConfiguredLook(look).setting([SourceFile(name: "set", text: setting)])
      } catch {
        throw .wrong("\(name): \(error.diagnostics[0].message)")
      }
      guard let index = look.parameters.firstIndex(where: { $0.name == name }) else {
        throw .wrong("the look has no parameter '\(name)'")
      }
      let text = look.listed(configured.values[index], of: look.parameters[index])
      if let span = tree.span(ofValue: name) {
        edits.append((span, text))
      } else if let end = tree.endOfExtends {
        edits.append((Span(end, end), "\nset \(name) = \(text)"))
      } else {
        throw .wrong("'\(name)' is not declared in this text")
      }
    }
    var bytes = source.text
    for edit in edits.sorted(by: { $0.span.start > $1.span.start }) {
      bytes.replaceSubrange(edit.span.start..<edit.span.end, with: edit.text.utf8)
    }
    return RecipeText(name: source.name, text: String(decoding: bytes, as: UTF8.self), at: file)
  }

  /// The text with other defaults, where they are others.
  func setting(changing settings: [String]) throws(StudioFailure) -> RecipeText {
    let defaults = ConfiguredLook(look)
    return try setting(
      settings.filter { setting in
        let changed = try? defaults.setting([SourceFile(name: "set", text: setting)])
        return changed.map { $0.values != defaults.values } ?? true
      })
  }

  /// The variants with their values, as `--set` has them.
  var variants: [JSONValue] {
    look.variants.map { variant in
      let settings = look.parameters.compactMap { parameter in
        variant.values[parameter.name].map { "\(parameter.name)=\(look.listed($0, of: parameter))" }
      }
      return ["name": .string(variant.name), "set": .array(settings.map { .string($0) })]
    }
  }

  /// The parameters with their values, for controls.
  var parameters: [JSONValue] { look.parameters.map { $0.described(in: look) } }
}

extension SyntaxTree {
  /// Where the value of a parameter stands: its default, or a `set` of a look that extends another one.
  fileprivate func span(ofValue name: String) -> Span? {
    var found: Span?
    for declaration in recipe.declarations {
      switch declaration {
      case .parameter(let parameter) where parameter.name?.text == name: found = parameter.defaultValue?.syntax.span
      case .setting(let setting) where setting.path.map(\.text).joined(separator: ".") == name:
        found = setting.value.syntax.span
      default: continue
      }
    }
    return found
  }

  fileprivate var endOfExtends: Int? {
    for case .extends(let declaration) in recipe.declarations { return declaration.syntax.span.end }
    return nil
  }
}

extension Parameter {
  /// What a control has to know.
  fileprivate func described(in look: Look) -> JSONValue {
    func ends(_ range: ClosedRange<Double>) -> JSONValue {
      .array([range.lowerBound, range.upperBound].map { .number(inUnit($0)) })
    }
    let isWritten = type.isLetters || PhotoSeed.isMeant(by: defaultValue, of: type)
    let isCurve = type == .curve
    return [
      "name": .string(name), "type": .string(type.rawValue),
      "numbers": isWritten ? [] : .array((isCurve ? defaultValue : numbers(of: defaultValue)).map { .number($0) }),
      "text": .string(look.listed(defaultValue, of: self)),
      "range": hardRange.map(ends), "slider": (sliderRange ?? hardRange).map(ends),
      "step": step.map { .number(inUnit($0)) }, "unit": unit.map { .string($0) },
      "group": group.map { .string($0) }, "label": label.map { .string($0) }, "doc": documentation.map { .string($0) },
      "choices": choices.isEmpty ? nil : .array(choices.map { .string($0) }),
    ]
  }
}

extension [UInt8] {
  /// As a shell reads it as one word: in quotes, or, where a person could not read or copy that, by `printf`.
  fileprivate var shellQuoted: String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%".utf8)
    let text = String(decoding: self, as: UTF8.self)
    if !isEmpty, allSatisfy(plain.contains) { return text }
    guard !text.utf8.elementsEqual(self) || text.escapedForDisplay != text else {
      return "'" + text.writing(["'": "'\\''"]) + "'"
    }
    let octal = map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    return "\"$(printf '\(octal.joined())')\""
  }
}
