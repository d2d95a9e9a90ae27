import ArgumentParser
import Tintype
import TintypeImage

/// The limits of a worker for untrusted jobs.
struct WorkerLimits: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take and leave files below this folder only; names of jobs are relative to it.", valueName: "folder"),
    completion: .directory)
  var root: String?

  @Option(help: "Refuse looks of more cycles a pixel; 'tintype explain' estimates them.")
  var maxCost = Amount(count: 10_000)

  @Option(help: ArgumentHelp("Give up a job after so many seconds, such as 30.", valueName: "seconds"))
  var timeLimit: Double?

  func validate() throws {
    if let timeLimit, !(timeLimit > 0 && timeLimit <= 1e6) {
      throw ValidationError("--time-limit is a number of seconds above 0.")
    }
    guard let root else { return }
    guard FileStatus(FilePath(root))?.kind == .folder else {
      throw ValidationError("--root \(displayed(root)): there is no such folder.")
    }
  }

  /// The deadline of a job that starts now.
  var deadline: ContinuousClock.Instant? { timeLimit.map { .now + .seconds($0) } }
}

/// The files that jobs may name.
struct JobFiles {
  /// The folder that holds them all; nil where they may lie anywhere.
  let root: RootFolder?

  init(_ limits: WorkerLimits) throws {
    root = try limits.root.map { name in
      try reporting(on: name) { () throws(ImageError) in try RootFolder(FilePath(name)) }
    }
  }

  /// The file that a job names.
  ///
  /// - Throws: for one that is not below the root.
  func path(_ name: FilePath, of job: Job) throws(Job.Mistake) -> FilePath {
    guard let root else { return name }
    do throws(ImageError) {
      return try root.path(name)
    } catch {
      throw Job.Mistake(id: job.id, Status(error.kind), message: "\(name): \(error.message)")
    }
  }
}
