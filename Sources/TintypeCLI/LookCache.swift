import Tintype
import TintypeImage

/// Caches the last look, since the next job usually has the same one. It is compiled again when one of its files
/// changes.
struct LookCache {
  private let files: JobFiles
  private var last: (look: ConfiguredLook, files: [FilePath: FileStatus?])?

  init(_ files: JobFiles) { self.files = files }

  /// A look with its settings; nil where the job ended while the look was compiled.
  ///
  /// - Throws: what is wrong with the look or the settings, and a limit that is in the way.
  mutating func configured(
    _ request: LookRequest, within budget: CompileBudget
  ) throws(Refusal) -> ConfiguredLook? {
    guard let look = try look(request, within: budget) else { return nil }
    var variant: LookVariant?
    do throws(UsageError) {
      variant = try look.look.variant(named: request.variant)
    } catch {
      throw Refusal(.data, "variant: \(error.message)")
    }
    let set: ConfiguredLook
    do throws(InvalidSettings) {
      set = try look.setting(request.settings.map { SourceFile(name: "set", text: $0) }, variant: variant)
    } catch {
      throw Refusal(.data, "set: \(error.diagnostics[0].message)", error.diagnostics)
    }
    var pictures: [(String, FilePath)] = []
    for picture in request.pictures.map(PictureOption.init) {
      pictures.append((picture.name, try files.path(picture.file)))
    }
    do throws(UsageError) {
      return try set.giving(pictures: Dictionary(pictures) { $1 })
    } catch {
      throw Refusal(.usage, "pictures: \(error.message)")
    }
  }

  private mutating func look(
    _ request: LookRequest, within budget: CompileBudget
  ) throws(Refusal) -> ConfiguredLook? {
    let (recipe, file) = try files.recipe(request)
    if let last, last.look.recipe == recipe, last.files.allSatisfy({ FileStatus($0.key) == $0.value }) {
      return last.look
    }
    let look: Look
    do throws(InvalidRecipe) {
      look = try Look(recipe, loader: FolderLoader(for: file) { !budget.isGoing }, within: budget)
    } catch {
      if error.stop?.kind == .interrupted { return nil }
      throw Refusal(error.status, "\(recipe.name): \(error.sentence)", error.diagnostics)
    }
    let paths = look.usedPaths(besides: recipe, below: files.root).map { ($0, FileStatus($0)) }
    var configured = ConfiguredLook(look, recipe: recipe, below: files.root)
    configured.readsTables = true
    last = (configured, Dictionary(paths) { first, _ in first })
    return configured
  }
}
