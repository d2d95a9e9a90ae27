/// The reason why a line of a program's text is malformed.
struct MalformedLine: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

/// Scans a line of a program's text: words, numbers, quoted strings, values.
struct LineScanner {
  private var rest: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) {
    rest = line
    skipSpace()
  }

  /// The next byte, or nil at the end.
  var peek: UInt8? { rest.first }

  var isAtEnd: Bool { rest.isEmpty }

  /// Whether a number follows. `inf` is a number; no keyword of the format parses as one.
  var beginsNumber: Bool {
    var ahead = self
    return (try? ahead.number()) != nil
  }

  /// A run of bytes up to a space, a quote or a colon.
  mutating func word() throws(MalformedLine) -> String {
    let word = rest.prefix { !" \":".utf8.contains($0) }
    guard !word.isEmpty else { throw MalformedLine("a word is missing") }
    rest = rest.dropFirst(word.count)
    skipSpace()
    return String(decoding: word, as: UTF8.self)
  }

  mutating func number() throws(MalformedLine) -> Double {
    let text = try word()
    guard let number = Double(text), !number.isNaN else { throw MalformedLine("'\(text)' is not a number") }
    return number
  }

  /// The index after a `%`.
  mutating func value() throws(MalformedLine) -> Int {
    let text = try word()
    guard text.hasPrefix("%"), let index = Int(text.dropFirst()), index >= 0 else {
      throw MalformedLine("'\(text)' is not a value such as %0")
    }
    return index
  }

  mutating func string() throws(MalformedLine) -> String {
    guard rest.first == UInt8(ascii: "\"") else { throw MalformedLine("a text in quotes is missing") }
    var bytes: [UInt8] = []
    var index = rest.startIndex + 1
    while index < rest.endIndex, rest[index] != UInt8(ascii: "\"") {
      if rest[index] == UInt8(ascii: "\\"), index + 1 < rest.endIndex {
        index += 1
        bytes.append(rest[index] == UInt8(ascii: "n") ? UInt8(ascii: "\n") : rest[index])
      } else {
        bytes.append(rest[index])
      }
      index += 1
    }
    guard index < rest.endIndex else { throw MalformedLine("a text in quotes does not end") }
    rest = rest[(index + 1)...]
    skipSpace()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Consumes a fixed word or sign.
  mutating func expect(_ text: String) throws(MalformedLine) {
    guard rest.starts(with: text.utf8) else { throw MalformedLine("'\(text)' is missing") }
    rest = rest.dropFirst(text.utf8.count)
    skipSpace()
  }

  func end() throws(MalformedLine) {
    guard isAtEnd else { throw MalformedLine("'\(String(decoding: rest, as: UTF8.self))' is too much") }
  }

  private mutating func skipSpace() { rest = rest.drop { $0 == UInt8(ascii: " ") } }
}
