import ArgumentParser
import Tintype
import TintypeImage
import TintypeRender

/// `tintype worker`
struct Worker: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Render jobs from standard input, a JSON object per line, and answer each with a line.",
    discussion: """
      A job is {"look": "tumble-down", "input": "a.jpg", "output": "b.jpg"} on one line; a look that begins with '=' \
      is an expression, as in "= source |> noir()", and "recipe" in its place is the text of a recipe. With the \
      "output" "-" the answer has the result as "data" in base64, in the "format" jpeg or png. It may also have "id" \
      (any JSON, returned with the answer), "set" ({"contrast": 1.3} or ["contrast=1.3"]), "variant", "pictures" \
      ({"plate": "paper.png"}), and \(options). The answer has "ok", "status" (as the exit status of render), \
      "result", "output", "bytes", "sha256", "message", "notes" and "ms". Answers come in the order of the jobs. A \
      job that fails is answered, too; {"cancel": ID} ends the jobs of that id. The worker ends with its standard \
      input.
      """)

  private static let options = Job.optionKeys.map { "\"\($0)\"" }.joined(separator: ", ")

  @OptionGroup var storage: StorageOptions

  @OptionGroup var form: FormOptions

  @OptionGroup var effort: EffortOptions

  @OptionGroup var sidecars: SidecarOptions

  @OptionGroup var limits: WorkerLimits

  @OptionGroup var confinement: ConfinementOptions

  func run() throws {
    confinement.apply(byDefault: true)
    var options = RenderOptions(storage, form, effort)
    options.maxCost = Double(limits.maxCost.count)
    Interruption.watch()
    let files = try JobFiles(limits)
    var looks = LookCache(files)
    let inbox = WorkerInbox()
    while let entry = try inbox.next() {
      let start = ContinuousClock.now
      let result = result(of: entry, options, files, &looks, inbox)
      // An interrupted job has no result; who waits for one sees that the worker ended.
      Interruption.endIfRequested()
      try StandardStreams.write(Array((result.line(milliseconds: start.millisecondsAgo) + "\n").utf8))
    }
    Interruption.endIfRequested()
  }

  private func result(
    of entry: WorkerInbox.Entry, _ options: RenderOptions, _ files: JobFiles, _ looks: inout LookCache,
    _ inbox: WorkerInbox
  ) -> JobResult {
    guard entry.line.isWhole else {
      return JobResult(id: entry.outline.id, .limit, "the line is longer than 16 MiB, which is the most for a job")
    }
    guard entry.outline.valueCount <= JobOutline.mostValues else {
      return JobResult(id: entry.outline.id, .limit, "the job holds more than \(JobOutline.mostValues) values")
    }
    let deadline = limits.deadline
    do throws(Job.Mistake) {
      let job = try Job(entry.line.bytes, entry.outline, options: options)
      guard !entry.isCanceled else { return .canceled(job) }
      inbox.begin(job.id)
      let isLate: @Sendable () -> Bool = { deadline.map { ContinuousClock.now >= $0 } ?? false }
      let (outcome, data) = try run(job, files, &looks) { Interruption.isRequested || inbox.isCanceled || isLate() }
      guard case .failed(let failure) = outcome, failure.error.kind == .interrupted else {
        return JobResult(id: job.id, outcome, data)
      }
      return isLate() ? .late(job, limits) : .canceled(job)
    } catch {
      return JobResult(id: error.id, error.status, error.message)
    }
  }

  /// What became of a job, and its result where the answer is to hold that.
  private func run(
    _ job: Job, _ files: JobFiles, _ looks: inout LookCache, isInterrupted: @escaping @Sendable () -> Bool
  ) throws(Job.Mistake) -> (outcome: Batch.Outcome, data: [UInt8]?) {
    let input = try files.path(FilePath(job.input), of: job)
    let output = job.isAnswered ? nil : try files.path(FilePath(job.output), of: job)
    let budget = CompileBudget(memory: ByteCount(effort.memory.count), isInterrupted)
    guard var batch = try looks.batch(for: job, within: budget) else {
      return (.failed(PhotoFailure(input, .interrupted)), nil)
    }
    batch.options = job.options
    batch.memory = effort.memory.count
    batch.readsSidecars = !sidecars.noSidecars
    guard let output else { return answered(job, input, batch, isInterrupted) }
    return (batch.run(PlannedPhoto(input: input, output: output), isInterrupted: isInterrupted), nil)
  }

  /// Renders into memory.
  private func answered(
    _ job: Job, _ input: FilePath, _ batch: Batch, _ isInterrupted: @escaping @Sendable () -> Bool
  ) -> (outcome: Batch.Outcome, data: [UInt8]?) {
    do throws(PhotoFailure) {
      let budget = CompileBudget(memory: batch.memory.map { ByteCount($0) }, isInterrupted)
      let (look, remarks) =
        batch.readsSidecars ? try batch.look.withSidecar(of: input, within: budget) : (batch.look, [])
      var data: [UInt8]?
      let outcome = Batch.Outcome(of: input, to: "-") { () throws(ImageError) in
        let folder = StandardStreams.temporaryFolder
        let spool = try Spool(in: folder)
        let notes = try renderPhoto(
          look, from: input, toStream: spool.descriptor, as: job.format, temporaryFolder: folder,
          options: batch.options, memory: batch.memory, isInterrupted: isInterrupted)
        data = try readFile(spool.path, atMost: 1 << 30)
        return .rendered(to: "-", notes: remarks + notes)
      }
      return (outcome, data)
    } catch {
      return (.failed(error), nil)
    }
  }
}

