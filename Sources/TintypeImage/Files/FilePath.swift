import TintypeDiagnostics
import TintypeSystem

/// A path as the system stores it: bytes, which need not be UTF-8.
///
/// No file has a name with a zero byte, so every call with such a path fails.
public struct FilePath: Hashable, Sendable {
  /// The bytes without the closing zero.
  public let bytes: [UInt8]

  /// The folder that it does not leave; nil for a path that leads anywhere.
  public let root: RootFolder?

  /// A path of these bytes.
  public init(bytes: some Sequence<UInt8>, below root: RootFolder? = nil) {
    (self.bytes, self.root) = (Array(bytes), root)
  }

  /// A path of the UTF-8 of `text`.
  public init(_ text: String, below root: RootFolder? = nil) {
    self.init(bytes: text.utf8, below: root)
  }

  /// Whether it begins at the root of the file system.
  public var isAbsolute: Bool { bytes.first == slash }

  /// The path from the root of the file system, without `.` and `..`; links are not followed.
  public var absolute: FilePath {
    var whole = bytes
    if !isAbsolute, let folder = getcwd(nil, 0) {
      defer { free(folder) }
      whole = Array(String(cString: folder).utf8) + [slash] + bytes
    }
    var components: [ArraySlice<UInt8>] = []
    for component in whole.split(separator: slash) where !component.elementsEqual(".".utf8) {
      if component.elementsEqual("..".utf8) { _ = components.popLast() } else { components.append(component) }
    }
    return FilePath(bytes: components.isEmpty ? [slash] : components.flatMap { [slash] + $0 }, below: root)
  }

  /// The part after the last slash.
  public var lastComponent: [UInt8] {
    bytes.lastIndex(of: slash).map { Array(bytes[($0 + 1)...]) } ?? bytes
  }

  /// The folder of the file: the part before the last slash, or `.`.
  public var folder: FilePath {
    guard let last = bytes.lastIndex(of: slash) else { return FilePath(".", below: root) }
    return FilePath(bytes: bytes[..<max(last, 1)], below: root)
  }

  /// The path of a name in this folder.
  public func appending(_ name: some Sequence<UInt8>) -> FilePath {
    if bytes == Array(".".utf8) { return FilePath(bytes: name, below: root) }
    return FilePath(bytes: (bytes.last == slash ? bytes : bytes + [slash]) + Array(name), below: root)
  }

  /// The path of another name in the same folder.
  public func sibling(_ name: some Sequence<UInt8>) -> FilePath {
    FilePath(bytes: bytes.dropLast(lastComponent.count) + Array(name), below: root)
  }

  /// The path with more behind it: `photo.jpg.xmp`.
  public func appendingToName(_ text: some Sequence<UInt8>) -> FilePath {
    FilePath(bytes: bytes + Array(text), below: root)
  }

  /// The last component up to its last dot: `photo` of `a/photo.jpg`, `.hidden` of `.hidden`.
  public var stem: [UInt8] {
    let name = lastComponent
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    return Array(name[..<dot])
  }

  /// The part of the last component after its last dot; empty without one.
  public var fileExtension: [UInt8] { Array(lastComponent.dropFirst(stem.count + 1)) }

  /// The path with a number behind the stem: `photo-2.jpg`.
  func numbered(_ number: Int) -> FilePath { appendingToStem("-\(number)".utf8) }

  /// The path with more behind the stem: `photo-heic.jpg`.
  public func appendingToStem(_ text: some Sequence<UInt8>) -> FilePath {
    sibling(stem + Array(text) + lastComponent.dropFirst(stem.count))
  }

  /// What stands behind the root's path; all of it without a root.
  public var bytesBelowRoot: [UInt8] { root?.relative(self).map(Array.init) ?? bytes }

  /// Makes a system call with the path, as a folder's descriptor and a name from there. Every call with a path comes
  /// through here.
  ///
  /// - Returns: what `body` returns; -1 for a path that leads out of its root, or has a zero byte. The reason is in
  ///   `errno`.
  func call<Result: SignedInteger>(_ body: (_ folder: Int32, _ name: UnsafePointer<CChar>) -> Result) -> Result {
    guard !bytes.contains(0) else {
      errno = EILSEQ
      return -1
    }
    return root.map { $0.call(self, body) } ?? withName(bytes[...]) { body(AT_FDCWD, $0) }
  }

  /// What the system says of the file.
  ///
  /// - Parameter followsLink: whether it is the file that a link leads to; below a root no link is followed.
  func status(followsLink: Bool) -> stat? {
    var status = stat()
    let flags = followsLink && root == nil ? 0 : AT_SYMLINK_NOFOLLOW
    return call { fstatat($0, $1, &status, flags) } == 0 ? status : nil
  }

  /// Whether the system refuses the path because of its length.
  public var isTooLong: Bool { status(followsLink: true) == nil && errno == ENAMETOOLONG }

  /// Removes the name of a file.
  func unlink() { _ = call { unlinkat($0, $1, 0) } }

  /// Opens the file for this process alone, and calls again after a signal.
  ///
  /// - Parameter isInterrupted: called after a signal, which may end the wait for the writer of a pipe.
  /// - Returns: the descriptor; -1 on failure, with the reason in `errno`.
  func open(_ flags: Int32, isInterrupted: () -> Bool = { false }) -> Int32 {
    let flags = flags | O_CLOEXEC
    return call { folder, name in
      root == nil
        ? retrying(isInterrupted: isInterrupted) { openat(folder, name, flags, 0o666) }
        : RootFolder.opened(name, in: folder, flags, isInterrupted: isInterrupted)
    }
  }

  private var slash: UInt8 { UInt8(ascii: "/") }
}

extension FilePath {
  /// The path as records for other programs have it: as it is, but that invalid UTF-8 is replaced.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension FilePath: CustomStringConvertible, ExpressibleByStringLiteral {
  /// The path for messages: control characters are escaped, and invalid UTF-8 is replaced.
  public var description: String { text.escapedForDisplay }

  /// A path of the UTF-8 of a literal.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}
