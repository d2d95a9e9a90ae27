public import ArgumentParser
import Tintype
import TintypeColor
public import TintypeExport
import TintypeImage

/// `tintype export`
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a look for other programs: as a table of colors or a shader.",
    discussion: """
      A table holds what a look does to a color, and nothing of grain, place or neighbors; shaders hold all of a look, \
      as passes; DCTL holds grain and place, too, and few neighbors. What a target cannot hold is named with its place \
      in the text, and left out by --without. The head of a table states its error, measured against the render; that \
      of a shader what was tried.

      With --list, says what each target can hold.
      """)

  @Argument(help: RecipeLoading.lookHelp, completion: Completions.looks)
  var look: String?

  @Option(help: "The kind of file.")
  var to: ExportTarget?

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

  @Option(help: "Take the first of the usual sizes whose largest error is no larger, in 255ths.")
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
    if let to, let mistake = to.mistake(options) { throw ValidationError(mistake) }
  }

  private var options: ExportOptions {
    var options = ExportOptions()
    (options.output, options.without, options.frozen) = (output ?? "-", names(without), names(freeze))
    (options.reader, options.spaces) = (`for`, (inputSpace, outputSpace))
    options.size = size.map { .entries($0) } ?? maxError.map { .error($0) } ?? .usual
    (options.hasParameters, options.hasRuntime) = (parameters, runtime)
    return options
  }

  func run() throws {
    guard !list, let look, let target = to, let output else {
      print(ExportTarget.allCases.map { $0.columns }.alignedColumns.joined(separator: "\n"))
      return
    }
    var configured = try settings.look(in: try RecipeLoading.source(named: look))
    try measuring.measure(&configured)
    if configured.measures {
      StandardError.print("note: what the look measures is written as numbers: \(measuring.origin)")
    }
    if output == "-", target == .hald, StandardStreams.outputIsTerminal {
      throw failure("standard output", "is a terminal, which shows no pictures; redirect it", .cannotCreate)
    }
    let inputs = isRecipePath(look) ? [FilePath(look)] : []
    guard try output == "-" || ifExists.wants(FilePath(output), from: inputs) else { return }
    try reporting(on: output) { () throws(ImageError) in try configured.requireNoFile(at: FilePath(output)) }
    let made = try files(configured, target, named: look)
    if output == "-" {
      return try reporting(on: "standard output") { () throws(ImageError) in try made[0].file.write(to: 1) }
    }
    // An existing file with the same bytes is kept.
    let wanted = try made.filter { file in
      guard file.path != FilePath(output), case .text(let text) = file.file.content else { return true }
      if (try? readFile(file.path, atMost: 1 << 20)) == Array(text.utf8) { return false }
      try reporting(on: file.path.description) { () throws(ImageError) in try configured.requireNoFile(at: file.path) }
      return try ifExists.wants(file.path, from: inputs)
    }
    for file in wanted { try write(file.file, to: file.path) }
  }

  private func write(_ file: ExportedFile, to path: FilePath) throws {
    let outcome = try reporting(on: path.description) { () throws(ImageError) in
      try ifExists.write(path) { descriptor throws(ImageError) in
        try file.write(to: descriptor)
        return []
      }
    }
    if outcome == .skipped { sayExists(path.description) }
  }

  /// The file, and with --runtime the one beside it.
  private func files(
    _ configured: ConfiguredLook, _ target: ExportTarget, named look: String
  ) throws -> [(path: FilePath, file: ExportedFile)] {
    let path = FilePath(output ?? "-")
    do throws(ExportRefusal) {
      return try target.files(of: configured, options).map { file in
        if case .table(let table) = file.content, let note = table.error.note { StandardError.print("note: \(note)") }
        switch file.place {
        case .output: return (path, file)
        case .named(let name): return (path.sibling(name.utf8), file)
        case .ending(let ending): return (path.sibling(path.stem + ".\(ending)".utf8), file)
        }
      }
    } catch {
      for line in error.lines { StandardError.print(displayed(look), line) }
      if case .unsupported = error, let way = target.wayOut(options) { StandardError.print(displayed(look), way) }
      throw status(of: error).exitCode
    }
  }

  private func names(_ lists: [String]) -> [String] {
    lists.flatMap { $0.split(separator: ",").map { $0.trimmingSpaces } }
  }

  private func status(of refusal: ExportRefusal) -> Status {
    switch refusal {
    case .unsupported, .declaresInput: .data
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

extension ExportTarget: ExpressibleByArgument {}
extension CubeReader: ExpressibleByArgument {}
