#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where everything goes that is not the result itself.
enum StandardError {
  /// Writes a line. A closed pipe is nobody's error.
  static func print(_ line: String) {
    var bytes = Array((line.hasSuffix("\n") ? line : line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      if written <= 0 { return }
      bytes = bytes.dropFirst(written)
    }
  }

  /// Reports what went wrong with a file, in one line.
  static func print(_ file: String, _ message: String) { print("tintype: \(file): \(message)") }
}
