import ArgumentParser
import Tintype
import TintypeImage

/// `tintype worker`
struct Worker: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Render jobs from standard input, a JSON object per line, and answer each with a line.",
    discussion: """
      A job is {"look": "tumble-down", "input": "a.jpg", "output": "b.jpg"} on one line; a look that begins with \
      '=' is an expression, as in "= source |> noir()". It may also have "id" (any JSON, returned with the answer), \
      "set" ({"contrast": 1.3} or ["contrast=1.3"]), "variant", "pictures" ({"plate": "paper.png"}), and \(options). \
      The answer has "ok", "status" (as the exit status of render), "result", "output", "bytes", "sha256", "message", \
      "notes" and "ms". Answers come in the order of the jobs. A job that fails is answered, too; the worker ends with \
      its standard input.
      """)

  private static let options = Job.optionKeys.map { "\"\($0)\"" }.joined(separator: ", ")

  @OptionGroup var storage: StorageOptions

  @OptionGroup var form: FormOptions

  @OptionGroup var effort: EffortOptions

  @OptionGroup var sidecars: SidecarOptions

  func run() throws {
    let options = RenderOptions(storage, form, effort)
    Interruption.watch()
    var looks = LookCache()
    var lines = InputLines(atMost: 1 << 20)
    while let line = try lines.next() {
      if line.isWhole, line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      let start = ContinuousClock.now
      let result = line.isWhole ? self.result(of: line.bytes, options, &looks) : tooLong
      // An interrupted job has no result; who waits for one sees that the worker ended.
      Interruption.endIfRequested()
      try StandardStreams.write(Array((try result.line(milliseconds: start.millisecondsAgo) + "\n").utf8))
    }
    Interruption.endIfRequested()
  }

  private var tooLong: JobResult { JobResult(id: nil, .data, "the line is longer than a job may be") }

  private func result(of line: [UInt8], _ options: RenderOptions, _ looks: inout LookCache) -> JobResult {
    do throws(Job.Mistake) {
      let job = try Job(line, options: options)
      var batch = try looks.batch(for: job)
      batch.options = job.options
      batch.memory = effort.memory.count
      batch.readsSidecars = !sidecars.noSidecars
      let photo = PlannedPhoto(input: FilePath(job.input), output: FilePath(job.output))
      let outcome = batch.run(photo) { Interruption.isRequested }
      return JobResult(id: job.id, outcome)
    } catch {
      return JobResult(id: error.id, error.status, error.message)
    }
  }
}

/// Caches the last look, since the next job mostly has the same one. It is compiled again when one of its files
/// changes.
private struct LookCache {
  private var last: (look: ConfiguredLook, files: [FilePath: FileStatus?])?

  /// - Throws: what is wrong with the look or the job's settings.
  mutating func batch(for job: Job) throws(Job.Mistake) -> Batch {
    let look = try look(for: job)
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
    do throws(UsageError) {
      let pictures = job.pictures.map(PictureOption.init).map { ($0.name, $0.file) }
      return Batch(try set.giving(pictures: Dictionary(pictures) { $1 }))
    } catch {
      throw Job.Mistake(id: job.id, message: "pictures: \(error.message)")
    }
  }

  private mutating func look(for job: Job) throws(Job.Mistake) -> ConfiguredLook {
    let recipe = try recipe(for: job)
    if let last, last.look.recipe == recipe, last.files.allSatisfy({ FileStatus($0.key) == $0.value }) {
      return last.look
    }
    let (look, diagnostics) = compile(recipe, loader: FolderLoader(for: recipe))
    if let error = diagnostics.first(where: { $0.severity == .error }) {
      let (line, column) = error.primary.location.position
      throw Job.Mistake(
        id: job.id, .data, message: "\(recipe.name): line \(line), column \(column): \(error.message)")
    }
    guard let look else { throw Job.Mistake(id: job.id, .data, message: "\(recipe.name): holds no look") }
    let paths = look.usedPaths(besides: recipe).map { ($0, FileStatus($0)) }
    let configured = ConfiguredLook(look, recipe: recipe)
    last = (configured, Dictionary(paths) { first, _ in first })
    return configured
  }

  private func recipe(for job: Job) throws(Job.Mistake) -> SourceFile {
    do throws(ImageError) {
      return try findRecipe(job.look)
    } catch {
      throw Job.Mistake(id: job.id, Status(error.kind), message: "\(displayed(job.look)): \(error.message)")
    }
  }
}
