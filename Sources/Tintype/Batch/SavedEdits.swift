import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

/// The edits of a render as a sidecar, so that a later render repeats them.
///
/// An expression becomes a recipe, which is then the photo's look; the values of a named look and of the shot become
/// `set` lines.
struct SavedEdits {
  /// Why a sidecar stays.
  static let refusal = ImageError(
    .exists, "was written by hand and stays; --if-exists overwrite replaces it by the saved edits")

  private let photo: FilePath
  private let text: [UInt8]

  /// - Parameters:
  ///   - look: as it renders the photo.
  ///   - shot: the capture metadata that replaces the photo's.
  init(_ look: ConfiguredLook, _ shot: Shot, of photo: FilePath) {
    self.photo = photo
    var content = Array((look.settingLines + shot.spelled.map { "set source.\($0.spacedSign)\n" }.joined()).utf8)
    if let recipe = look.recipe, recipe.isInline { content = Self.written(recipe) }
    text = Array(Self.firstLine(over: content[...]).utf8) + content
  }

  /// A recipe as it is saved: in the formatter's form.
  static func written(_ recipe: SourceFile) -> [UInt8] {
    let text = formatted(parse(recipe).tree)
    return text.last == UInt8(ascii: "\n") ? text : text + Array("\n".utf8)
  }

  /// The first line tells a file that was saved from one that somebody has edited since.
  private static func firstLine(over content: ArraySlice<UInt8>) -> String {
    "// saved by 'tintype render --save-edits' (\(ContentHash.digits(of: Array(content)).prefix(12)))\n"
  }

  /// The expression that was saved as a recipe and not edited since, as `-e` gave it; nil for any other sidecar.
  static func expression(in sidecar: SourceFile) -> SourceFile? {
    guard let end = sidecar.text.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let content = sidecar.text[(end + 1)...]
    guard content.last == UInt8(ascii: "\n"), sidecar.text[...end].elementsEqual(firstLine(over: content).utf8) else {
      return nil
    }
    let recipe = String(decoding: content.dropLast(), as: UTF8.self)
    // After the lines that every saved expression has, the typed text.
    let lines = recipe.split(separator: "\n", omittingEmptySubsequences: false)
    let typed = lines.drop { line in line.isEmpty || ["tintype ", "look ", "use "].contains { line.hasPrefix($0) } }
      .joined(separator: "\n")
    let candidates = typed.hasPrefix("output ") ? [String(typed.dropFirst(7)), typed] : [typed]
    let found = candidates.lazy.map(inlineRecipe).first { written($0).elementsEqual(content) }
    return found ?? SourceFile(name: SourceFile.inlineName, text: recipe)
  }

  /// Whether a photo has no sidecar that somebody wrote.
  static func mayReplaceSidecar(of photo: FilePath) throws(PhotoFailure) -> Bool {
    let path = Sidecar.path(of: photo)
    guard FileStatus(path) != nil else { return true }
    do throws(ImageError) {
      let text = try readFile(path, atMost: 1 << 20)
      guard let end = text.firstIndex(of: UInt8(ascii: "\n")) else { return text.isEmpty }
      return text[...end].elementsEqual(firstLine(over: text[(end + 1)...]).utf8)
    } catch {
      throw PhotoFailure(path, error)
    }
  }

  /// Replaces the sidecar atomically.
  ///
  /// - Parameter overAnything: whether to replace a hand-written sidecar, too.
  func write(overAnything: Bool) throws(PhotoFailure) {
    let path = Sidecar.path(of: photo)
    // Somebody may have written it while the photo was rendered.
    if !overAnything, try !Self.mayReplaceSidecar(of: photo) { throw PhotoFailure(path, Self.refusal) }
    do throws(ImageError) {
      try replaceFile(path, with: text)
    } catch {
      throw PhotoFailure(path, error)
    }
  }
}

extension String {
  /// `iso = 800` for `iso=800`.
  fileprivate var spacedSign: String {
    split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).joined(separator: " = ")
  }
}

extension ConfiguredLook {
  /// The values that are not defaults, as lines of a sidecar.
  fileprivate var settingLines: String {
    zip(look.parameters, values).filter { $0.type != .picture && $0.defaultValue != $1 }.map {
      "set \($0.name) = \(look.spelled($1, of: $0))\n"
    }
    .joined()
  }
}
