import ArgumentParser
import Tintype
import TintypeDrawing
import TintypeIR
import TintypeImage

/// `tintype sheet`
struct Sheet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Lay out photos through looks on one contact sheet.",
    discussion: """
      Names of shipped looks and files ending in .tint or .tintpack are looks, everything else is a photo. Without a \
      look, all shipped ones are shown, but for the tools of the photo editor. Every look is rendered at the photo's \
      full size and then reduced, so a frame shows what the render will look like on a screen.

      --vary 'grain.amount=0...60% by 5%' lays out a test strip: one look with a parameter from 0 to 60 % in steps of \
      5; a second --vary makes a grid. Words are listed: --vary film=fine,grainy.
      """)

  @Argument(help: "Looks and photos.", completion: Completions.looksAndPhotos)
  var looksAndPhotos: [String]

  @OptionGroup var result: OutputOptions

  @OptionGroup var dates: DateOptions

  @OptionGroup var shots: ShotOptions

  @Option(
    help: ArgumentHelp("Show a look with these values of a parameter.", valueName: "name=from...to by step"),
    completion: Completions.parameters)
  var vary: [Vary] = []

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var confinement: ConfinementOptions

  @Option(help: "The longer side of a frame, in pixels.")
  var size = 720

  func validate() throws {
    guard (64...4096).contains(size) else { throw ValidationError("--size is a number from 64 to 4096.") }
    guard vary.count <= 2 else { throw ValidationError("--vary makes a strip, or twice a grid.") }
    guard vary.isEmpty || looksAndPhotos.count(where: isLook) == 1 && looksAndPhotos.count == 2 else {
      throw ValidationError("--vary takes one look and one photo.")
    }
    if looksAndPhotos.allSatisfy(isLook) { throw ValidationError("A contact sheet needs at least one photo.") }
  }

  func run() throws {
    confinement.apply()
    let named = looksAndPhotos.filter(isLook)
    let forPictures = shippedGroups.filter(\.isForPictures).flatMap(\.looks)
    let sources = named.isEmpty ? forPictures : try named.map(RecipeLoading.source(named:))
    let given = Set(parameters.picture.map { PictureOption($0).name })
    let plain = try sources.map { (source: $0, look: try RecipeLoading.look($0)) }
    let settings = SharedSettings(parameters.set, of: plain.map(\.look))
    let looks = try plain.flatMap { (source, look) -> [(name: String, look: ConfiguredLook)] in
      let set = settings.texts(for: look)
      let look = try ConfiguredLook(look, recipe: source).giving(
        pictures: parameters.picture, isOneOfSeveral: sources.count > 1)
      // A sheet of everything shows what can be shown.
      let missing = Set(look.look.picturesToGive).subtracting(given).sorted()
      if !missing.isEmpty, sources.count > 1 {
        if !named.isEmpty {
          let option = "--picture \(missing[0])=FILE"
          StandardError.print(displayed(source.name), "note: is left out, as it needs a picture: \(option)")
        }
        return []
      }
      return try vary.settings(of: look.look.parameters).map { settings in
        (
          settings.isEmpty ? lookCaption(source) : settings.joined(separator: "  "),
          try look.setting(texts: set, varied: settings, variant: parameters.variant)
        )
      }
    }
    var photos = looksAndPhotos.filter { !isLook($0) }
    // A bare word that is not a file was meant as a look.
    for word in photos where !word.contains(where: { $0 == "." || $0 == "/" }) && !fileExists(FilePath(word)) {
      _ = try RecipeLoading.source(named: word)
    }
    photos = try selection.selected(photos, at: { FilePath($0) }) { file, error in
      throw failure(file.description, error.message, Status(error.kind))
    }
    guard !photos.isEmpty else { throw failure("--only", "takes none of the photos", .noInput) }
    for photo in photos { noteIgnoredSidecar(of: photo, as: "a sheet shows looks as they are") }
    guard try result.isWanted(inputs: photos, looks: looks.map(\.look)) else { return }
    var frames: [ContactSheet.Frame] = []
    for photo in photos {
      try reporting(on: photo, output: result.output) { () throws(ImageError) in
        let decoded = try DecodedPhoto(FilePath(photo))
        for (name, look) in looks {
          let rendered = try decoded.rendered(
            through: look, date: dates.photoDate(missing: .skip), shot: shots.value,
            threads: availableProcessors())
          // At once, so that only one picture is held at its full size.
          let small = rendered.reduced(toFitWidth: size, height: size)
          frames.append(ContactSheet.Frame(name: caption(name, photo, photos.count), picture: small))
        }
      }
    }
    let title = vary.isEmpty ? nil : "\(lookCaption(sources[0])): \(vary.map(\.name).joined(separator: ", "))"
    let sheet = self.sheet(of: frames, title, looks: looks.count, photos: photos.count).drawn()
    try result.write(sheet)
  }

  /// A few looks: one row per photo. Many looks: the photos of each look side by side.
  ///
  /// - Parameter frames: all looks of the first photo, then of the next.
  private func sheet(of frames: [ContactSheet.Frame], _ title: String?, looks: Int, photos: Int) -> ContactSheet {
    if vary.count == 2 { return ContactSheet(title: title, frames: frames, columns: vary[1].values.count) }
    guard looks > 1, photos > 1 else { return ContactSheet(title: title, frames: frames) }
    guard looks > Self.mostColumns else { return ContactSheet(title: title, frames: frames, columns: looks) }
    let byLook = (0..<looks).flatMap { look in (0..<photos).map { frames[$0 * looks + look] } }
    return ContactSheet(title: title, frames: byLook, group: photos)
  }

  /// The largest number of frames per row that is readable on a screen.
  private static let mostColumns = 6

  private func isLook(_ argument: String) -> Bool {
    isExpression(argument) || isRecipeName(argument) || shippedLooks.contains { $0.name == argument }
  }

  private func caption(_ look: String, _ photo: String, _ photos: Int) -> String {
    guard photos > 1, let file = photo.split(separator: "/").last else { return look }
    return "\(look) · \(file)"
  }
}

/// Settings for several looks: each look gets those whose parameters it has. A setting without a look goes to all, so
/// that an error is reported.
private struct SharedSettings {
  private let settings: [(text: String, name: String, isKnown: Bool)]

  init(_ texts: [String], of looks: [Look]) {
    settings = texts.map { text in
      let name = text.prefix { $0 != "=" }.filter { !$0.isWhitespace }
      return (text, name, looks.contains { $0.parameters.contains { $0.name == name } })
    }
  }

  func texts(for look: Look) -> [String] {
    settings.filter { setting in !setting.isKnown || look.parameters.contains { $0.name == setting.name } }.map(\.text)
  }
}

/// Reports that a photo's sidecar is ignored, if there is one.
func noteIgnoredSidecar(of photo: String, as reason: String) {
  guard fileExists(FilePath(photo + ".tint")) else { return }
  StandardError.print(displayed(photo), "note: its sidecar is ignored, as \(reason)")
}

/// The caption of a look's picture.
func lookCaption(_ recipe: SourceFile) -> String {
  lookCaption(recipe.isInline ? "=" + recipe.writtenText : recipe.name)
}

/// The same of a LOOK as the command line has it; the beginning of a long expression.
func lookCaption(_ look: String) -> String {
  if isExpression(look) {
    let text = look.dropFirst()
    return text.count > 48 ? text.prefix(47) + "…" : String(text)
  }
  let name = look.split(separator: "/").last.map(String.init) ?? ""
  return isRecipeName(name) ? String(decoding: FilePath(name).stem, as: UTF8.self) : name
}
