import Tintype
import TintypeImage
import TintypeSyntax
import TintypeSystem

/// What `-` stands for where a file is named.
enum StandardStreams {
  /// The recipe that comes through standard input; beyond `limit` bytes the parser says that it is too large.
  static func recipe(atMost limit: Int = SyntaxLimits.fileBytes + 1) throws -> SourceFile {
    var text: [UInt8] = []
    while text.count < limit, let part = try readPart(), !part.isEmpty { text += part }
    return SourceFile(name: "standard input", text: text)
  }

  /// What has come through standard input; empty at its end, nil when a signal wants the program to end.
  static func readPart() throws -> [UInt8]? {
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = part.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
      let failure = errno
      if Interruption.isRequested { return nil }
      if count >= 0 { return Array(part[..<count]) }
      if failure == EINTR { continue }
      try reporting(on: "standard input") { () throws(ImageError) in
        throw ImageError(.unreadable, "cannot be read: \(String(cString: strerror(failure)))")
      }
    }
  }

  /// All bytes that come through standard input.
  static func bytes() throws(ImageError) -> [UInt8] {
    let spool = try Spool(reading: 0, in: temporaryFolder) { Interruption.isRequested }
    return try withExtendedLifetime(spool) { () throws(ImageError) in try readFile(spool.path, atMost: 1 << 30) }
  }

  /// Where files go that live as long as the program.
  static var temporaryFolder: FilePath {
    getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : FilePath($0) } ?? "/tmp"
  }

  static var outputIsTerminal: Bool { isatty(1) == 1 }

  /// Whether standard output is a terminal that may show color; see no-color.org.
  static var outputShowsColors: Bool {
    let refusal = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    return !refusal && outputIsTerminal
  }

  /// Writes to standard output as it is, without a line end of its own.
  static func write(_ bytes: [UInt8]) throws {
    guard let failure = writeAll(bytes, to: 1) else { return }
    try reporting(on: "standard output") { () throws(ImageError) in
      throw ImageError(.io, "cannot be written: \(String(cString: strerror(failure)))")
    }
  }

  /// Writes what was printed; false where that fails.
  static func flush() -> Bool { fflush(nil) == 0 }
}

/// Standard error: everything but the result.
enum StandardError {
  /// Writes a line. A closed pipe is nobody's error.
  static func print(_ line: String) { write(line.hasSuffix("\n") ? line : line + "\n") }

  /// Writes without a line end.
  static func write(_ text: String) { _ = writeAll(Array(text.utf8), to: 2) }

  /// Reports what went wrong with a file, in one line.
  static func print(_ file: String, _ message: String, isProgram: Bool = true) {
    print((isProgram ? "tintype: " : "") + "\(file): \(message)")
  }

  /// Whether it is a terminal that can clear a line.
  static var isTerminal: Bool {
    isatty(2) == 1 && getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
  }
}

/// Writes all bytes. Returns the number of the error that prevented it.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    if count <= 0 { return errno }
    rest = rest.dropFirst(count)
  }
  return nil
}
