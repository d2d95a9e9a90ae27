import ArgumentParser
import Tintype
import TintypeImage

/// What to do when the output exists, as people write it.
enum IfExists: String, ExpressibleByArgument, CaseIterable {
  case error, skip, overwrite

  var policy: RenderOptions.IfExists {
    switch self {
    case .error: .error
    case .skip: .skip
    case .overwrite: .overwrite
    }
  }
}

/// The options of every command that writes one picture.
struct OutputOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "Where the result goes: .jpg, .jpeg or .png.")
  var output: String

  @Option(help: "JPEG quality, 1 to 100.")
  var quality = 95

  @Option(help: "What to do when the output exists: error, skip or overwrite.")
  var ifExists = IfExists.error

  func validate() throws {
    guard (1...100).contains(quality) else { throw ValidationError("--quality is a number from 1 to 100.") }
  }
}

/// Runs something that works on one file; a failure becomes one line that begins with the file, and an exit status.
func reporting(on file: String, _ body: () throws(ImageError) -> Void) throws {
  do throws(ImageError) {
    try body()
  } catch {
    StandardError.print(file.escapedForDisplay, error.message)
    throw Status(error.kind).exitCode
  }
}

/// Runs something that works on files; a failure becomes one line that begins with the file concerned, and an exit status.
func reporting(on input: String?, output: String, _ body: () throws(ImageError) -> Void) throws {
  var isAboutOutput = true
  do throws(ImageError) {
    _ = try PictureFileType(outputName: FilePath(output))
    isAboutOutput = input == nil
    try body()
  } catch {
    switch error.kind {
    case .exists, .cannotCreate, .io: isAboutOutput = true
    default: break
    }
    let way = error.message == "exists already" ? "; choose another name, or --if-exists overwrite or skip" : ""
    StandardError.print((isAboutOutput ? output : input ?? output).escapedForDisplay, error.message + way)
    throw Status(error.kind).exitCode
  }
}
