import ArgumentParser
import Tintype
import TintypeLanguageServer

/// `tintype lsp`
struct LanguageServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp", abstract: "Serve an editor: the Language Server Protocol on standard input and output.",
    discussion: """
      An editor starts this itself; Documentation/Editors.md says how to set it up. Initialization options: "photo", \
      the path of the photo that previews show (else a drawn scene), and "previewEdge", their longer side in pixels.
      """)

  @Flag(help: "Accepted, as some editors give it: the protocol runs on standard input and output anyway.")
  var stdio = false

  func run() throws {
    Interruption.watch()
    let status = LanguageServer.serve(
      input: 0, output: 1, threads: availableProcessors(), temporaryFolder: StandardStreams.temporaryFolder
    ) { Interruption.isRequested }
    Interruption.endIfRequested()
    if status != 0 { throw ExitCode(status) }
  }
}
