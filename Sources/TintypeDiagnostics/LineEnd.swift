extension UInt8 {
  /// Whether the byte is a line end or a part of one: `\n`, `\r\n` and `\r` end a line, as in every editor.
  ///
  /// So `\r\r\n` is two line ends with an empty line between them.
  @inlinable public var endsLine: Bool { self == 0x0A || self == 0x0D }
}

extension [UInt8] {
  /// The length of the line end at an offset; nil where none begins.
  @inlinable public func lineEndLength(at offset: Int) -> Int? {
    guard offset < count, self[offset].endsLine else { return nil }
    return self[offset] == 0x0D && offset + 1 < count && self[offset + 1] == 0x0A ? 2 : 1
  }

  /// The offset behind the last line end before an offset.
  public func lineStart(of offset: Int) -> Int { (self[..<offset].lastIndex { $0.endsLine } ?? -1) + 1 }

  /// The offset of the first line end from an offset on, or of the end of the text.
  public func lineEnd(of offset: Int) -> Int { self[offset...].firstIndex { $0.endsLine } ?? count }

  /// The offsets where lines begin, the first at an offset.
  public func lineStarts(from start: Int = 0) -> [Int] {
    var starts = [start]
    for index in start..<count where self[index].endsLine {
      // The first half of `\r\n` ends no line.
      if lineEndLength(at: index) == 1 { starts.append(index + 1) }
    }
    return starts
  }

  /// The line end that the text uses: that of its first line, or `\n`.
  ///
  /// A `\r` alone counts only where no line ends in `\n`: in other texts it is damage.
  public var lineEnd: String {
    guard let end = firstIndex(of: 0x0A) else { return contains(0x0D) ? "\r" : "\n" }
    return end > 0 && self[end - 1] == 0x0D ? "\r\n" : "\n"
  }
}

extension Unicode.Scalar {
  /// Whether the character ends a line in some editors and in none of the languages that Tintype reads: U+0085, U+2028
  /// and U+2029.
  public var isForeignLineEnd: Bool { ["\u{85}", "\u{2028}", "\u{2029}"].contains(self) }
}
