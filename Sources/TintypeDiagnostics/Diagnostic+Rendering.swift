extension Diagnostic {
  /// The diagnostic as a person reads it: message, place, the line with carets, related places, notes and fix-its.
  ///
  /// Control characters and bidirectional overrides are escaped, and long lines are cut around the place, so that a
  /// hostile recipe cannot control the terminal.
  public var rendered: String {
    var out = "\(severity.rawValue)[\(code)]: \(message.escapedForDisplay)\n"
    out += snippet(at: primary.location, remark: primary.text, marker: "^")
    for label in related {
      out += "note: \(label.text.escapedForDisplay)\n"
      out += snippet(at: label.location, remark: "", marker: "-")
    }
    for note in notes { out += "note: \(note.escapedForDisplay)\n" }
    for fixIt in fixIts {
      out += "help: \(fixIt.text.escapedForDisplay)\n"
      out += edited(fixIt)
    }
    return out
  }

  private func snippet(at location: SourceLocation, remark: String, marker: Character) -> String {
    let table = LineTable(location.file)
    let (line, column) = table.position(of: location.span.start)
    let range = table.range(of: line - 1)
    let start = min(max(location.span.start, range.lowerBound), range.upperBound)
    let shown = DisplayLine(location.file, range, from: start, to: min(max(location.span.end, start), range.upperBound))
    let gutter = String(repeating: " ", count: String(line).count)
    let carets = String(repeating: marker, count: max(1, shown.marked.count))
    let tail = remark.isEmpty ? "" : " " + remark.escapedForDisplay
    return """
      \(gutter)--> \(location.file.name.escapedForDisplay):\(line):\(column)
      \(gutter) |
      \(line) | \(shown.before)\(shown.marked)\(shown.after)
      \(gutter) | \(String(repeating: " ", count: shown.before.count))\(carets)\(tail)

      """
  }

  private func edited(_ fixIt: FixIt) -> String {
    let file = fixIt.location.file
    let table = LineTable(file)
    let line = table.line(of: fixIt.location.span.start)
    let range = table.range(of: line)
    let span = fixIt.location.span
    guard span.start >= range.lowerBound, span.end <= range.upperBound else { return "" }
    let text =
      file.text(in: Span(range.lowerBound, span.start)) + fixIt.replacement
      + file.text(in: Span(span.end, range.upperBound))
    let gutter = String(repeating: " ", count: String(line + 1).count)
    let lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }.prefix(6)
    guard lines.allSatisfy({ $0.utf8.count <= DisplayLine.widest }) else { return "" }
    return "\(gutter) |\n"
      + lines.enumerated().map { "\(line + 1 + $0) | \(String($1).escapedForDisplay)\n" }.joined()
  }
}

/// A source line cut into the part before the carets, under them, and after them.
private struct DisplayLine {
  static let widest = 160

  var before: String
  var marked: String
  var after: String

  init(_ file: SourceFile, _ line: Range<Int>, from start: Int, to end: Int) {
    // A line may have a megabyte and 200 diagnostics.
    let limit = Self.widest * 8
    before = file.text(in: Span(max(line.lowerBound, start - limit), start)).escapedForDisplay
    marked = file.text(in: Span(start, min(end, start + limit))).escapedForDisplay
    after = file.text(in: Span(end, min(line.upperBound, end + limit))).escapedForDisplay
    guard before.count + marked.count + after.count > Self.widest else { return }
    if before.count > 60 { before = "…" + before.suffix(59) }
    if marked.count > 60 { marked = marked.prefix(59) + "…" }
    if after.count > 40 { after = after.prefix(39) + "…" }
  }
}

extension String {
  /// The text with tabs as two spaces and control, format and bidirectional characters written as `\u{…}`.
  public var escapedForDisplay: String {
    var out = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case _ where scalar == "\t": out += "  "
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse:
        out += "\\u{\(String(scalar.value, radix: 16))}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
