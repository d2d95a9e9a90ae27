import TintypeDiagnostics
import TintypeFormatter
import TintypeSyntax

extension LanguageServer {
  /// The whole text, or the lines of a range.
  func format(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let analysis = try analysis(parameters)
    return analysis.formatting(within: analysis.positions.span(parameters["range"]))
  }

  /// The declaration that a brace or a line end has finished.
  func formatOnType(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let (analysis, offset) = try place(parameters)
    let character = parameters["ch"]?.text
    let place = character == "\n" ? analysis.tree.token(before: offset)?.span.end ?? offset : offset
    let nodes = analysis.tree.nodes(around: place)
    guard nodes.count > 1 else { return [] }
    return analysis.formatting(within: nodes[1].span)
  }
}

extension Analysis {
  /// The edits that format the lines of a span, or all; none where the text has syntax errors.
  func formatting(within span: Span?) -> JSONValue {
    let new = formatted(tree)
    guard new != file.text else { return [] }
    let changes = lineChanges(from: file.text, to: new)
    let wanted = span.map { positions.line(of: $0.start)...positions.line(of: $0.end) } ?? 0...positions.lineCount
    return .array(
      changes.filter { wanted.lowerBound <= $0.old.lowerBound && $0.old.upperBound <= wanted.upperBound + 1 }.map {
        [
          "range": [
            "start": ["line": JSONValue($0.old.lowerBound), "character": 0],
            "end": ["line": JSONValue($0.old.upperBound), "character": 0],
          ],
          "newText": .string($0.new),
        ]
      })
  }
}

/// A run of lines that another text has in place of some lines.
struct LineChange {
  let old: Range<Int>
  let new: String
}

/// The lines in which two texts differ, so that a cursor elsewhere stays.
func lineChanges(from old: [UInt8], to new: [UInt8]) -> [LineChange] {
  let (before, after) = (old.lines, new.lines)
  let difference = after.difference(from: before)
  let removed = Set(difference.removals.map(\.offset))
  let inserted = Set(difference.insertions.map(\.offset))
  var changes: [LineChange] = []
  var (i, j) = (0, 0)
  while i < before.count || j < after.count {
    if !removed.contains(i), !inserted.contains(j), i < before.count, j < after.count {
      (i, j) = (i + 1, j + 1)
      continue
    }
    let start = i
    var text: [UInt8] = []
    while removed.contains(i) { i += 1 }
    while inserted.contains(j) {
      text += after[j]
      j += 1
    }
    guard start < i || !text.isEmpty else { break }
    changes.append(LineChange(old: start..<i, new: String(decoding: text, as: UTF8.self)))
  }
  return changes
}

extension [UInt8] {
  /// The lines with their ends.
  fileprivate var lines: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(self[start...index])
      start = index + 1
    }
    if start < count { lines.append(self[start...]) }
    return lines
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
