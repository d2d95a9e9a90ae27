/// The lines written so far.
struct LineBuffer {
  private struct Line {
    var code: [UInt8] = []
    var width = 0
    var comment: [UInt8] = []
  }

  private var lines: [Line] = [Line()]
  private var indent = 0
  private var spaces = 0

  /// The column at which the next token would begin.
  var column: Int { lines[lines.count - 1].code.isEmpty ? indent : lines[lines.count - 1].width + spaces }

  /// Whether the last line ends in a comment, so that no token can follow on it.
  private(set) var endsInComment = false

  /// Whether nothing has been written.
  var isEmpty: Bool { lines.count == 1 && lineIsEmpty }

  private var lineIsEmpty: Bool { lines[lines.count - 1].code.isEmpty && lines[lines.count - 1].comment.isEmpty }

  /// Begins a line unless the last one is still empty.
  mutating func newLine(indent: Int) {
    if !lineIsEmpty { lines.append(Line()) }
    self.indent = indent
    spaces = 0
    endsInComment = false
  }

  /// Inserts a blank line before the next line, except at the top of the file.
  mutating func blankLine() {
    if isEmpty { return }
    lines.append(Line())
    if !lines[lines.count - 2].code.isEmpty || !lines[lines.count - 2].comment.isEmpty { lines.append(Line()) }
  }

  /// Adds spaces before the next token on this line.
  mutating func space(_ count: Int) { spaces += count }

  /// Appends a token.
  mutating func write(_ text: [UInt8], width: Int) {
    let last = lines.count - 1
    let room = lines[last].code.isEmpty ? indent : spaces
    lines[last].code += Array(repeating: UInt8(ascii: " "), count: room) + text
    lines[last].width += room + width
    spaces = 0
  }

  /// Writes a comment as a whole line.
  mutating func writeLine(comment: [UInt8]) {
    write(comment, width: 0)
    endsInComment = true
  }

  /// Appends a trailing comment to the last line. On a line without code it continues the comment above.
  mutating func append(comment: [UInt8]) {
    lines[lines.count - 1].comment = comment
    endsInComment = true
  }

  /// The text. Trailing comments of consecutive lines share a column, two spaces after the widest code.
  func text(lineEnd: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var column = 0
    for (index, line) in lines.enumerated() where !(index == lines.count - 1 && lineIsEmpty) {
      text += line.code
      if !line.comment.isEmpty {
        if index == 0 || lines[index - 1].comment.isEmpty { column = commentColumn(from: index) }
        text += Array(repeating: UInt8(ascii: " "), count: column - line.width) + line.comment
      }
      text += lineEnd
    }
    return text
  }

  private func commentColumn(from first: Int) -> Int {
    2 + (lines[first...].prefix { !$0.comment.isEmpty }.map { $0.width }.max() ?? 0)
  }
}
