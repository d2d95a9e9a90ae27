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
    if let measureFrom { look = try Self.measured(look, over: measureFrom) }
  }

  /// The look with what it measures over a photo.
  static func measured(
    _ look: ConfiguredLook, over photo: String, limits: PictureLimits = PictureLimits()
  ) throws -> ConfiguredLook {
    guard look.measures else { throw nothing(look, "--measure-from") }
    return try reporting(on: photo) { () throws(ImageError) in
      try look.measured(over: FilePath(photo), limits: limits)
    }
  }
}
