import ArgumentParser
import Tintype
import TintypeImage
import TintypeJSON

/// `tintype worker`
struct Worker: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Render jobs from standard input, a JSON object per line, and answer each with a line.",
    discussion: """
      A job is {"look": "tumble-down", "input": "a.jpg", "output": "b.jpg"} on one line; a look that begins with '=' \
      is an expression, as in "= source |> noir()", and "recipe" in its place is the text of a recipe. With the \
      "output" "-" the answer has the result as "data" in base64, in the "format" \(PictureFileType.names) \
      (default: that of the photo). It may also have "id" (any JSON, returned with the answer), "set" \
      ({"contrast": 1.3} or ["contrast=1.3"]), "variant", "pictures" ({"plate": "paper.png"}), and \(options). The \
      answer has "ok", "status" (as the exit status of render), "result", "output", "bytes", "sha256", "message", \
      "notes" and "ms". Answers come in the order of the jobs. A job that fails is answered, too; {"cancel": ID} ends \
      the jobs of that id. The worker ends with its standard input.
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
    var jobs = JobRunner(try JobFiles(limits), memory: effort.memory.count, readsSidecars: !sidecars.noSidecars)
    let inbox = WorkerInbox(canceledID: Self.canceledID)
    while let entry = try inbox.next() {
      let start = ContinuousClock.now
      let result = result(of: entry, options, &jobs, inbox)
      // An interrupted job has no result; who waits for one sees that the worker ended.
      Interruption.endIfRequested()
      try StandardStreams.write(Array((result.line(milliseconds: start.millisecondsAgo) + "\n").utf8))
    }
    Interruption.endIfRequested()
  }

  /// The id of the jobs that a line cancels.
  private static func canceledID(_ line: JSONValue) -> JSONValue? {
    guard case .object(let object) = line, object.names == ["cancel"] else { return nil }
    return object["cancel"]
  }

  private func result(
    of entry: WorkerInbox.Entry, _ options: RenderOptions, _ jobs: inout JobRunner, _ inbox: WorkerInbox
  ) -> JobResult {
    if let refusal = entry.refusal { return JobResult(id: entry.outline.id, refusal) }
    let deadline = limits.deadline
    let job: Job
    do throws(Job.Mistake) {
      job = try Job(entry.line.bytes, entry.outline, options: options)
    } catch {
      return JobResult(id: error.id, error.refusal)
    }
    guard !entry.isCanceled else { return .canceled(job) }
    inbox.begin(job.id)
    let isLate: @Sendable () -> Bool = { deadline.map { ContinuousClock.now >= $0 } ?? false }
    do throws(Refusal) {
      let (outcome, data) = try jobs.run(job) { Interruption.isRequested || inbox.isCanceled || isLate() }
      guard case .failed(let failure) = outcome, failure.error.kind == .interrupted else {
        return JobResult(id: job.id, outcome, data)
      }
      return isLate() ? .late(job, limits) : .canceled(job)
    } catch {
      return JobResult(id: job.id, error)
    }
  }
}
