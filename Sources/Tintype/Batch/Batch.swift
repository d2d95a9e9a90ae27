import Dispatch
import Synchronization
import TintypeIR
import TintypeRender

/// Renders many photos through one look.
public struct Batch: Sendable {
  /// The look, for photos that have none of their own beside them.
  public var look: ConfiguredLook

  /// How results are stored. `threads` is the number of processors that may be used in all.
  public var options = RenderOptions()

  /// Whether the sidecar `photo.jpg.tint` is read for `photo.jpg`.
  public var readsSidecars = true

  /// Whether the edits of each photo are written to its sidecar when its result is there.
  public var savesEdits = false

  /// What is done to the light of each photo.
  public var settings: RollSettings?

  /// Bytes that decoding may hold at once, for all photos together; nil for no limit.
  public var memory: Int?

  /// The record of finished photos.
  public var manifest: Manifest?

  /// A batch with defaults for everything else.
  public init(_ look: ConfiguredLook) { self.look = look }

  /// The outcome for one photo.
  public enum Outcome: Sendable {
    /// The result is there, under this name.
    case rendered(to: FilePath, notes: [String])
    /// There was a file of the result's name, and it was to be left alone.
    case exists(FilePath)
    /// The manifest says that the result is there already.
    case done(FilePath)
    /// There is no result.
    case failed(PhotoFailure)

    /// The outcome of rendering one photo or video.
    public init(of input: FilePath, to output: FilePath, _ render: () throws(ImageError) -> RenderOutcome) {
      do throws(ImageError) {
        switch try render() {
        case .skipped: self = .exists(output)
        case .rendered(let name, let notes): self = .rendered(to: name, notes: notes)
        }
      } catch {
        self = .failed(PhotoFailure(error, input: input, output: output))
      }
    }
  }

  /// Renders photos, several at once.
  ///
  /// A failed photo does not stop the others. After an interruption no further photo is started, and unfinished ones
  /// are dropped; these and the remaining photos are not reported.
  /// - Parameters:
  ///   - photos: of a plan, in its order.
  ///   - isInterrupted: asked often.
  ///   - report: told how each photo ended, as they end; never twice at once.
  public func run(
    _ photos: [PlannedPhoto], isInterrupted: @escaping @Sendable () -> Bool = { false },
    report: @Sendable (PlannedPhoto, Outcome) -> Void
  ) {
    for folder in Set(photos.map(\.output.folder)) { removeStaleTemporaries(in: folder) }
    let budget = memory.map(MemoryBudget.init)
    let made = MadeResults()
    var left = photos
    while !left.isEmpty, !isInterrupted() {
      let held = runOnce(left, made, budget, isInterrupted, report)
      if held.count == left.count { Self.pause() }
      left = held
    }
  }

