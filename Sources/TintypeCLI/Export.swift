public import ArgumentParser
import Tintype
import TintypeColor
public import TintypeExport
import TintypeImage

/// `tintype export`
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a look for other programs: as a table of colors or a shader.",
    discussion: """
      A table holds what a look does to a color, and nothing of grain, place or neighbors; shaders hold all of a look, \
      as passes; DCTL holds grain and place, too, but no neighbors. What a target cannot hold is named with its place \
      in the text, and left out by --without. The head of a table states its error, measured against the render; that \
      of a shader what was tried.

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

  @OptionGroup var settings: ParameterOptions

  @OptionGroup var measuring: MeasuringOptions

  @Option(help: "The program that reads a .cube: \(CubeReader.allCases.map(\.rawValue).joined(separator: ", ")).")
  var `for` = CubeReader.any

  @Option(help: "The encoding of the colors that a table sees: s-log3, rec709, ...; otherwise srgb.")
  var inputSpace: InputSpace?

  @Option(help: "The encoding of the colors that a table makes; otherwise srgb.")
  var outputSpace: InputSpace?

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

  @Flag(help: "In a hook of libplacebo, leave parameters open, for versions newer than 4.208.")
  var parameters = false

  @Flag(help: "Write what runs the shaders beside them: tintype.js, tintype_wgpu.py, or a CIFilter in Swift.")
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
    if case .shader = to, inputSpace != nil || outputSpace != nil {
      throw ValidationError("--input-space and --output-space are about tables; shaders read and write sRGB.")
    }
    if case .table = to, !freeze.isEmpty { throw ValidationError("--freeze is about shaders.") }
    if case .table = to, parameters || runtime {
      throw ValidationError("--parameters and --runtime are about shaders.")
    }
    if case .shader(let shader) = to, let output,
      let mistake = shader.mistake(writing: output, hasRuntime: runtime, hasParameters: parameters)
    {
      throw ValidationError(mistake)
    }
  }

  func run() throws {
    guard !list, let look, let target = to, let output else {
      print(Target.all.map { [$0.name, $0.about] }.alignedColumns.joined(separator: "\n"))
      return
    }
    var configured = try settings.look(in: try RecipeLoading.source(named: look))
    try measuring.measure(&configured)
    if configured.measures {
      StandardError.print("note: what the look measures is written as numbers: \(measuring.origin)")
    }
    if output == "-", target == .table(.hald), StandardStreams.outputIsTerminal {
      throw failure("standard output", "is a terminal, which shows no pictures; redirect it", .cannotCreate)
    }
    let inputs = isRecipePath(look) ? [FilePath(look)] : []
    guard try output == "-" || ifExists.wants(FilePath(output), from: inputs) else { return }
    let made = try files(configured, target, named: look)
    if output == "-" {
      return try reporting(on: "standard output") { () throws(ImageError) in try made[0].content.write(to: 1) }
    }
    // An existing file with the same bytes is kept.
    let wanted = try made.filter { file in
      guard file.path != FilePath(output), case .text(let text) = file.content else { return true }
      if (try? readFile(file.path, atMost: 1 << 20)) == Array(text.utf8) { return false }
      return try ifExists.wants(file.path, from: inputs)
    }
    for file in wanted { try write(file.content, to: file.path) }
  }

  private func write(_ content: Content, to path: FilePath) throws {
    let outcome = try reporting(on: path.description) { () throws(ImageError) in
      try ifExists.write(path) { descriptor throws(ImageError) in
        try content.write(to: descriptor)
        return []
      }
    }
    if outcome == .skipped { sayExists(path.description) }
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

  /// The file, and with --runtime the one beside it.
  private func files(
    _ configured: ConfiguredLook, _ target: Target, named look: String
  ) throws -> [(path: FilePath, content: Content)] {
    let wanted: TableSize = size.map { .entries($0) } ?? maxError.map { .error($0) } ?? .usual
    let path = FilePath(output ?? "-")
    let (without, freeze) = (names(without), names(freeze))
    do throws(ExportRefusal) {
      switch target {
      case .table(let table):
        let look = try ColorLook(configured, from: inputSpace ?? .srgb, to: outputSpace ?? .srgb, without: without)
        let made = try ExportedTable(look, to: table, for: `for`, size: wanted)
        if let note = made.error.note { StandardError.print("note: \(note)") }
        return [(path, .table(made))]
      case .shader(let shader):
        let made = try shader.files(
          of: configured, writing: output ?? "-", without: without, freezing: freeze, hasRuntime: runtime,
          hasParameters: parameters)
        return made.map { file in
          switch file.place {
          case .output: (path, .text(file.text))
          case .named(let name): (path.sibling(name.utf8), .text(file.text))
          case .ending(let ending): (path.sibling(path.stem + ".\(ending)".utf8), .text(file.text))
          }
        }
      }
    } catch {
      for line in error.lines { StandardError.print(displayed(look), line) }
      if case .unsupported = error, case .shader(let shader) = target, let output,
        let way = shader.wayOut(writing: output)
      {
        StandardError.print(displayed(look), way)
      }
      throw status(of: error).exitCode
    }
  }

  private func names(_ lists: [String]) -> [String] {
    lists.flatMap { $0.split(separator: ",").map { $0.trimmingSpaces } }
  }

  private func status(of refusal: ExportRefusal) -> Status {
    switch refusal {
    case .unsupported: .data
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
