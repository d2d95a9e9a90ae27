public import ArgumentParser
import Tintype
public import TintypeExport
import TintypeImage

/// `tintype export`
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a look for other programs: as a table of colors or a shader.",
    discussion: """
      A table holds what a look does to a color, and nothing of grain, place or neighbors; a shader of one pass holds \
      grain and places, too, and '--to glsl -o OUT.json' all of a look, as passes. What a target cannot hold is named \
      with its place in the text, and left out by --without. The head of a table states its error, measured against \
      the render.

      With --list, says what each target can hold.
      """)

  @Argument(help: RecipeLoading.lookHelp, completion: Completions.looks)
  var look: String?

  @Option(help: "The kind of file: \(Target.allValueStrings.joined(separator: ", ")).")
  var to: Target?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file; '-' for standard output.", valueName: "out"),
    completion: .file())
  var output: String?

  @OptionGroup var parameters: ParameterOptions

  @Option(help: "The program that reads a .cube: \(CubeReader.allCases.map(\.rawValue).joined(separator: ", ")).")
  var `for` = CubeReader.any

  @Option(help: "The entries along an axis of the table.")
  var size: Int?

  @Option(help: "Take the smallest table whose largest error is no larger, in 255ths.")
  var maxError: Double?

  @Option(
    help: ArgumentHelp("Leave out these steps, as the message names them: grain,vignette.", valueName: "names"))
  var without: [String] = []

  @Option(
    help: ArgumentHelp("In a shader, write these parameters as numbers: contrast,gamma.", valueName: "names"))
  var freeze: [String] = []

  @Flag(help: "Beside passes (OUT.json), write the module that runs them in a browser: tintype.js.")
  var runtime = false

  @Option(help: "What to do when the output exists: error, skip, overwrite, or rename to NAME-2.")
  var ifExists = RenderOptions.IfExists.error

  @Flag(help: "List the targets, and what each can hold.")
  var list = false

  func validate() throws {
    if list { return }
    guard look != nil, to != nil, output != nil else {
      throw ValidationError("Name a look, a target and a file: tintype export LOOK --to cube -o OUT")
    }
    if size != nil, maxError != nil { throw ValidationError("--size and --max-error exclude each other.") }
    if let maxError, !(maxError > 0) { throw ValidationError("--max-error is above 0.") }
    if `for` != .any, to != .table(.cube) { throw ValidationError("--for is about .cube files.") }
    if case .shader = to, size != nil || maxError != nil {
      throw ValidationError("--size and --max-error are about tables.")
    }
    if case .table = to, !freeze.isEmpty { throw ValidationError("--freeze is about shaders.") }
    if runtime, !writesPasses { throw ValidationError("--runtime is about passes: --to glsl -o OUT.json") }
  }

  func run() throws {
    guard !list, let look, let target = to, let output else {
      print(Target.all.map { [$0.name, $0.about] }.alignedColumns.joined(separator: "\n"))
      return
    }
    let configured = try parameters.look(in: try RecipeLoading.source(named: look))
    if output == "-", target == .table(.hald), StandardStreams.outputIsTerminal {
      throw failure("standard output", "is a terminal, which shows no pictures; redirect it", .cannotCreate)
    }
    let inputs = isRecipePath(look) ? [FilePath(look)] : []
    guard try output == "-" || isWanted(FilePath(output), inputs) else { return }
    let module = FilePath(output).sibling("tintype.js".utf8)
    let writesModule = runtime && (try? readFile(module, atMost: 1 << 20)) != Array(webRuntime.utf8)
    let writesModuleToo = try writesModule && isWanted(module, inputs)
    let made = try content(configured, target, named: look)
    if output == "-" { return try reporting(on: "standard output") { () throws(ImageError) in try made.write(to: 1) } }
    try write(made, to: FilePath(output))
    if writesModuleToo { try write(.text(webRuntime), to: module) }
  }

  /// Whether an output is to be written; says so if not.
  private func isWanted(_ path: FilePath, _ inputs: [FilePath]) throws -> Bool {
    let isWanted = try reporting(on: path.description) { () throws(ImageError) in
      try ifExists.permits(path, from: inputs)
    }
    if !isWanted { StandardError.print(displayed(path.description), "exists, skipped") }
    return isWanted
  }

  /// Whether the output is passes rather than one shader.
  private var writesPasses: Bool { to == .shader(.glsl) && output?.hasSuffix(".json") == true }

  private func write(_ content: Content, to path: FilePath) throws {
    let outcome = try reporting(on: path.description) { () throws(ImageError) in
      try ifExists.write(path) { descriptor throws(ImageError) in
        try content.write(to: descriptor)
        return []
      }
    }
    if outcome == .skipped { StandardError.print(displayed(path.description), "exists, skipped") }
  }

  /// A file that is complete in memory.
  private enum Content {
    case table(ExportedTable)
    case text(String)

    func write(to descriptor: Int32) throws(ImageError) {
      switch self {
      case .table(let table): try table.write(to: descriptor)
      case .text(let text): try writeAll(Array(text.utf8), to: descriptor)
      }
    }
  }

  private func content(_ configured: ConfiguredLook, _ target: Target, named look: String) throws -> Content {
    let wanted: TableSize = size.map { .entries($0) } ?? maxError.map { .error($0) } ?? .usual
    do throws(ExportRefusal) {
      switch target {
      case .table(let table):
        return .table(
          try ExportedTable(ColorLook(configured, without: names(without)), to: table, for: `for`, size: wanted))
      case .shader where writesPasses:
        return .text(try ExportedPasses(configured, without: names(without), freezing: names(freeze)).json)
      case .shader(let shader):
        return .text(
          try ExportedShader(configured, to: shader, without: names(without), freezing: names(freeze)).text)
      }
    } catch {
      for line in error.lines { StandardError.print(displayed(look), line) }
      if case .obstacles = error, target == .shader(.glsl), !writesPasses {
        StandardError.print(displayed(look), "-o OUT.json writes all of the look, as passes")
      }
      throw status(of: error).exitCode
    }
  }

  private func names(_ lists: [String]) -> [String] {
    lists.flatMap { $0.split(separator: ",").map { $0.trimmingSpaces } }
  }

  private func status(of refusal: ExportRefusal) -> Status {
    switch refusal {
    case .obstacles: .data
    case .unknownName, .unknownParameter, .nothingToLeaveOut, .badSize: .usage
    case .errorRemains: .limit
    case .file(let error): Status(error.kind)
    }
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// What a look is exported to.
enum Target: ExpressibleByArgument, Equatable {
  case table(TableTarget)
  case shader(ShaderTarget)

  static let all = TableTarget.allCases.map(Target.table) + ShaderTarget.allCases.map(Target.shader)

  init?(argument: String) {
    guard let target = Self.all.first(where: { $0.name == argument }) else { return nil }
    self = target
  }

  static var allValueStrings: [String] { all.map(\.name) }

  var name: String {
    switch self {
    case .table(let target): target.rawValue
    case .shader(let target): target.rawValue
    }
  }

  var about: String {
    switch self {
    case .table(let target): target.about
    case .shader(let target): target.about
    }
  }
}

extension CubeReader: ExpressibleByArgument {}
