import TintypeDiagnostics

/// Why a picture could not be read or written.
///
/// The message is one sentence in lower case without a full stop and without the file's name, which the caller puts in
/// front. It holds no control characters, so that a hostile file cannot drive a terminal.
public struct ImageError: Error, Hashable, Sendable {
  /// What went wrong, coarse enough for an exit code.
  public enum Kind: CaseIterable, Hashable, Sendable {
    /// There is no such file or folder.
    case missing
    /// The file exists but cannot be opened or read.
    case unreadable
    /// The file breaks its format or ends early.
    case corrupt
    /// The file is legal, but of a variant that is not read.
    case unsupported
    /// The file is a picture in a format this build does not read.
    case formatNotBuiltIn
    /// The output exists and was not to be replaced.
    case exists
    /// The output cannot be created: its folder is missing or may not be written to.
    case cannotCreate
    /// Writing failed: the disk is full, the device went away.
    case io
    /// A limit on size, scans or memory is in the way.
    case limit
    /// The caller wanted to end.
    case interrupted

    /// Whether the output is at fault, and not an input.
    public var concernsOutput: Bool { self == .exists || self == .cannotCreate || self == .io }
  }

  /// The options by which the caller can continue; the caller words the advice.
  public enum Remedy: Hashable, Sendable {
    /// Another name, or permission to overwrite the file.
    case otherOutput
    /// Permission to overwrite the input.
    case replacingInput
    /// Permission to render a photo that is already a result.
    case renderingAgain
    /// The readable part of a damaged picture.
    case salvage
    /// Compressing the picture again, which is asked not to be.
    case compressing
    /// A higher limit on memory.
    case moreMemory
    /// A higher limit on pixels.
    case morePixels
    /// A higher limit on cycles a pixel.
    case moreCost
    /// Mapping light beyond white to what a screen shows.
    case toneMapping
    /// Decoding in this process.
    case decodingHere
    /// A confinement that lacks what the system lacks.
    case lessConfinement
    /// A file for a picture of the look.
    case picture(String)
  }

  /// What went wrong.
  public let kind: Kind

  /// One sentence for people.
  public let message: String

  /// The advice; nil if there is none.
  public let remedy: Remedy?

  /// An error whose message is cleaned of control characters.
  public init(_ kind: Kind, _ message: String, remedy: Remedy? = nil) {
    self.kind = kind
    self.message = message.escapedForDisplay
    self.remedy = remedy
  }

  /// That something has the output's name.
  public static let outputExists = ImageError(.exists, "exists already", remedy: .otherOutput)

  /// A result would replace its own input.
  public static let outputIsInput = ImageError(.exists, "is the input itself", remedy: .replacingInput)

  /// That the caller wanted to end.
  public static let interrupted = ImageError(.interrupted, "interrupted")
}

extension ImageError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
