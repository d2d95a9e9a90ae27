import TintypeDiagnostics
import TintypeEditing
import TintypeJSON
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
    var wanted = Span(0, file.text.count)
    if let span {
      let (first, last) = (positions.line(of: span.start), positions.line(of: span.end))
      wanted = Span(positions.line(first).start, positions.offset(line: last + 1, character: 0))
    }
    let changes = lineChanges(from: file.text, to: new).filter {
      wanted.start <= $0.old.start && $0.old.end <= wanted.end
    }
    return .array(
      changes.joined.map {
        ["range": positions.range($0.old), "newText": .string(String(decoding: $0.new, as: UTF8.self))]
      })
  }
}

/// Whole lines that another text has in place of some lines.
struct LineChange: Equatable {
  /// The bytes of the old lines with their ends.
  var old: Span
  var new: ArraySlice<UInt8>
}

/// The lines in which a text and the same formatted differ, so that a cursor elsewhere stays.
///
/// Lines that differ in blanks alone correspond. What else changes ends where lines correspond again within
/// ``farthestMatch`` lines, so the time grows with the length of the text, whatever is in it.
func lineChanges(from old: [UInt8], to new: [UInt8]) -> [LineChange] {
  let (before, after) = (old.lines, new.lines)
  let (keys, newKeys) = (before.map(\.withoutBlanks), after.map(\.withoutBlanks))
  /// The next lines that correspond, or the ends of what is searched.
  func match(_ i: Int, _ j: Int) -> (Int, Int) {
    for distance in 1...farthestMatch {
      for ahead in 0...distance {
        let (i, j) = (i + ahead, j + distance - ahead)
        if i < keys.count, j < newKeys.count, !keys[i].isEmpty, keys[i] == newKeys[j] { return (i, j) }
      }
    }
    return (min(i + farthestMatch, keys.count), min(j + farthestMatch, newKeys.count))
  }
  func bytes(_ lines: [ArraySlice<UInt8>], _ range: Range<Int>, _ count: Int) -> Range<Int> {
    let start = range.lowerBound < lines.count ? lines[range.lowerBound].startIndex : count
    return start..<(range.isEmpty ? start : lines[range.upperBound - 1].endIndex)
  }
  var changes: [LineChange] = []
  var (i, j) = (0, 0)
  while i < before.count || j < after.count {
    var (nextI, nextJ) = (i + 1, j + 1)
    if i >= before.count || j >= after.count || keys[i] != newKeys[j] { (nextI, nextJ) = match(i, j) }
    let (gone, come) = (bytes(before, i..<nextI, old.count), bytes(after, j..<nextJ, new.count))
    if old[gone] != new[come] {
      changes.append(LineChange(old: Span(gone.lowerBound, gone.upperBound), new: new[come]))
    }
    (i, j) = (nextI, nextJ)
  }
  return changes
}

/// How many lines apart corresponding lines are looked for.
private let farthestMatch = 40

extension [LineChange] {
  /// The changes, which do not overlap.
  fileprivate var joined: [LineChange] {
    reduce(into: []) { joined, change in
      guard let last = joined.last, last.old.end == change.old.start else { return joined.append(change) }
      joined[joined.count - 1] = LineChange(old: last.old.union(change.old), new: last.new + change.new)
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var withoutBlanks: [UInt8] { filter { ![9, 10, 13, 32].contains($0) } }
}

extension [UInt8] {
  /// The lines with their ends.
  fileprivate var lines: [ArraySlice<UInt8>] {
    let starts = lineStarts() + [count]
    return zip(starts, starts.dropFirst()).map { self[$0..<$1] }.filter { !$0.isEmpty }
  }
}
