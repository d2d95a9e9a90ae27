import ArgumentParser
import TintypeImage

/// What the program's exit status says; the numbers are those of `sysexits.h` where it has one.
enum Status: Int32 {
  /// A command line that cannot be understood.
  case usage = 64
  /// A recipe with errors, or a damaged input.
  case data = 65
  /// An input that is missing or cannot be read.
  case noInput = 66
  /// A file format or processor that this build does not serve.
  case unavailable = 69
  /// An output that exists or cannot be created.
  case cannotCreate = 73
  /// The disk failed while writing.
  case io = 74
  /// A limit is in the way.
  case limit = 75
  /// Ctrl-C. The program ends by the signal itself, so this is seen only where that fails.
  case interrupted = 130

  init(_ kind: ImageError.Kind) {
    switch kind {
    case .missing, .unreadable: self = .noInput
    case .corrupt, .unsupported: self = .data
    case .formatNotBuiltIn: self = .unavailable
    case .exists, .cannotCreate: self = .cannotCreate
    case .io: self = .io
    case .limit: self = .limit
    case .interrupted: self = .interrupted
    }
  }

  var exitCode: ExitCode { ExitCode(rawValue) }
}

/// Ends the program at once.
func endProgram(_ status: Status) -> Never { TintypeCommand.exit(withError: status.exitCode) }
