import Tintype
import TintypeImage

/// Renders one photo or film between files and the standard streams, and prints what there is to say about it.
struct StreamRendering {
  /// A file, or `-` for standard input.
  let input: String
  /// A file, or `-` for standard output.
  let output: String
  let isQuiet: Bool

  /// - Parameters:
  ///   - what: what a terminal does not show.
  ///   - render: renders from the input to the output.
  func run(_ what: String, _ render: () throws(ImageError) -> RenderOutcome) throws {
    if output == "-", StandardStreams.outputIsTerminal {
      StandardError.print(
        "standard output", "is a terminal, which shows no \(what); redirect it, or give a file to -o")
      throw Status.cannotCreate.exitCode
    }
    let name = input == "-" ? "standard input" : input
    let outcome = try reporting(on: name, output == "-" ? "standard output" : output, render)
    if isQuiet { return }
    switch outcome {
    case .rendered(_, let notes): for note in notes { StandardError.print(displayed(name), "note: \(note)") }
    case .skipped: StandardError.print(displayed(output), "exists, skipped")
    }
  }

  /// The look for the input with the sidecar beside it, and notes on that; a failure is printed.
  func look(for look: ConfiguredLook) throws -> (ConfiguredLook, [String]) {
    if input == "-" { return (look, []) }
    do throws(PhotoFailure) {
      return try look.withSidecar(of: FilePath(input))
    } catch {
      StandardError.print(displayed(error.file.description), error.error.messageWithWayOut)
      throw Status(error.error.kind).exitCode
    }
  }

  /// Renders a photo.
  ///
  /// - Parameters:
  ///   - look: the look, and notes on it.
  ///   - memory: the most bytes that it may take.
  ///   - type: of standard output; nil for that of the photo.
  func run(
    _ look: (ConfiguredLook, [String]), _ options: RenderOptions, memory: Int, as type: PictureFileType?
  ) throws {
    let (look, remarks) = look
    try run("pictures") { () throws(ImageError) in
      let isInterrupted: @Sendable () -> Bool = { Interruption.isRequested }
      let temporary = StandardStreams.temporaryFolder
      // Lives until the photo is rendered: its path is that of an open file.
      let spool = input == "-" ? try Spool(reading: 0, in: temporary, isInterrupted: isInterrupted) : nil
      defer { withExtendedLifetime(spool) {} }
      let path = spool?.path ?? FilePath(input)
      if output != "-" {
        return try renderPhoto(
          look, from: path, to: FilePath(output), options: options, memory: memory, isInterrupted: isInterrupted)
      }
      let notes = try renderPhoto(
        look, from: path, toStream: 1, as: type, temporaryFolder: temporary, options: options, memory: memory,
        isInterrupted: isInterrupted)
      return .rendered(to: FilePath(output), notes: remarks + notes)
    }
  }
}
