import ArgumentParser
import Tintype
import TintypeImage

/// One photo from standard input, to standard output, or both.
struct StreamRendering {
  let look: ConfiguredLook
  let options: RenderOptions
  /// Of standard output; nil for that of the photo.
  let type: PictureFileType?

  func run(from input: String, to output: String, isQuiet: Bool) throws {
    if output == "-", StandardStreams.outputIsTerminal {
      StandardError.print(
        "standard output", "is a terminal, which shows no pictures; redirect it, or give a file to -o")
      throw Status.cannotCreate.exitCode
    }
    let temporary = StandardStreams.temporaryFolder
    let inputName = input == "-" ? "standard input" : input
    let outputName = output == "-" ? "standard output" : output
    var notes: [String] = []
    try reporting(on: inputName, outputName) { () throws(ImageError) in
      let isInterrupted: @Sendable () -> Bool = { Interruption.isRequested }
      // Lives until the photo is rendered: its path is that of an open file.
      let spool = input == "-" ? try Spool(reading: 0, in: temporary, isInterrupted: isInterrupted) : nil
      let path = spool?.path ?? FilePath(input)
      if output == "-" {
        notes = try renderPhoto(
          look, from: path, toStream: 1, as: type, temporaryFolder: temporary, options: options,
          isInterrupted: isInterrupted)
      } else {
        let outcome = try renderPhoto(
          look, from: path, to: FilePath(output), options: options, isInterrupted: isInterrupted)
        switch outcome {
        case .rendered(_, let remarks): notes = remarks
        case .skipped: if !isQuiet { StandardError.print(displayed(output), "exists, skipped") }
        }
      }
      withExtendedLifetime(spool) {}
    }
    if !isQuiet { for note in notes { StandardError.print(displayed(inputName), "note: \(note)") } }
  }
}
