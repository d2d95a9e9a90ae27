import TintypeDiagnostics

/// Escapes text from the author, and text that may contain it, for other languages: one function for each kind of
/// position.
extension String {
  /// A comment to the end of its line.
  ///
  /// In C a `\` at the end joins the next line, and so does `??/`, which older compilers read as `\`. Compilers also
  /// join the line where blanks follow.
  func asComment(_ mark: String = "//") -> String {
    let text = escapedForDisplay
    let end = text.utf8.reversed().drop { $0 == UInt8(ascii: " ") }
    let isOpen = end.first == UInt8(ascii: "\\") || end.starts(with: "/??".utf8)
    return text.isEmpty ? mark : "\(mark) \(text)\(isOpen ? "." : "")"
  }

  /// A text in double quotes for readers without escapes: `"` becomes `'`, `\` becomes `/`, and several `?` in a row,
  /// which C could read as a trigraph, become one.
  var asPlainLiteral: String {
    var text = UnicodeScalarView()
    for scalar in escapedForDisplay.writing(["\\": "/", "\"": "'"]).unicodeScalars
    where scalar != "?" || text.last != "?" {
      text.append(scalar)
    }
    return "\"\(String(text))\""
  }

  /// A label without quotes, as an argument of a C macro: ASCII letters and digits and `. + -`.
  var asMacroLabel: String {
    let shown = writing(["%": " percent "]).unicodeScalars.map { scalar in
      let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isWord || ".+-".unicodeScalars.contains(scalar) ? Character(scalar) : " "
    }
    return String(shown).split(separator: " ").joined(separator: " ")
  }

  /// Text between tags or double quotes of XML. Characters that XML forbids are escaped for display.
  var asXML: String {
    escapedForDisplay.writing([
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\u{FFFE}": "\u{FFFD}", "\u{FFFF}": "\u{FFFD}",
    ])
  }

  /// Wraps words into lines of limited bytes; a longer word is cut.
  func inLines(of limit: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.utf8.count + word.utf8.count < limit {
        lines[lines.count - 1] += " " + word
        continue
      }
      lines.append("")
      for scalar in word.unicodeScalars {
        if lines[lines.count - 1].utf8.count + UTF8.width(scalar) > limit { lines.append("") }
        lines[lines.count - 1].unicodeScalars.append(scalar)
      }
    }
    return lines
  }
}
