internal import CTintypeConfinement
import Synchronization

/// Which photos are decoded in a confined process.
///
/// Such a process reads the photo and nothing else: the kernel refuses it files, sockets, other programs, executable
/// memory and signals (Landlock and seccomp, on Linux), and bounds its memory and its time. A photo that takes it over
/// can send wrong pixels, and that is all.
public struct Confinement: Hashable, Sendable {
  /// The formats that are decoded there.
  public enum Scope: Hashable, Sendable {
    /// None, for a process that is confined itself.
    case nothing
    /// Those whose libraries have a poor record.
    case poorRecord
    /// All of them.
    case everything
  }

  /// The formats that are decoded there.
  public var scope: Scope

  /// Whether a kernel that cannot confine a process in full is refused. Otherwise what it can do has to do.
  public var isRequired: Bool

  /// Formats with a poor record, as far as the kernel can confine them.
  public init(_ scope: Scope = .poorRecord, isRequired: Bool = false) {
    (self.scope, self.isRequired) = (scope, isRequired)
  }

  /// What counts for photos that are opened without a word on it. A program sets it once, before it opens any.
  public static var standard: Confinement {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  private static let shared = Mutex(Confinement())

  /// The program that decodes. It stands beside the command, or beside the library that is linked.
  public static let program = "tintype-decode"

  /// Whether the program is where it is looked for.
  public static var hasProgram: Bool { programPath != nil }

  static var programPath: String? {
    var path = [CChar](repeating: 0, count: 4096)
    guard tt_find_program(program, &path, path.count) else { return nil }
    return path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }

  /// What this kernel lacks for confining a process, for a sentence; nil where it lacks nothing.
  public static var missing: String? { tt_available_confinement().missing }

  /// Throws unless photos can be decoded as wanted here.
  ///
  /// - Throws: `.formatNotBuiltIn` where the program or a part of the kernel is missing.
  public func check() throws(ImageError) {
    if scope == .everything, !Self.hasProgram {
      throw .missingDecoder("nothing can be decoded in confinement", .decodingHere)
    }
    if isRequired, let missing = Self.missing { throw .unconfined(missing) }
  }

  func applies(to codec: any ImageCodec) -> Bool {
    switch scope {
    case .nothing: false
    case .poorRecord: codec.hasPoorRecord
    case .everything: true
    }
  }
}

extension tt_confinement {
  var missing: String? {
    switch (landlock, seccomp) {
    case (true, true): nil
    case (false, true): "Landlock (Linux 5.13, switched on)"
    case (true, false): "seccomp filters"
    case (false, false): "Landlock (Linux 5.13, switched on) and seccomp filters"
    }
  }
}

extension ImageError {
  static func missingDecoder(_ consequence: String, _ remedy: Remedy? = nil) -> ImageError {
    ImageError(
      .formatNotBuiltIn,
      "\(consequence): the program \(Confinement.program) is missing, which stands beside tintype or its library",
      remedy: remedy)
  }

  static func unconfined(_ missing: String) -> ImageError {
    ImageError(
      .formatNotBuiltIn, "a decoder cannot be confined here: this system lacks \(missing)",
      remedy: .lessConfinement)
  }
}
