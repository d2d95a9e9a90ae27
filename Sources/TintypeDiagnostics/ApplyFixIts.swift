/// The text of a file with the first way out of each diagnostic taken, as far as they do not touch each other.
///
/// - Returns: the new text and how many edits were made; 0 when there is nothing to take.
public func applyFixIts(of diagnostics: [Diagnostic], to file: SourceFile) -> (text: [UInt8], count: Int) {
  let edits = diagnostics.compactMap(\.fixIts.first).filter { $0.location.file.name == file.name }
  let sorted = edits.sorted {
    ($0.location.span.start, $0.location.span.end) < ($1.location.span.start, $1.location.span.end)
  }
  var text: [UInt8] = []
  var (position, count) = (0, 0)
  var last: Span?
  for edit in sorted {
    let span = edit.location.span
    // Two edits at one place are two opinions: the first one counts, the other is asked again afterward.
    guard span.start >= position, span != last else { continue }
    text += file.text[position..<span.start]
    text += Array(edit.replacement.utf8)
    (position, count, last) = (span.end, count + 1, span)
  }
  return (text + file.text[position...], count)
}
