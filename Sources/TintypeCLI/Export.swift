public import ArgumentParser
import Tintype
public import TintypeExport
import TintypeImage

/// `tintype export`
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a look for other programs: as a table of colors.",
    discussion: """
      A table holds what a look does to a color, and nothing of grain, place or neighbors: these are named with their \
      places in the text, and left out by --without. The head of a file states its error, measured against the render.

      With --list, says what each target can hold.
      """)

  @Argument(help: RecipeLoading.lookHelp, completion: Completions.looks)
  var look: String?

  @Option(help: "The kind of file: \(TableTarget.allCases.map(\.rawValue).joined(separator: ", ")).")
  var to: TableTarget?

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
    if `for` != .any, to != .cube { throw ValidationError("--for is about .cube files.") }
  }

  func run() throws {
    guard !list, let look, let target = to, let output else {
      print(TableTarget.allCases.map { [$0.rawValue, $0.about] }.alignedColumns.joined(separator: "\n"))
      return
    }
    let configured = try parameters.look(in: try RecipeLoading.source(named: look))
    if output == "-", target == .hald, StandardStreams.outputIsTerminal {
      throw failure("standard output", "is a terminal, which shows no pictures; redirect it", .cannotCreate)
    }
    let path = FilePath(output)
    if output != "-" {
      let isWanted = try reporting(on: output) { () throws(ImageError) in
        try ifExists.permits(path, from: isRecipePath(look) ? [FilePath(look)] : [])
      }
      guard isWanted else { return StandardError.print(displayed(output), "exists, skipped") }
    }
    let table = try table(configured, target, named: look)
    if output == "-" { return try reporting(on: "standard output") { () throws(ImageError) in try table.write(to: 1) } }
    let outcome = try reporting(on: output) { () throws(ImageError) in
      try ifExists.write(path) { descriptor throws(ImageError) in
        try table.write(to: descriptor)
        return []
      }
    }
    if outcome == .skipped { StandardError.print(displayed(output), "exists, skipped") }
  }

  private func table(_ configured: ConfiguredLook, _ target: TableTarget, named look: String) throws -> ExportedTable {
    let names = without.flatMap { $0.split(separator: ",").map { $0.trimmingSpaces } }
    let wanted: TableSize = size.map { .entries($0) } ?? maxError.map { .error($0) } ?? .usual
    do throws(ExportRefusal) {
      return try ExportedTable(ColorLook(configured, without: names), to: target, for: `for`, size: wanted)
    } catch {
      for line in error.lines { StandardError.print(displayed(look), line) }
      throw status(of: error).exitCode
    }
  }

  private func status(of refusal: ExportRefusal) -> Status {
    switch refusal {
    case .obstacles: .data
    case .unknownName, .nothingToLeaveOut, .badSize: .usage
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

extension TableTarget: ExpressibleByArgument {}

extension CubeReader: ExpressibleByArgument {}
