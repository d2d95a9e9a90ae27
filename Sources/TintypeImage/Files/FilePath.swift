import TintypeDiagnostics
import TintypeSystem

/// A path as the system stores it: bytes, which need not be UTF-8.
public struct FilePath: Hashable, Sendable {
  /// The bytes without the closing zero; none of them is zero.
  public let bytes: [UInt8]

  /// A path of these bytes, up to the first zero.
  public init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes.prefix { $0 != 0 })
  }

  /// A path of the UTF-8 of `text`.
  public init(_ text: String) {
    self.init(bytes: text.utf8)
  }

  /// The part after the last slash.
  public var lastComponent: [UInt8] {
    bytes.lastIndex(of: slash).map { Array(bytes[($0 + 1)...]) } ?? bytes
  }

  /// The folder of the file: the part before the last slash, or `.`.
  public var folder: FilePath {
    guard let last = bytes.lastIndex(of: slash) else { return FilePath(".") }
    return last == 0 ? FilePath("/") : FilePath(bytes: bytes[..<last])
  }

  /// The path of a name in this folder.
  public func appending(_ name: some Sequence<UInt8>) -> FilePath {
    if bytes == Array(".".utf8) { return FilePath(bytes: Array(name)) }
    return FilePath(bytes: (bytes.last == slash ? bytes : bytes + [slash]) + Array(name))
  }

  /// The path of another name in the same folder.
  public func sibling(_ name: some Sequence<UInt8>) -> FilePath {
    FilePath(bytes: bytes.dropLast(lastComponent.count) + Array(name))
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

  /// Calls `body` with the path as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
  }

  /// Opens the file for this process alone, and calls again after a signal.
  ///
  /// - Parameter isInterrupted: called after a signal, which may end the wait for the writer of a pipe.
  /// - Returns: the descriptor; -1 on failure, with the reason in `errno`.
  func open(_ flags: Int32, isInterrupted: () -> Bool = { false }) -> Int32 {
    withCString { path in
      retrying(isInterrupted: isInterrupted) { systemOpen(path, flags | O_CLOEXEC, 0o666) }
    }
  }

  private var slash: UInt8 { UInt8(ascii: "/") }
}

extension FilePath: CustomStringConvertible, ExpressibleByStringLiteral {
  /// The path for messages: control characters are escaped, and invalid UTF-8 is replaced.
  public var description: String { String(decoding: bytes, as: UTF8.self).escapedForDisplay }

  /// A path of the UTF-8 of a literal.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

// The method above hides the function of the system.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}
