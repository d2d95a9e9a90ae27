import ArgumentParser
import Tintype
import TintypeImage

/// The photo over which a look measures where none is rendered.
struct MeasuringOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The photo over which the look measures; without one these are the 256 grays.", valueName: "photo"),
    completion: .file())
  var measureFrom: String?

  /// Where the numbers come from, in a few words.
  var origin: String { measureFrom.map { "those of \($0)" } ?? "those of the 256 grays; --measure-from PHOTO measures" }

  /// For an option that says what is measured, where nothing is.
  static func nothing(_ look: ConfiguredLook, _ option: String) -> ExitCode {
    failure(option, "the look '\(look.look.name.escapedForDisplay)' measures nothing", .usage)
  }

  /// Measures the photo, where the look measures anything.
  func measure(_ look: inout ConfiguredLook) throws {
    guard let measureFrom else { return }
    guard look.measures else { throw Self.nothing(look, "--measure-from") }
    let photo = FilePath(measureFrom)
    let configured = look
    look = try reporting(on: photo.description) { () throws(ImageError) in try configured.measured(over: photo) }
  }
}
