public import TintypeImage

/// How a command ends, and why something failed; the numbers are those of `sysexits.h` where it has one.
public enum ExitStatus: Int32, Sendable {
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

  /// That of an error about a file.
  public init(_ kind: ImageError.Kind) {
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
}
