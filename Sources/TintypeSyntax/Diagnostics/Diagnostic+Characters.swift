import TintypeDiagnostics

// What the lexer has to say.
extension Diagnostic {
  static func unexpectedCharacters(_ run: [Character8], at place: SourceLocation) -> Diagnostic {
    let shown = run.prefix(4).map(\.description).joined(separator: " ") + (run.count > 4 ? " …" : "")
    var fixIts: [FixIt] = []
    if run.count == 1, let scalar = run[0].scalar, let meant = lookalikes[scalar] {
      fixIts = [FixIt("write \(meant)", replace: place, with: meant, .safe)]
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
      fixIts: [FixIt("delete it", replace: location, with: "", place == "comment" ? .safe : .unsafe)])
  }

  /// `meant`: the name in ASCII, where every other letter of it looks like one of those.
  static func foreignName(_ name: String, meant: String, at place: SourceLocation) -> Diagnostic {
    let foreign = name.unicodeScalars.filter { !$0.isASCII }.map {
      Character8(Array(String($0).utf8), at: 0).description
    }
    let isReadable = meant.utf8.allSatisfy(isNameByte)
    return Diagnostic(
      code: "unexpected-character",
      message: isReadable
        ? "'\(name)' has \(foreign.joined(separator: " ")), which is not a letter from a to z"
        : "the name '\(name)' has letters outside of a to z",
      primary: Label(place, isReadable ? "reads as '\(meant)'" : "a name consists of a to z, A to Z, 0 to 9 and _"),
      notes: isReadable ? [] : ["a text in quotes may have any letters"],
      fixIts: isReadable ? [FixIt("write '\(meant)'", replace: place, with: meant, .safe)] : [])
  }

  static func foreignQuotes(_ text: String, at place: SourceLocation) -> Diagnostic {
    let escaped = text.map { $0 == "\"" ? "\\\"" : String($0) }.joined()
    return Diagnostic(
      code: "unexpected-character", message: "a text stands between straight double quotes", primary: Label(place),
      fixIts: [FixIt("write \"\(escaped)\"", replace: place, with: "\"\(escaped)\"", .safe)])
  }

  static func hashComment(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "hash-comment", message: "a comment begins with '//'", primary: Label(place, "'#' begins a color"),
      fixIts: [FixIt("write '//'", replace: place, with: "//", .safe)])
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
      fixIts: [FixIt("write a backslash as two", replace: place, with: "\\" + place.file.text(in: place.span), .safe)])
  }

  static func missingZero(_ text: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "malformed-number", message: "a number has a digit before its point",
      primary: Label(place), fixIts: [FixIt("write 0\(text)", replace: place, with: "0" + text, .safe)])
  }

  static func twoDots(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "two-dots", message: "a range is written with three dots",
      primary: Label(place), fixIts: [FixIt("write ...", replace: place, with: "...", .safe)])
  }
}

/// Characters that editors and web pages put in place of those of the language.
let lookalikes: [Unicode.Scalar: String] = [
  "\u{2212}": "-", "\u{2013}": "-", "\u{2014}": "-", "\u{00D7}": "*", "\u{00F7}": "/", "\u{2026}": "...",
  "\u{2264}": "<=", "\u{2265}": ">=", "\u{2260}": "!=", "\u{2192}": "->", "\u{00A0}": " ",
]

extension String {
  /// The name with letters of other scripts replaced by those of ASCII that they cannot be told from; other letters stay.
  var inASCII: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return unicodeScalars.map { scalar in
      if scalar == degreeSign { return "deg" }
      if let letter = latinLookalikes[scalar] { return String(letter) }
      // Full-width forms.
      let isWide = (0xFF10...0xFF5A).contains(scalar.value)
      return String(Character(isWide ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar))
    }.joined()
  }
}

/// `90°`: the only unit with a sign of its own.
let degreeSign: Unicode.Scalar = "\u{B0}"

/// Letters of a name that a reader cannot tell from ones of ASCII (Unicode Technical Standard 39, confusables).
private let latinLookalikes: [Unicode.Scalar: Character] = {
  let cyrillic = zip("авекмнорстухісјѕԁԛԝһАВЕКМНОРСТУХІЈЅ", "aBeKMHopcTyxicjsdqwhABEKMHOPCTYXIJS")
  let greek = zip("αινουμΑΒΕΖΗΙΚΜΝΟΡΤΥΧ\u{B5}ı", "aivouuABEZHIKMNOPTYXui")
  let pairs = Array(cyrillic) + Array(greek)
  return Dictionary(pairs.compactMap { pair in pair.0.unicodeScalars.first.map { ($0, pair.1) } }) { first, _ in first }
}()
