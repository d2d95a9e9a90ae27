import Tintype
import TintypeImage
import TintypeSyntax
import TintypeSystem

/// Standard input and output, named by `-`.
enum StandardStreams {
  /// The recipe that comes through standard input; beyond `limit` bytes the parser says that it is too large.
  static func recipe(atMost limit: Int = SyntaxLimits.fileBytes + 1) throws -> SourceFile {
    var text: [UInt8] = []
    while text.count < limit, let part = try readPart(), !part.isEmpty { text += part }
    return SourceFile(name: "standard input", text: text)
  }

  /// What has come through standard input; empty at its end, nil when a signal wants the program to end.
  static func readPart() throws -> [UInt8]? {
    try reporting(on: "standard input") { () throws(ImageError) -> [UInt8]? in
      do throws(ImageError) {
        return try readSome(from: 0, atMost: 1 << 16) { Interruption.isRequested }
      } catch  where error.kind == .interrupted {
        return nil
      }
    }
  }

  /// Whether reading from standard input would not wait.
  static var hasInput: Bool {
    var wanted = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) > 0
  }

  /// All bytes that come through standard input.
  static func bytes() throws(ImageError) -> [UInt8] {
    let spool = try Spool(reading: 0, in: temporaryFolder) { Interruption.isRequested }
    return try withExtendedLifetime(spool) { () throws(ImageError) in try readFile(spool.path, atMost: 1 << 30) }
  }

  /// The folder for temporary files.
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
    try reporting(on: "standard output") { () throws(ImageError) in try writeAll(bytes, to: 1) }
  }

  /// Writes what was printed; false where that fails.
  static func flush() -> Bool { fflush(nil) == 0 }
}

/// Standard error: everything but the result.
enum StandardError {
  /// Writes a line. A closed pipe is not an error.
  static func print(_ line: String) { write(line.hasSuffix("\n") ? line : line + "\n") }

  /// Writes without a line end.
  static func write(_ text: String) { try? writeAll(Array(text.utf8), to: 2) }

  /// Reports what went wrong with a file, in one line.
  static func print(_ file: String, _ message: String, isProgram: Bool = true) {
    print((isProgram ? "tintype: " : "") + "\(file): \(message)")
  }

  /// Whether it is a terminal that can clear a line.
  static var isTerminal: Bool {
    isatty(2) == 1 && getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
  }
}
