import Tintype
import TintypeImage
import TintypeRender

/// Renders jobs, one after the other.
struct JobRunner {
  let files: JobFiles
  let memory: Int
  let readsSidecars: Bool
  private(set) var looks: LookCache

  init(_ files: JobFiles, memory: Int, readsSidecars: Bool) {
    (self.files, self.memory, self.readsSidecars) = (files, memory, readsSidecars)
    looks = LookCache(files)
  }

  /// A look with its settings; nil where it was interrupted.
  mutating func look(
    _ request: LookRequest, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(Refusal) -> ConfiguredLook? {
    try looks.configured(request, within: CompileBudget(memory: ByteCount(memory), isInterrupted))
  }

  /// What became of a job, and its result where the answer is to hold that.
  ///
  /// - Parameter photo: the photo, where the job does not name it.
  mutating func run(
    _ job: Job, photo: FilePath? = nil, isInterrupted: @escaping @Sendable () -> Bool
  ) throws(Refusal) -> (outcome: Batch.Outcome, data: [UInt8]?) {
    let input = if let photo { photo } else { try files.path(FilePath(job.input)) }
    let output = job.isAnswered ? nil : try files.path(FilePath(job.output))
    guard let look = try look(job.look, isInterrupted) else {
      return (.failed(PhotoFailure(input, .interrupted)), nil)
    }
    var batch = Batch(look)
    batch.options = job.options
    batch.memory = memory
    batch.readsSidecars = readsSidecars && photo == nil
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
