public import ArgumentParser
public import Tintype
import TintypeDrawing
import TintypeImage

extension RenderOptions.IfExists: ExpressibleByArgument {}

/// What to do when an output exists whose name other files know: it keeps it.
enum IfNameExists: String, CaseIterable, ExpressibleByArgument {
  case error, skip, overwrite

  /// The same among all choices.
  var policy: RenderOptions.IfExists {
    switch self {
    case .error: .error
    case .skip: .skip
    case .overwrite: .overwrite
    }
  }
}

extension RenderOptions.IfExists {
  /// Whether to write an output, checked before any work. Reports an existing output that is kept.
  func wants(_ output: FilePath, from inputs: [FilePath] = []) throws -> Bool {
    let isWanted = try reporting(on: output.description) { () throws(ImageError) in
      try permits(output, from: inputs)
    }
    if !isWanted { sayExists(output.description) }
    return isWanted
  }

  /// Writes an output; reports one that was created meanwhile and is kept.
  func writeAloud(_ output: FilePath, _ bytes: [UInt8]) throws {
    let outcome = try reporting(on: output.description) { () throws(ImageError) in try write(output, bytes) }
    if outcome == .skipped { sayExists(output.description) }
  }
}

/// Says that an output exists and is left as it is.
func sayExists(_ output: String) { StandardError.print(displayed(output), "exists, skipped") }

extension PictureFileType: ExpressibleByArgument {
  /// The formats that are written.
  public init?(argument: String) {
    guard let type = PictureFileType(named: argument), type.isWritable else { return nil }
    self = type
  }

  /// What help and completions list.
  public static var allValueStrings: [String] { writable.map(\.name) }
}

/// The options of every command that writes one picture.
struct OutputOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "Where the result goes: \(PictureFileType.outputEndings).", completion: .file())
  var output: String

  @OptionGroup var storage: StorageOptions
}

/// The options of every command that writes pictures.
struct StorageOptions: ParsableArguments {
  @Option(help: "Quality of JPEG, AVIF and JPEG XL, 1 to 100.")
  var quality = 95

  @Option(help: "What to do when the output exists: error, skip, overwrite, or rename to NAME-2.")
  var ifExists = RenderOptions.IfExists.error

  func validate() throws {
    guard (1...100).contains(quality) else { throw ValidationError("--quality is a number from 1 to 100.") }
  }
}

extension OutputOptions {
  /// Checks the output before any work.
  ///
  /// - Parameters:
  ///   - inputs: the photos from which it is made.
  ///   - looks: the looks through which it is made.
  /// - Returns: whether to write it; false, after a message, for an existing file that is kept.
  func isWanted(inputs: [String] = [], looks: [ConfiguredLook] = []) throws -> Bool {
    let (output, photos) = (FilePath(output), inputs.map { FilePath($0) })
    let isWanted = try reporting(on: nil, output: self.output) { () throws(ImageError) in
      let isWanted = try storage.ifExists.permits(output, from: photos)
      if storage.ifExists == .overwrite {
        for look in looks {
          for photo in photos { try look.requireNoFile(at: output, photo: photo) }
        }
      }
      return isWanted
    }
    if !isWanted { sayExists(self.output) }
    return isWanted
  }

  /// Writes a picture; one that was created meanwhile is skipped with a message.
  func write(_ picture: Bitmap) throws {
    let outcome = try reporting(on: nil, output: output) { () throws(ImageError) in
      try picture.write(to: FilePath(output), quality: storage.quality, ifExists: storage.ifExists)
    }
    if outcome == .skipped { sayExists(output) }
  }
}

/// Works on each of several files. Ends with the status of the first that failed, after all the others.
func forEach(_ files: [String], _ work: (String) throws -> Void) throws {
  var failure: ExitCode?
  for file in files {
    do { try work(file) } catch let code as ExitCode { failure = failure ?? code }
  }
  if let failure { throw failure }
}

/// A file's name in a message.
func displayed(_ name: String) -> String { name.isEmpty ? "''" : name.escapedForDisplay }

/// Prints in one line what is wrong with a file, and gives the exit status to end with.
func failure(_ file: String, _ message: String, _ status: Status) -> ExitCode {
  StandardError.print(displayed(file), message)
  return status.exitCode
}

/// Runs something that works on one file; a failure becomes one line that begins with the file, and an exit status.
func reporting<Result>(on file: String, _ body: () throws(ImageError) -> Result) throws -> Result {
  do throws(ImageError) {
    return try body()
  } catch {
    throw failure(file, error.messageWithWayOut, Status(error.kind))
  }
}

/// Runs something that works on files; a failure becomes one line that begins with the file concerned, and an exit
/// status.
func reporting<Result>(on input: String?, output: String, _ body: () throws(ImageError) -> Result) throws -> Result {
  _ = try reporting(on: output) { () throws(ImageError) in try PictureFileType(outputName: FilePath(output)) }
  do throws(ImageError) {
    return try body()
  } catch {
    let file = error.kind.concernsOutput ? output : input ?? output
    throw failure(file, error.messageWithWayOut, Status(error.kind))
  }
}

extension ImageError {
  /// The message, with the options that help.
  var messageWithWayOut: String {
    switch remedy {
    case .otherOutput: message + "; choose another name, or --if-exists overwrite, skip or rename"
    case .replacingInput: message + "; --in-place replaces photos by their results"
    case .renderingAgain: message + "; --if-exists skip passes over it, overwrite renders it once more"
    case .salvage: message + "; 'tintype render' with --on-corrupt salvage renders what is left of it"
    case .compressing: message + "; without --lossless the photo is rendered, and compressed again"
    case .moreMemory: message + "; --memory raises it"
    case .morePixels: message + "; --max-pixels raises it"
    case .toneMapping: message + "; --hdr tonemap of 'tintype render' maps it to that"
    case .decodingHere: message + "; --no-confine decodes here what has a good record"
    case .lessConfinement: message + "; drop --require-confinement to accept partial confinement"
    case .moreCost: message + "; --max-cost raises it"
    case .picture(let name): message + "; --picture \(name.escapedForDisplay)=FILE gives it"
    case nil: message
    }
  }
}
