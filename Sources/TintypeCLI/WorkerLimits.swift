import ArgumentParser
import Tintype
import TintypeImage

/// The limits of a worker for untrusted jobs.
struct WorkerLimits: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read and write files below this folder only; file names in jobs are relative to it.", valueName: "folder"),
    completion: .directory)
  var root: String?

  @Option(help: "Refuse looks that cost more cycles per pixel than this; 'tintype explain' estimates the cost.")
  var maxCost = Amount(count: 10_000)

  @Option(help: ArgumentHelp("Abort a job after this many seconds, such as 30.", valueName: "seconds"))
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

  /// Why a job that took too long has no result.
  var lateRefusal: Refusal {
    Refusal(.limit, "took longer than \(timeLimit ?? 0) s; --time-limit raises it")
  }
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
  func path(_ name: FilePath) throws(Refusal) -> FilePath {
    guard let root else { return name }
    do throws(ImageError) {
      return try root.path(name)
    } catch {
      throw Refusal(name.description, error)
    }
  }

  /// The recipe that is asked for, and its file; nil for one that sees no folder.
  func recipe(_ request: LookRequest) throws(Refusal) -> (SourceFile, FilePath?) {
    if let text = request.recipe { return (SourceFile(name: "recipe", text: text), nil) }
    let isPath = isRecipePath(request.name) && !isExpression(request.name)
    let path = isPath ? try path(FilePath(request.name)) : nil
    do throws(ImageError) {
      guard let path else { return (try findRecipe(request.name), nil) }
      let file = try recipeFile(path)
      return (try SourceFile(reading: file, as: file.description), file)
    } catch {
      throw Refusal(displayed(request.name), error)
    }
  }
}
