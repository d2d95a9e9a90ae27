/// One recipe text with the name it is reported under.
///
/// Offsets everywhere in the compiler are UTF-8 byte offsets into ``text``; only a rendered diagnostic has lines
/// and columns.
public struct SourceFile: Sendable, Hashable {
  /// Stored in one object, so that a location, of which there are thousands, copies one reference.
  private final class Content: Sendable {
    let name: String
    let text: [UInt8]
    let preambleBytes: Int

    init(_ name: String, _ text: [UInt8], preambleBytes: Int) {
      (self.name, self.text, self.preambleBytes) = (name, text, preambleBytes)
    }
  }

  private let content: Content

  /// The name a diagnostic prints after `-->`: a path as the user gave it, or a library file's name.
  public var name: String { content.name }

  /// The whole text as UTF-8.
  public var text: [UInt8] { content.text }

  /// Makes a source file from UTF-8 bytes.
  public init(name: String, text: [UInt8]) { content = Content(name, text, preambleBytes: 0) }

  /// Makes a source file from a string.
  public init(name: String, text: String) {
    self.init(name: name, text: Array(text.utf8))
  }

  /// Makes a source file of a text before which something stands that nobody wrote.
  ///
  /// Lines, columns and offsets that people see count from the end of the preamble.
  public init(name: String, preamble: String, text: String) {
    content = Content(name, Array((preamble + text).utf8), preambleBytes: preamble.utf8.count)
  }

  /// The size of the part of ``text`` that nobody wrote.
  var preambleBytes: Int { content.preambleBytes }

  /// The text as it was written, without a preamble.
  public var writtenText: String { String(decoding: text[preambleBytes...], as: UTF8.self) }

  /// Whether names and texts are equal.
  public static func == (a: SourceFile, b: SourceFile) -> Bool {
    a.content === b.content || (a.name == b.name && a.text == b.text)
  }

  /// Hashes the name alone: there are thousands of locations, and a text may be long.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The text between two byte offsets, with invalid UTF-8 replaced.
  public func text(in span: Span) -> String {
    String(decoding: text[span.start..<span.end], as: UTF8.self)
  }
}

/// A half-open range of UTF-8 byte offsets in one source file.
public struct Span: Sendable, Hashable {
  /// Offset of the first byte.
  public let start: Int

  /// Offset after the last byte; equal to ``start`` for a place between two bytes.
  public let end: Int

  /// Makes a span from two offsets, `start <= end`.
  public init(_ start: Int, _ end: Int) {
    precondition(start <= end, "a span ends before it starts")
    self.start = start
    self.end = end
  }

  /// The smallest span that covers both.
  public func union(_ other: Span) -> Span {
    Span(min(start, other.start), max(end, other.end))
  }
}

/// A span together with the file it lies in.
public struct SourceLocation: Sendable, Hashable {
  /// The file.
  public let file: SourceFile

  /// The place in it.
  public let span: Span

  /// Makes a location.
  public init(_ file: SourceFile, _ span: Span) {
    self.file = file
    self.span = span
  }
}
