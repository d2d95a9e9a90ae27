public import ArgumentParser
import Tintype
import TintypeColor
import TintypeIR
import TintypeImage
import TintypeRender

/// `tintype render`
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render photos through a look.",
    discussion: """
      LOOK is the name of a shipped look (see 'tintype list') or the path of a recipe. An expression needs no file: \
      tintype render -e 'source |> adjust(exposure: 0.3ev) |> noir()' a.jpg -o b.jpg. An output keeps the photo's \
      metadata and appears complete or not at all.

      OUT is a file, '-' for standard output, a folder ('out/'), or a template for several photos, such as \
      'out/{date:%Y-%m}/{stem}-{look}.{ext}' with {stem} {ext} {dir} {look} {n} {date} {camera} {hash}. \
      Settings in 'photo.jpg.tint' beside 'photo.jpg' count for that photo.
      """)

  @Argument(help: RecipeLoading.lookHelp, completion: Completions.looks)
  var look: String

  @Argument(help: "Photos; folders with -r; '-' for standard input.", completion: Completions.photos)
  var inputs: [String] = []

  @Option(name: .shortAndLong, help: ArgumentHelp("Where results go.", valueName: "out"), completion: .file())
  var output: String?

  @Flag(help: "Replace each photo by its result.")
  var inPlace = false

  @Option(
    help: ArgumentHelp(
      "Render as this result was rendered; in place of LOOK stands the original. See 'tintype why'.",
      valueName: "result"), completion: Completions.photos)
  var again: String?

  @Option(
    help: ArgumentHelp("With --again: the recipe, unless it is a shipped one.", valueName: "file"),
    completion: Completions.recipes)
  var recipe: String?

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup(title: "Photos") var photos: PhotoOptions

  @OptionGroup(title: "Photos") var selection: SelectionOptions

  @OptionGroup(title: "Photos") var sidecars: SidecarOptions

  @OptionGroup(title: "Photos") var saving: SavingOptions

  @OptionGroup(title: "Dates") var dates: DateOptions

  @OptionGroup(title: "Photos") var shots: ShotOptions

  @Option(
    help: ArgumentHelp(
      "Measure this photo, and not each one: for a roll with one look, such as the frames of a negative.",
      valueName: "photo"), completion: .file())
  var measureFrom: String?

  @Option(
    help: ArgumentHelp("Correct the light of each photo as 'tintype meter' found it.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var settings: String?

  @OptionGroup(title: "Results") var storage: StorageOptions

  @OptionGroup(title: "Results") var form: FormOptions

  @OptionGroup(title: "Work") var effort: EffortOptions

  @OptionGroup(title: "Work") var confinement: ConfinementOptions

  @OptionGroup(title: "Work") var work: WorkOptions

  @Option(help: "What computes pixels: fast, or reference (slow, in double precision, for up to a megapixel).")
  var engine = RenderOptions.Engine.fast

  @OptionGroup(title: "Reports") var reports: ReportOptions

  func validate() throws {
    guard (output == nil) == inPlace else {
      throw ValidationError(
        inPlace
          ? "--in-place puts results where the photos are; omit -o." : "Say where results go: -o OUT, or --in-place.")
    }
    guard again == nil || inputs.isEmpty && parameters.isEmpty && photos.filesFrom == nil && !photos.recursive else {
      throw ValidationError("A result is made again from one original: tintype render --again RESULT ORIGINAL -o OUT")
    }
    if recipe != nil, again == nil {
      throw ValidationError("--recipe belongs to --again; else it is the first argument.")
    }
    if again != nil, !form.lossless, let option = options.statedOption {
      throw ValidationError("--again makes what the result states; omit --\(option.name).")
    }
    if let format = form.format, let said = output.flatMap({ PictureFileType(nameEnding: FilePath($0).fileExtension) }),
      said != format
    {
      throw ValidationError("The name of the result says \(said.name); omit --format, or end the name in {ext}.")
    }
    if again != nil, measureFrom != nil {
      throw ValidationError("--again reuses the recorded measurements; omit --measure-from.")
    }
    if settings != nil {
      if again != nil { throw ValidationError("--again reuses the recorded correction; omit --settings.") }
      if form.correction != nil { throw ValidationError("--settings has a correction for each photo; give one.") }
      if inputs == ["-"] || output == "-" {
        throw ValidationError("--settings goes by the names of photos; for a pipe give --correction.")
      }
      if form.lossless { throw ValidationError("--lossless changes no light; omit --settings.") }
    }
    if inputs.isEmpty, photos.filesFrom == nil, again == nil { throw ValidationError("Name the photos.") }
    if inputs.contains(where: { isExpression($0) && FileStatus(FilePath($0)) == nil }) {
      throw ValidationError("A render has one look; give one expression, or pass it on with '|>'.")
    }
    if photos.null, photos.filesFrom == nil { throw ValidationError("-0 is about the names in --files-from.") }
    if inPlace, form.format != nil { throw ValidationError("--format would change the name; --in-place keeps it.") }
    if storage.ifExists == .rename, inPlace || work.manifest != nil {
      throw ValidationError("--if-exists rename makes new names; --in-place and --manifest go by the old ones.")
    }
    if inputs.contains("-") || output == "-" {
      guard inputs.count == 1 || again != nil, photos.filesFrom == nil, !inPlace else {
        throw ValidationError("Standard input or output serves one photo: tintype render LOOK - -o OUT")
      }
      let isFolder = output.map { $0.hasSuffix("/") || FileStatus(FilePath($0))?.kind == .folder } ?? false
      guard !isFolder else { throw ValidationError("Standard input has no name; give the result one, or -o -.") }
      guard work.manifest == nil, work.shard == nil, !work.dryRun, !photos.recursive, selection.only == nil else {
        throw ValidationError("-r, --only, --manifest, --shard and --dry-run need photos and results with names.")
      }
    }
    if output == "-", reports.progress == .json {
      throw ValidationError("--progress json and -o - both write to standard output; give the result a name.")
    }
    try validateSaving()
    if form.lossless {
      if again != nil { throw ValidationError("--again already implies --lossless; omit it.") }
      if let option = options.encodingOption {
        throw ValidationError("--lossless moves stored pixels and changes none; omit --\(option.name).")
      }
    }
    if work.dryRun, work.manifest != nil {
      throw ValidationError("--dry-run does not read a manifest; omit one of the two.")
    }
  }

  private func validateSaving() throws {
    guard saving.saveEdits else { return }
    if settings != nil || form.correction != nil {
      throw ValidationError(
        "--save-edits keeps no correction; give --settings or --correction whenever a photo is rendered.")
    }
    if measureFrom != nil {
      throw ValidationError("--save-edits keeps nothing measured; give --measure-from whenever a photo is rendered.")
    }
    guard !inPlace, again == nil, !inputs.contains("-"), output != "-" else {
      throw ValidationError("--save-edits is for photos that stay, and results with names of their own.")
    }
    if sidecars.noSidecars { throw ValidationError("--save-edits writes sidecars, and --no-sidecars ignores them.") }
    if !parameters.picture.isEmpty {
      throw ValidationError("--save-edits keeps no pictures; a sidecar that is a recipe can name them.")
    }
    let unsaved = [
      ("--input-space", form.inputSpace != nil), ("--white", form.white != .camera),
      ("--hdr", ![.auto, .gainmap].contains(form.hdr)), ("--max-headroom", form.maxHeadroom != nil),
      ("--locale", dates.locale != nil),
    ]
    if let name = unsaved.first(where: \.1)?.0 {
      throw ValidationError("--save-edits does not keep \(name); give it whenever a photo is rendered.")
    }
    if dates.date != nil || dates.dateShift != nil {
      throw ValidationError("--save-edits keeps no dates; give --date and --date-shift whenever a photo is rendered.")
    }
    if isExpression(look), !shots.shot.isEmpty {
      throw ValidationError("--save-edits saves the expression as it is, without --shot.")
    }
    if isExpression(look), !parameters.isEmpty {
      throw ValidationError("--save-edits saves the expression as it is; write the values of --set into it.")
    }
  }

  func run() throws {
    confinement.apply()
    let provenance = try again.map(Provenance.reading)
    let recipe = try provenance?.recipe(in: recipe, of: again ?? "") ?? RecipeLoading.source(named: look)
    let inputs = provenance == nil ? inputs : [look]
    let plain = try RecipeLoading.look(recipe, memory: ByteCount(effort.memory.count))
    provenance?.noteVersion(of: again ?? "")
    try provenance?.check(plain.usedFiles(besides: recipe), of: again ?? "")
    let settings = try settings.map { (file) in
      try reporting(on: file) { () throws(ImageError) in try RollSettings(reading: FilePath(file)) }
    }
    var look = try ConfiguredLook(plain, recipe: recipe).setting(
      texts: (provenance?.parameters ?? []) + (settings?.parameters(of: plain) ?? []) + parameters.set,
      variant: parameters.variant
    ).giving(pictures: (provenance?.given ?? []) + parameters.picture)
    try provenance?.check(look.look.usedFiles(besides: recipe), of: again ?? "")
    try provenance?.check(look, for: FilePath(inputs[0]), of: again ?? "")
    if let measureFrom { look = try MeasuringOptions.measured(look, over: measureFrom, limits: self.options.limits) }
    // Lists and records that are read, too.
    let lists = [self.settings, work.manifest, photos.filesFrom == "-" ? nil : photos.filesFrom]
    look.inputs.formUnion(lists.compactMap { $0 }.map { FilePath($0) })
    var options = options
    if let provenance { options.take(provenance) }
    dates.fill(&options.photoDate)
    options.shot = options.shot.overridden(by: shots.value)
    if inputs == ["-"] || output == "-" {
      Interruption.watch()
      let stream = StreamRendering(input: inputs[0], output: output ?? "-", report: reports.report(on: 1))
      return try stream.run(
        look, readsSidecars: readsSidecars, options, memory: effort.memory.count, as: form.format)
    }
    do {
      var batch = Batch(look)
      (batch.options, batch.readsSidecars, batch.memory) = (options, readsSidecars, effort.memory.count)
      (batch.savesEdits, batch.settings) = (saving.saveEdits, settings)
      try run(batch, inputs, named: recipe.lookName)
    } catch let error as UsageError {
      StandardError.print("tintype: \(error.message)")
      throw ExitCode.validationFailure
    }
  }

  private var readsSidecars: Bool { !sidecars.noSidecars && again == nil }

  private func run(_ batch: Batch, _ inputs: [String], named look: String) throws {
    var batch = batch
    let template = try output.map(template(for:))
    // A number is that among all photos, so all are listed for it.
    let part = template?.usesNumber == true ? nil : work.shard
    var (found, lost) = try findPhotos(
      in: try photos.named(inputs, of: part), recursively: photos.recursive, of: part,
      leavingOut: template?.fixedFolder)
    found = selection.selected(found, at: \.path) { lost.append(PhotoFailure($0, $1)) }
    var plan = BatchPlan(inPlace: found)
    if let template {
      batch.options.createsFolders = !template.isPlain
      plan = try BatchPlan(
        found, to: template, look: look, type: form.format, shard: work.shard, date: batch.options.photoDate,
        replaces: work.manifest == nil && ![.skip, .rename].contains(batch.options.ifExists))
    }
    let failures = lost + plan.failures
    let total = plan.photos.count + failures.count
    let report = reports.report(on: total)
    for failure in failures { report.add(failure.file, .failed(failure)) }
    if total == 0, work.shard == nil, !reports.quiet { StandardError.print("tintype: there are no photos") }
    if work.dryRun {
      report.preview(plan.photos, batch)
      if let status = report.status { throw status }
      return
    }
    // Until here nothing is written, and a signal ends the program at once.
    Interruption.watch()
    if let path = work.manifest {
      let place = FilePlace(FilePath(path))
      if let photo = plan.photos.first(where: { FilePlace($0.output) == place }) {
        throw failure(
          path, "is the manifest, and the result of '\(photo.input)', too; choose another name", .cannotCreate)
      }
      batch.manifest = try reporting(on: path) { () throws(ImageError) in try Manifest(FilePath(path)) }
    }
    batch.run(plan.photos, isInterrupted: { Interruption.isRequested }) { photo, outcome in
      report.add(photo.input, outcome)
    }
    report.end(isInterrupted: Interruption.isRequested)
    Interruption.endIfRequested()
    if let status = report.status { throw status }
  }

  /// What `-o` means: a template, a folder, or, for one photo that is named, a file.
  private func template(for output: String) throws -> OutputTemplate {
    let path = FilePath(output)
    let template = try OutputTemplate(path)
    guard template.isPlain else { return template }
    if output.hasSuffix("/") || FileStatus(path)?.kind == .folder { return OutputTemplate(folder: path) }
    if inputs.count > 1 || photos.recursive || photos.filesFrom != nil {
      throw UsageError(
        "several photos need a folder such as 'out/' or a template such as 'out/{stem}.{ext}', "
          + "and '\(output)' is neither"
      )
    }
    return template
  }

  private var options: RenderOptions {
    var options = RenderOptions(storage, form, effort)
    options.replacesInput = inPlace
    options.engine = engine
    return options
  }
}

extension RenderOptions.Engine: ExpressibleByArgument {}
