import ArgumentParser
import Tintype
import TintypeImage
import TintypeSystem

/// `tintype studio`
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio", abstract: "Open the studio: photos and looks in a page of the browser, live.",
    discussion: """
      Serves a page on this machine alone, at an address that holds a secret. What is saved is rendered as 'render' \
      does, into the folder of the album. Ends with Ctrl-C.
      """)

  @Argument(
    help: "The looks to offer (default: all that are shipped, and the recipes of the folder).",
    completion: Completions.looks)
  var looks: [String] = []

  @Option(help: ArgumentHelp("The photo to begin with.", valueName: "file"), completion: Completions.photos)
  var photo: String?

  @Option(
    help: ArgumentHelp("Where results go, and what the album lists (default: this folder).", valueName: "folder"),
    completion: .directory)
  var folder: String?

  @Option(help: "The port on 127.0.0.1 (default: one that is free).")
  var port: UInt16 = 0

  @Flag(help: "Only print the address, and open no browser.")
  var noOpen = false

  func validate() throws {
    if looks.contains(where: isExpression) {
      throw ValidationError("An expression has no text to edit; write it to a file, or begin with a shipped look.")
    }
    if port != 0, port < 1024 { throw ValidationError("--port is a number from 1024 to 65535.") }
  }

  func run() throws {
    for look in looks { _ = try RecipeLoading.look(RecipeLoading.source(named: look)) }
    if let photo { _ = try reporting(on: photo) { () throws(ImageError) in try openPicture(FilePath(photo)) } }
    if let folder, FileStatus(FilePath(folder))?.kind != .folder {
      throw failure(folder, "is no folder", .noInput)
    }
    var arguments = ["--port", "\(port)", "--threads", "\(availableProcessors())"] + (noOpen ? [] : ["--open"])
    if let photo { arguments += ["--photo", photo] }
    if let folder { arguments += ["--folder", folder] }
    let program = try studioProgram()
    replaceProgram(by: program, arguments + looks)
    throw failure(program, "cannot be started: \(String(cString: strerror(errno)))", .unavailable)
  }

  /// `tintype-studio` beside this program.
  private func studioProgram() throws -> String {
    let own = (try? followingLinks(FilePath("/proc/self/exe"))) ?? FilePath(CommandLine.arguments[0])
    let program = own.sibling("tintype-studio".utf8)
    guard fileExists(program) else {
      throw failure(
        program.description,
        "is not there; the studio is a separate program: install the package tintype-studio, or build it with "
          + "'swift build -c release --product tintype-studio'", .unavailable)
    }
    return program.description
  }
}

/// Replaces the process by another program; returns only on failure.
private func replaceProgram(by path: String, _ arguments: [String]) {
  var words = ([path] + arguments).map { strdup($0) } + [nil]
  defer { words.forEach { free($0) } }
  execv(path, &words)
}
