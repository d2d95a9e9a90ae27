import ArgumentParser
import Tintype
import TintypeDrawing
import TintypeIR
import TintypeImage

/// `tintype watch`
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Render a preview each time a recipe is saved.",
    discussion: """
      Reads the photo once, reduced to the size of a screen. At every save of the recipe, or of a recipe, table or \
      font that it names, the preview is written again. When something is wrong, that is printed and the last preview \
      stays. Ends with Ctrl-C.
      """)

  @Argument(help: "The path of a recipe.", completion: Completions.recipes)
  var look: String

  @Argument(help: "The photo.", completion: Completions.photos)
  var photo: String

  @OptionGroup var result: OutputOptions

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var dates: DateOptions

  @OptionGroup var shots: ShotOptions

  @Option(help: "The longer side of the preview, in pixels.")
  var size = 1920

  func validate() throws {
    if isExpression(look) {
      throw ValidationError("There is nothing to watch in an expression; write it to a file.")
    }
    if !isRecipePath(look), shippedLook(look) != nil {
      throw ValidationError(
        "'\(look)' is a shipped look, which does not change; extend it in a file of your own: extends \"\(look)\"")
    }
    if result.storage.ifExists == .rename {
      throw ValidationError("--if-exists rename would give each preview another name; it is error, skip or overwrite.")
    }
    guard (64...8192).contains(size) else { throw ValidationError("--size is a number from 64 to 8192.") }
  }

  func run() throws {
    // A preview of an earlier session may be replaced.
    let isOwn = result.storage.ifExists == .error && Bitmap.isPreview(FilePath(result.output))
    guard try isOwn || result.isWanted(inputs: [photo]) else { return }
    noteIgnoredSidecar(of: photo, as: "the preview shows the recipe as it is")
    let preview = try reporting(on: photo, output: result.output) { () throws(ImageError) in
      try DecodedPhoto(FilePath(photo), size: .longEdge(size))
    }
    var files = [look]
    var seen: [FileStatus?] = []
    while true {
      let state = states(files)
      pause(milliseconds: Self.pauseMilliseconds)
      // A file that still changes is being written.
      guard state != seen, state == states(files) else { continue }
      seen = state
      guard let (source, result) = compiled(files, state) else { continue }
      let used =
        [look] + Self.files(of: source, result.look, result.diagnostics, known: files) + parameters.pictureFiles
      // A save since then is another round.
      let known = Dictionary(zip(files, state)) { first, _ in first }
      seen = used.map { known[$0] ?? FileStatus(FilePath($0)) }
      files = used
      show(preview, source, result)
    }
  }

  private typealias Compilation = (look: Look?, diagnostics: [Diagnostic])

  /// The polling interval: too short to be noticed.
  private static let pauseMilliseconds: UInt32 = 30

  private func states(_ files: [String]) -> [FileStatus?] { files.map { FileStatus(FilePath($0)) } }

  /// The recipe as it was saved, or nil where it changes while it is read. An error may be that of a file half written,
  /// and a missing file is there again after a save that renames, so both count only when nothing is written for a
  /// while after.
  private func compiled(_ files: [String], _ state: [FileStatus?]) -> (SourceFile, Compilation)? {
    if state[0] == nil { pause(milliseconds: 5 * Self.pauseMilliseconds) }
    guard state == states(files), let source = try? RecipeLoading.file(look) else { return nil }
    let result = compile(source, loader: FolderLoader(for: source), withLints: true)
    if result.look == nil { pause(milliseconds: 5 * Self.pauseMilliseconds) }
    return state == states(files) ? (source, result) : nil
  }

  /// The files that the recipe depends on; for a recipe with errors, the known ones, and those that caused errors.
  private static func files(
    of source: SourceFile, _ look: Look?, _ diagnostics: [Diagnostic], known: [String]
  ) -> [String] {
    if let look { return look.usedPaths(besides: source).map(\.description) }
    let wrong = Set(diagnostics.map(\.primary.location.file.name)).filter(isRecipePath)
    return Array(wrong.union(known.dropFirst()).subtracting([source.name])).sorted()
  }

  /// One save: the new preview, or what is wrong.
  private func show(_ preview: DecodedPhoto, _ recipe: SourceFile, _ compilation: Compilation) {
    let start = ContinuousClock.now
    RecipeLoading.report(compilation.diagnostics)
    do {
      guard let look = compilation.look else {
        if compilation.diagnostics.isEmpty { RecipeLoading.reportNoLook(self.look) }
        return
      }
      let configured = try parameters.configured(look, recipe: recipe)
      let (width, height) = try reporting(on: nil, output: result.output) { () throws(ImageError) in
        try configured.requireNoFile(at: FilePath(result.output), photo: FilePath(photo))
        let picture = try preview.rendered(
          through: configured, date: dates.photoDate(missing: .skip), shot: shots.value,
          threads: availableProcessors())
        try picture.writePreview(to: FilePath(result.output), quality: result.storage.quality)
        return (picture.width, picture.height)
      }
      print("\(result.output.escapedForDisplay): \(width) x \(height) in \(start.millisecondsAgo) ms")
      _ = StandardStreams.flush()
    } catch {
      // What is wrong has been printed; the next save may be right.
    }
  }
}
