import Tintype
import TintypeDrawing
import TintypeImage
import TintypeRender
import TintypeSyntax

/// What the tools of a server share: files within limits, the last look, the drawn scene.
struct ToolSession {
  var jobs: JobRunner
  /// The limits of each render.
  let options: RenderOptions
  /// Asked often; once true, the call is to end.
  var isInterrupted: @Sendable () -> Bool = { false }
  /// The scene in a file, once it is needed.
  private var scene: (folder: TemporaryFolder, file: FilePath)?

  init(_ jobs: JobRunner, _ options: RenderOptions) { (self.jobs, self.options) = (jobs, options) }

  /// The longer side of a picture in an answer.
  static let edge = 768

  /// The quality of a picture in an answer.
  static let quality = 80

  var files: JobFiles { jobs.files }

  /// The memory and the time for compiling.
  func budget() -> CompileBudget { CompileBudget(memory: ByteCount(jobs.memory), isInterrupted) }

  /// A look with its values, within the limit on cost.
  mutating func look(_ request: LookRequest) throws(Refusal) -> ConfiguredLook {
    guard var look = try jobs.look(request, isInterrupted) else { throw .interrupted }
    look.maxCost = options.maxCost
    return look
  }

  /// The diagnostics of a recipe, lints too.
  func check(_ source: SourceFile, _ file: FilePath?) throws(Refusal) -> [Diagnostic] {
    let budget = budget()
    do throws(CompileBudget.Stop) {
      let loader = FolderLoader(for: file) { !budget.isGoing }
      return try compile(source, loader: loader, withLints: true, within: budget).diagnostics
    } catch {
      throw Refusal(source.name, ImageError(error))
    }
  }

  /// The photo that is named, or the drawn scene.
  mutating func photo(_ name: String?) throws(Refusal) -> FilePath {
    if let name { return try files.path(FilePath(name)) }
    if let scene { return scene.file }
    do throws(ImageError) {
      let folder = try TemporaryFolder(in: StandardStreams.temporaryFolder)
      let file = folder.path.appending("scene.png".utf8)
      let drawn = TestScene(width: 2 * Self.edge, height: 2 * Self.edge * 2 / 3).drawn(instruments: false)
      _ = try drawn.write(to: file, quality: 95, ifExists: .error)
      scene = (folder, file)
      return file
    } catch {
      throw Refusal("the drawn scene", error)
    }
  }

  /// Writes a recipe where the call asks for it.
  ///
  /// - Returns: the name of the file; nil where none is asked for, or an existing one is kept.
  func write(_ recipe: [UInt8], _ arguments: ToolArguments) throws(Refusal) -> String? {
    guard let name = arguments.text("output") else { return nil }
    guard name.hasSuffix(".tint") else { throw Refusal(.usage, "'output' is a recipe: it ends in .tint") }
    let path = try files.path(FilePath(name))
    let ifExists = arguments.text("ifExists").flatMap(RenderOptions.IfExists.init(rawValue:)) ?? .error
    do throws(ImageError) {
      guard try ifExists.permits(path), case .rendered = try ifExists.write(path, recipe) else { return nil }
      return name
    } catch {
      throw Refusal(name, error)
    }
  }
}

extension Refusal {
  /// A call that was canceled, or took too long.
  static let interrupted = Refusal(.interrupted, "was canceled")
}
