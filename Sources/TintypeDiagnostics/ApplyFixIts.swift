/// Applies fix-its until none is left that may be applied and adds no error.
///
/// After every round the text is checked again. A round that adds an error is undone, and its fixes are then tried one
/// at a time.
///
/// - Parameters:
///   - source: the text to begin with.
///   - mayApply: whether a fix may be applied at all.
///   - check: gives the diagnostics of a text.
/// - Returns: the new text, its diagnostics, and how many edits were made.
public func applyFixIts(
  to source: SourceFile, where mayApply: (Diagnostic.FixIt) -> Bool = { $0.applicability == .safe },
  check: (SourceFile) -> [Diagnostic]
) -> (source: SourceFile, diagnostics: [Diagnostic], count: Int) {
  var (source, diagnostics, count) = (source, check(source), 0)
  var seen: Set = [source.text]
  var failed: Set<[UInt8]> = []

  /// Makes the edits if they add no error and lead to a new text.
  func apply(_ edits: [Diagnostic.FixIt]) -> Bool {
    let text = source.text(with: edits)
    guard !seen.contains(text), !failed.contains(text) else { return false }
    let edited = SourceFile(name: source.name, text: text)
    let after = check(edited)
    guard after.hasNoNewError(beside: diagnostics) else {
      failed.insert(text)
      return false
    }
    seen.insert(text)
    (source, diagnostics, count) = (edited, after, count + edits.count)
    return true
  }

  while seen.count < mostRounds {
    let edits = diagnostics.compactMap { $0.fixIts.first(where: mayApply) }.disjoint(in: source)
    guard apply(edits) || edits.count > 1 && edits.contains(where: { apply([$0]) }) else { break }
  }
  return (source, diagnostics, count)
}

/// The largest number of rounds. One fix may make another possible.
private let mostRounds = 1000

extension [Diagnostic] {
  /// Whether no error occurs more often than before, wherever it is.
  fileprivate func hasNoNewError(beside before: [Diagnostic]) -> Bool {
    let known = before.errorCounts
    return errorCounts.allSatisfy { $0.value <= known[$0.key, default: 0] }
  }

  private var errorCounts: [String: Int] {
    filter { $0.severity == .error }.reduce(into: [:]) { $0["\($1.code) \($1.message)", default: 0] += 1 }
  }
}

extension [Diagnostic.FixIt] {
  /// The edits of one file in the order of the text, without those that overlap an earlier one. Of two edits at one
  /// place the first is made; the next round decides about the other.
  fileprivate func disjoint(in source: SourceFile) -> [Diagnostic.FixIt] {
    let sorted = filter { $0.location.file == source }.enumerated().sorted {
      let (a, b) = ($0.element.location.span, $1.element.location.span)
      return (a.start, a.end, $0.offset) < (b.start, b.end, $1.offset)
    }
    var kept: [Diagnostic.FixIt] = []
    for (_, edit) in sorted {
      let (span, last) = (edit.location.span, kept.last?.location.span)
      if last.map({ span.start >= $0.end && span != $0 }) ?? true { kept.append(edit) }
    }
    return kept
  }
}

extension SourceFile {
  /// The text with edits made. They are in the order of the text and do not overlap.
  fileprivate func text(with edits: [Diagnostic.FixIt]) -> [UInt8] {
    var (text, position): ([UInt8], Int) = ([], 0)
    for edit in edits {
      let span = edit.location.span
      text += self.text[position..<span.start] + Array(edit.replacement.utf8)
      position = span.end
    }
    return text + self.text[position...]
  }
}