  /// The delay before a photo claimed by another process is tried again.
  private static func pause() { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(50)) }

  /// - Returns: the photos that other processes render now.
  private func runOnce(
    _ photos: [PlannedPhoto], _ made: MadeResults, _ budget: MemoryBudget?,
    _ isInterrupted: @escaping @Sendable () -> Bool, _ report: @Sendable (PlannedPhoto, Outcome) -> Void
  ) -> [PlannedPhoto] {
    let next = Atomic(0)
    let reporting = Mutex(())
    let held = Mutex<[PlannedPhoto]>([])
    // One photo for each thread uses the processors better than all threads on one photo, because decoding is serial.
    let workers = min(options.threads, photos.count)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while !isInterrupted() {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < photos.count else { return }
        var threads = options.threads
        // The last photos share the threads that become free.
        threads = max(1, threads / min(threads, photos.count - index))
        do throws(PhotoFailure) {
          guard let outcome = try render(photos[index], made, threads: threads, budget, isInterrupted) else {
            held.withLock { $0.append(photos[index]) }
            continue
          }
          reporting.withLock { _ in report(photos[index], outcome) }
        } catch {
          if error.error.kind == .interrupted, isInterrupted() { return }
          reporting.withLock { _ in report(photos[index], .failed(error)) }
        }
      }
    }
    return held.withLock { $0 }
  }

  /// Renders one photo with all threads.
  public func run(_ photo: PlannedPhoto, isInterrupted: @escaping @Sendable () -> Bool = { false }) -> Outcome {
    do throws(PhotoFailure) {
      while true {
        let budget = memory.map(MemoryBudget.init)
        if let outcome = try render(photo, MadeResults(), threads: options.threads, budget, isInterrupted) {
          return outcome
        }
        if isInterrupted() { throw PhotoFailure(photo.input, .interrupted) }
        Self.pause()
      }
    } catch {
      return .failed(error)
    }
  }

  /// - Returns: nil for a photo that another process with the same manifest renders now.
  private func render(
    _ photo: PlannedPhoto, _ made: MadeResults, threads: Int, _ budget: MemoryBudget?,
    _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(PhotoFailure) -> Outcome? {
    let claim = manifest?.claim(photo)
    if manifest != nil, claim == nil { return nil }
    defer { withExtendedLifetime(claim) {} }
    do throws(ImageError) {
      _ = try PictureFileType(outputName: photo.output)
    } catch {
      // A photo that cannot be rendered needs no result name.
      do throws(ImageError) {
        _ = try openPicture(photo.input, limits: options.limits, isInterrupted: isInterrupted)
      } catch {
        throw PhotoFailure(photo.input, error)
      }
      throw PhotoFailure(photo.output, error)
    }
    var options = options
    var notes: [String] = []
    var replacesSidecar = false
    if savesEdits { replacesSidecar = try !SavedEdits.mayReplaceSidecar(of: photo.input) }
    if replacesSidecar {
      guard options.ifExists == .overwrite else {
        throw PhotoFailure(Sidecar.path(of: photo.input), SavedEdits.refusal)
      }
      notes.append("its sidecar, which was written by hand, is replaced by the saved edits")
    }
    let (look, remarks) = try replacesSidecar ? (self.look, []) : self.look(for: photo.input, budget, isInterrupted)
    notes += remarks
    if let settings {
      let own = settings[photo.input]
      if own == nil {
        notes.append(
          settings.roll == LightCorrection()
            ? "the settings do not have it, and change nothing of the roll"
            : "the settings do not have it: those of the roll are used")
      }
      let correction = own ?? settings.roll
      options.limits.correction = correction == LightCorrection() ? nil : correction
    }
    options.threads = threads
    let result: FilePath
    do throws(ImageError) {
      // Held until the result has its name: what a second process then opens is the result.
      let lock = options.replacesInput ? try FileLock(photo.input, isInterrupted: isInterrupted) : nil
      defer { withExtendedLifetime(lock) {} }
      let status = FileStatus(photo.input)
      let key = manifest == nil ? "" : try look.key(options, photo: photo.input, output: photo.output, isInterrupted)
      if options.replacesInput {
        do throws(ImageError) {
          if try manifest?.isDone(inPlace: photo.input, key: key) ?? false { return .done(photo.output) }
          try look.requireOriginal(photo.input, isInterrupted)
        } catch  where error.kind == .exists && options.ifExists == .skip {
          return .exists(photo.output)
        } catch  where error.kind == .exists && options.ifExists == .overwrite {
          // It is a result already, and is to be rendered once more.
        }
        options.ifExists = .overwrite
      } else if let manifest {
        switch try manifest.knowledge(of: photo.output, from: photo.input, key: key) {
        case .done: return .done(photo.output)
        case .stale: options.ifExists = .overwrite
        case .marked where options.ifExists == .error || options.ifExists == .rename:
          throw ImageError(
            .exists, "was rated or tagged since; rendering it again would discard that", remedy: .renderingAgain)
        case .marked, .unknown: break
        }
      }
      do throws(ImageError) {
        let outcome = try renderPhoto(
          look, from: photo.input, to: photo.output, options: options, budget: budget, isInterrupted: isInterrupted
        ) { (descriptor) throws(ImageError) in
          guard let status, FileStatus(photo.input) == status else {
            throw ImageError(.unreadable, "was changed while it was rendered; nothing was written")
          }
          try made.add(descriptor, replacing: options.ifExists == .overwrite ? photo.output : nil)
          guard let manifest else { return }
          do throws(ImageError) {
            try manifest.add(photo, status, result: descriptor, key: key, isFlushed: options.replacesInput)
          } catch {
            throw ImageError(error.kind, "the manifest '\(manifest.path)' \(error.message)", remedy: error.remedy)
          }
        }
        switch outcome {
        case .skipped: return .exists(photo.output)
        case .rendered(let name, let others):
          result = name
          notes += others
        }
      } catch  where error.kind == .exists && manifest != nil && !options.replacesInput {
        // Another process may have made the same result meanwhile.
        guard case .done = try manifest?.knowledge(of: photo.output, from: photo.input, key: key) else { throw error }
        return .done(photo.output)
      }
    } catch {
      throw PhotoFailure(error, input: photo.input, output: photo.output)
    }
    if savesEdits {
      let shot = look.shot.overridden(by: options.shot)
      try SavedEdits(look, shot, of: photo.input).write(overAnything: replacesSidecar)
    }
    return .rendered(to: result, notes: notes)
  }

  /// What a render would note about the sidecar of a photo.
  public func sidecarNotes(of photo: FilePath) -> [String] { (try? look(for: photo, nil))?.notes ?? [] }

  /// The look for a photo.
  private func look(
    for photo: FilePath, _ budget: MemoryBudget?, _ isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(PhotoFailure) -> (look: ConfiguredLook, notes: [String]) {
    // An expression takes the place of the one that was saved.
    guard readsSidecars, !(savesEdits && look.recipe?.isInline ?? false) else { return (look, []) }
    let found = try withSidecar(of: photo, budget, isInterrupted)
    if savesEdits, let table = found.look.tableNamedElsewhere(than: Sidecar.path(of: photo)) {
      throw PhotoFailure(
        photo,
        ImageError(
          .unsupported,
          "the edits cannot be saved: a sidecar names the files of tables from the photo's folder. Write "
            + "'set \(table) = \"FILE.cube\"' there, and omit the setting here"))
    }
    if savesEdits, found.look.recipe != look.recipe {
      throw PhotoFailure(
        Sidecar.path(of: photo),
        ImageError(.exists, "is a recipe, which is this photo's look; another -e replaces it"))
    }
    return found
  }

  /// The look with a sidecar, whose compilation takes memory that photos share.
  private func withSidecar(
    of photo: FilePath, _ budget: MemoryBudget?, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(PhotoFailure) -> (look: ConfiguredLook, notes: [String]) {
    guard let budget, FileStatus(Sidecar.path(of: photo)) != nil else {
      return try look.withSidecar(of: photo, within: CompileBudget(memory: nil, isInterrupted))
    }
    return try budget.compiling(isInterrupted, needsMore: { $0.error.remedy == .moreMemory }) {
      (budget) throws(PhotoFailure) in try look.withSidecar(of: photo, within: budget)
    }
  }
}

/// The results of one run, none of which replaces another. A plan tells apart what has different names; a file system
/// that ignores case, or one form of Unicode, makes one file of two names.
private final class MadeResults: Sendable {
  private let files = Mutex<Set<FileStatus.Identity>>([])

  /// Notes a result that is about to get its name.
  ///
  /// - Throws: `.exists` where the file that it would replace is a result of this run.
  func add(_ result: Int32, replacing output: FilePath?) throws(ImageError) {
    let identity = try FileStatus(open: result).identity
    let replaced = output.flatMap { FileStatus($0)?.identity }
    try files.withLock { (files) throws(ImageError) in
      if let replaced, files.contains(replaced) {
        throw ImageError(
          .exists, "is the result of another photo of this run; {dir}, {ext} or {n} in -o tells them apart")
      }
      files.insert(identity)
    }
  }
}
