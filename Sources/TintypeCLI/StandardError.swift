import TintypeSystem

/// Where everything goes that is not the result itself.
enum StandardError {
  /// Writes a line. A closed pipe is nobody's error.
  static func print(_ line: String) { write(line.hasSuffix("\n") ? line : line + "\n") }

  /// Writes without a line end.
  static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { systemWrite(2, $0.baseAddress, $0.count) }
      if written <= 0 { return }
      bytes = bytes.dropFirst(written)
    }
  }

  /// Reports what went wrong with a file, in one line.
  static func print(_ file: String, _ message: String, isProgram: Bool = true) {
    print((isProgram ? "tintype: " : "") + "\(file): \(message)")
  }

  /// Whether somebody watches a terminal that understands how to clear a line.
  static var isTerminal: Bool {
    isatty(2) == 1 && getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
  }
}

// The method above hides the system's function of the same name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
