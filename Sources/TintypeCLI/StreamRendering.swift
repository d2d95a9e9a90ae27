import Tintype
import TintypeImage
import TintypeRender

/// Renders one photo or video between files and the standard streams, and reports it like one photo of a batch.
struct StreamRendering {
  /// A file, or `-` for standard input.
  let input: String
  /// A file, or `-` for standard output.
  let output: String
  let report: BatchReport

  /// The input in messages.
  var inputName: FilePath { FilePath(input == "-" ? "standard input" : input) }

  /// The output in messages.
  var outputName: FilePath { FilePath(output == "-" ? "standard output" : output) }

  /// - Parameters:
  ///   - what: what a terminal does not show.
  ///   - render: renders from the input to the output.
  func run(_ what: String, _ render: () -> Batch.Outcome) throws {
    if output == "-", StandardStreams.outputIsTerminal {
      throw failure(
        "standard output", "is a terminal, which shows no \(what); redirect it, or give a file to -o", .cannotCreate)
    }
    let outcome = render()
    if case .failed(let failure) = outcome, failure.error.kind == .interrupted { Interruption.endIfRequested() }
    report.add(inputName, outcome)
    report.end(isInterrupted: false)
    if let status = report.status { throw status }
  }

  /// Renders a photo.
  ///
  /// - Parameters:
  ///   - look: the look; a sidecar beside a file counts over it.
  ///   - memory: the most bytes that it may take.
  ///   - type: of standard output; nil for that of the photo.
  func run(
    _ look: ConfiguredLook, readsSidecars: Bool, _ options: RenderOptions, memory: Int, as type: PictureFileType?
  ) throws {
    try run("pictures") {
      do throws(PhotoFailure) {
        let budget = CompileBudget(memory: ByteCount(memory)) { Interruption.isRequested }
        let (look, remarks) =
          readsSidecars && input != "-" ? try look.withSidecar(of: inputName, within: budget) : (look, [])
        return Batch.Outcome(of: inputName, to: outputName) { () throws(ImageError) in
          try outcome(look, remarks, options, memory: memory, as: type)
        }
      } catch {
        return .failed(error)
      }
    }
  }

  private func outcome(
    _ look: ConfiguredLook, _ remarks: [String], _ options: RenderOptions, memory: Int, as type: PictureFileType?
  ) throws(ImageError) -> RenderOutcome {
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
    return .rendered(to: outputName, notes: remarks + notes)
  }
}
