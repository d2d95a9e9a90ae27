import TintypeDiagnostics

// What the lexer has to say.
extension Diagnostic {
  static func unexpectedCharacters(_ run: [Character8], at place: SourceLocation) -> Diagnostic {
    let shown = run.prefix(4).map(\.description).joined(separator: " ") + (run.count > 4 ? " …" : "")
    var fixIts: [FixIt] = []
    if run.count == 1, let scalar = run[0].scalar, let meant = lookalikes[scalar] {
      fixIts = [FixIt("write \(meant)", replace: place, with: meant)]
    }
    return Diagnostic(
      code: "unexpected-character", message: "unexpected character\(run.count > 1 ? "s" : "") \(shown)",
      primary: Label(place, "means nothing in a recipe"), fixIts: fixIts)
  }

  static func treacherousCharacter(
    _ character: Character8, in place: String, at location: SourceLocation
  ) -> Diagnostic {
    guard character.scalar != nil else {
      return Diagnostic(
        code: "unexpected-character", message: "\(character.description) in a \(place) is no UTF-8",
        primary: Label(location), notes: ["a recipe is a UTF-8 text: save it as UTF-8 in the editor it comes from"])
    }
    return Diagnostic(
      code: "unexpected-character", message: "unexpected character \(character.description) in a \(place)",
      primary: Label(location, "hides or reorders what a reader sees"),
      fixIts: [FixIt("delete it", replace: location, with: "")])
  }

  static func foreignName(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unexpected-character", message: "the name '\(name)' has letters outside a to z",
      primary: Label(place, "names are made of a to z, A to Z, 0 to 9 and _"),
      notes: ["texts in quotes may have any letters"],
      // The micro sign and the Greek letter look alike.
      fixIts: ["\u{B5}m", "\u{3BC}m"].contains(name) ? [FixIt("write um", replace: place, with: "um")] : [])
  }

  static func blockComment(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "block-comment", message: "a comment starts with '//' and ends with its line",
      primary: Label(place, "not a comment here"), notes: ["put '//' before each line of the comment"])
  }

  static func malformedColor(_ text: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "malformed-color", message: "'\(text)' is not a color",
      primary: Label(place, "a color has 3, 6 or 8 hexadecimal digits"),
      notes: ["write #c08060, or #c08060ff with alpha"])
  }

  static func unterminatedString(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unterminated-string", message: "this text has no closing quote",
      primary: Label(place, "a text ends on the line it begins on"),
      fixIts: [
        FixIt("add the quote", replace: SourceLocation(place.file, Span(place.span.end, place.span.end)), with: "\"")
      ])
  }

  static func unknownEscape(_ character: Character8, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unknown-escape", message: "a backslash cannot stand before \(character.description)",
      primary: Label(place), notes: [#"the escapes are \" \\ \n \t"#],
      fixIts: [FixIt("write a backslash as two", replace: place, with: "\\" + place.file.text(in: place.span))])
  }

  static func missingZero(_ text: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "malformed-number", message: "a number has a digit before its point",
      primary: Label(place), fixIts: [FixIt("write 0\(text)", replace: place, with: "0" + text)])
  }

  static func twoDots(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "two-dots", message: "a range is written with three dots",
      primary: Label(place), fixIts: [FixIt("write ...", replace: place, with: "...")])
  }
}

/// Characters that editors and web pages put in place of ours.
private let lookalikes: [Unicode.Scalar: String] = [
  "\u{201C}": "\"", "\u{201D}": "\"", "\u{201E}": "\"", "'": "\"", "\u{2018}": "\"", "\u{2019}": "\"",
  "\u{2212}": "-", "\u{2013}": "-", "\u{2014}": "-", "\u{00D7}": "*", "\u{00F7}": "/", "\u{2026}": "...",
  "\u{2264}": "<=", "\u{2265}": ">=", "\u{2260}": "!=", "\u{2192}": "->", "\u{00A0}": " ",
  "\u{00B0}": "deg",
]