/// Caches the last look, since the next job usually has the same one. It is compiled again when one of its files
/// changes.
private struct LookCache {
  private let files: JobFiles
  private var last: (look: ConfiguredLook, files: [FilePath: FileStatus?])?

  init(_ files: JobFiles) { self.files = files }

  /// The look of a job with its settings; nil where it ended while the look was compiled.
  ///
  /// - Throws: what is wrong with the look or the job's settings, and a limit that is in the way.
  mutating func batch(for job: Job, within budget: CompileBudget) throws(Job.Mistake) -> Batch? {
    guard let look = try look(for: job, within: budget) else { return nil }
    var variant: LookVariant?
    do throws(UsageError) {
      variant = try look.look.variant(named: job.variant)
    } catch {
      throw Job.Mistake(id: job.id, .data, message: "variant: \(error.message)")
    }
    let set: ConfiguredLook
    do throws(InvalidSettings) {
      set = try look.setting(job.settings.map { SourceFile(name: "set", text: $0) }, variant: variant)
    } catch {
      throw Job.Mistake(id: job.id, .data, message: "set: \(error.diagnostics[0].message)")
    }
    var pictures: [(String, FilePath)] = []
    for picture in job.pictures.map(PictureOption.init) {
      pictures.append((picture.name, try files.path(picture.file, of: job)))
    }
    do throws(UsageError) {
      return Batch(try set.giving(pictures: Dictionary(pictures) { $1 }))
    } catch {
      throw Job.Mistake(id: job.id, message: "pictures: \(error.message)")
    }
  }

  private mutating func look(for job: Job, within budget: CompileBudget) throws(Job.Mistake) -> ConfiguredLook? {
    let (recipe, file) = try recipe(for: job)
    if let last, last.look.recipe == recipe, last.files.allSatisfy({ FileStatus($0.key) == $0.value }) {
      return last.look
    }
    let look: Look
    do throws(InvalidRecipe) {
      look = try Look(recipe, loader: FolderLoader(for: file) { !budget.isGoing }, within: budget)
    } catch {
      if error.stop?.kind == .interrupted { return nil }
      throw Job.Mistake(id: job.id, error.status, message: "\(recipe.name): \(error.sentence)")
    }
    let paths = look.usedPaths(besides: recipe, below: files.root).map { ($0, FileStatus($0)) }
    let configured = ConfiguredLook(look, recipe: recipe, below: files.root)
    last = (configured, Dictionary(paths) { first, _ in first })
    return configured
  }

  /// The recipe, and its file; nil for one that sees no folder.
  private func recipe(for job: Job) throws(Job.Mistake) -> (SourceFile, FilePath?) {
    if let text = job.recipe { return (SourceFile(name: "recipe", text: text), nil) }
    let isPath = isRecipePath(job.look) && !isExpression(job.look)
    let file = isPath ? try files.path(FilePath(job.look), of: job) : nil
    do throws(ImageError) {
      guard let file else { return (try findRecipe(job.look), nil) }
      return (try SourceFile(reading: file, as: file.description), file)
    } catch {
      throw Job.Mistake(id: job.id, Status(error.kind), message: "\(displayed(job.look)): \(error.message)")
    }
  }
}
