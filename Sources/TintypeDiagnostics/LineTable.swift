/// The starts of the lines of a text, without its preamble. Converts an offset to a line and a column; an offset in the
/// preamble counts as the start of the text.
struct LineTable {
  private let text: [UInt8]
  private let starts: [Int]

  init(_ file: SourceFile) {
    text = file.text
    starts = file.text.lineStarts(from: file.preambleBytes)
  }

  /// The index of the line that holds an offset, from 0.
  func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The byte range of a line without its line end.
  func range(of line: Int) -> Range<Int> {
    starts[line]..<text.lineEnd(of: starts[line])
  }

  /// Line and column as an editor counts them, both from 1; a column is a Unicode scalar.
  func position(of offset: Int) -> (line: Int, column: Int) {
    let line = line(of: offset)
    let offset = max(offset, starts[0])
    return (line + 1, String(decoding: text[starts[line]..<offset], as: UTF8.self).unicodeScalars.count + 1)
  }
}

extension SourceLocation {
  /// Line and column where the span begins, both from 1; a column is a Unicode scalar.
  public var position: (line: Int, column: Int) { LineTable(file).position(of: span.start) }
}
