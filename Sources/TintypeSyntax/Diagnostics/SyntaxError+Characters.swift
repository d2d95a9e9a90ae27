import TintypeDiagnostics

// Errors of the lexer.
extension SyntaxError {
  static func unexpectedCharacters(_ run: [DecodedCharacter], ascii: String?) -> SyntaxError {
    let shown = run.prefix(4).map { $0.description }.joined(separator: " ") + (run.count > 4 ? " …" : "")
    return SyntaxError(
      code: "unexpected-character", "unexpected character\(run.count > 1 ? "s" : "") \(shown)",
      label: "has no meaning in a recipe", ascii.map { .write($0, .safe) })
  }

  /// `\` at the end of a line.
  static let lineContinued = SyntaxError(
    code: "unexpected-character", "a value goes on in the next line without a sign", .delete(.safe))

  /// `edit`: the replacement of `place`, which keeps the rest of a comment a comment.
  static func foreignLineEnd(_ character: DecodedCharacter, edit: String, at place: Span) -> SyntaxError {
    SyntaxError(
      code: "unexpected-character", "\(character.description) does not end a line of a recipe",
      label: "some editors begin a new line here", Edit("end the line", edit, .safe, at: place))
  }

  static let wideText = SyntaxError(
    code: "unexpected-character", "this file is UTF-16 or UTF-32, and a recipe is UTF-8",
    notes: ["save it as UTF-8 in your editor"])

  static let notText = SyntaxError(
    code: "unexpected-character", "this file is no text, as a picture is not",
    notes: ["a recipe is a text that begins with 'tintype 1'; tintype info tells what a picture holds"])

  static func foreignLineEndInText(_ character: DecodedCharacter) -> SyntaxError {
    SyntaxError(
      code: "unexpected-character", "\(character.description) does not end a line of a recipe",
      label: "some editors begin a new line here", .write("\\n"))
  }

  static func treacherousCharacter(_ character: DecodedCharacter, in place: String) -> SyntaxError {
    guard character.scalar != nil else {
      return SyntaxError(
        code: "unexpected-character", "\(character.description) in a \(place) is not UTF-8",
        notes: ["a recipe is UTF-8 text: save it as UTF-8 in your editor"])
    }
    return SyntaxError(
      code: "unexpected-character", "unexpected character \(character.description) in a \(place)",
      label: "hides or reorders what a reader sees", .delete(place == "comment" ? .safe : .unsafe))
  }

  /// `ascii`: the name with every letter replaced that looks like one of ASCII.
  static func foreignName(_ name: String, ascii: String) -> SyntaxError {
    guard ascii.utf8.allSatisfy(isNameByte) else {
      return SyntaxError(
        code: "unexpected-character", "the name '\(name)' has letters outside of a to z",
        label: "a name consists of a to z, A to Z, 0 to 9 and _", notes: ["a text in quotes may have any letters"])
    }
    let foreign = name.unicodeScalars.filter { !$0.isASCII }.map {
      DecodedCharacter(Array(String($0).utf8), at: 0).description
    }
    return SyntaxError(
      code: "unexpected-character",
      "'\(name)' has \(foreign.joined(separator: " ")), which is not a letter from a to z",
      label: "reads as '\(ascii)'", .write(ascii, .safe))
  }

  static func foreignQuotes(_ text: String) -> SyntaxError {
    var escaped = text.map { $0 == "\"" ? "\\\"" : String($0) }.joined()
    let hasValues = text.mentions("${")
    if hasValues {
      // As a template of JavaScript: `ISO ${source.iso}`.
      var (written, depth) = ("", 0)
      for character in escaped {
        if character == "{", written.hasSuffix("$") {
          written.removeLast()
          written += "\\("
          depth += 1
        } else if character == "}", depth > 0 {
          written += ")"
          depth -= 1
        } else {
          written.append(character)
        }
      }
      escaped = written
    }
    return SyntaxError(
      code: "unexpected-character", "a text is written in straight double quotes",
      notes: hasValues ? [valuesInTexts] : [],
      Edit("write \"\(escaped)\"", "\"\(escaped)\"", hasValues ? .unsafe : .safe))
  }

  static let foreignClosingQuote = SyntaxError(
    code: "unexpected-character", "a text is written in straight double quotes",
    Edit("close it with a straight quote", "\"", .safe))

  private static let valuesInTexts = "a value is written into a text with \\(…): \"ISO \\(source.iso)\""

  static let nameSign = SyntaxError(
    code: "unexpected-character", "a name is written without '$'", .delete())

  static let argumentNumber = SyntaxError(
    code: "unexpected-character", "there are no numbered arguments",
    notes: ["a value from outside is a parameter: param amount: scalar = 0.5  in 0...1"])

  /// - Parameter use: the recipe that `@import` brings in, and the place of all that says it.
  static func attribute(_ text: String, use: (path: String, whole: Span)?) -> SyntaxError {
    if let use {
      return SyntaxError(
        code: "unexpected-character", "another recipe is brought in by 'use'",
        .write("use \"\(use.path)\" as \(alias(of: use.path) ?? "used")", at: use.whole))
    }
    return SyntaxError(
      code: "unexpected-character", "a declaration begins with its keyword, without '\(text)'",
      notes: text.mentions("...") ? ["a range belongs to a parameter: param amount: scalar = 0.5  in 0...1"] : [],
      .delete())
  }

  /// `@State var`
  static let wrappedVariable = SyntaxError(
    code: "foreign-declaration", "a value that is set from outside is a 'param'", .write("param"))

  static let hashComment = SyntaxError(
    code: "hash-comment", "a comment begins with '//'", label: "'#' begins a color", .write("//", .safe))

  /// `lines`: the comment as it is written here, if nothing follows it on its last line.
  static func blockComment(_ lines: String?, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "block-comment", "a comment begins with '//' and ends with its line", label: "not a comment here",
      notes: lines == nil ? ["put '//' before each line of the comment"] : [],
      lines.map {
        $0.mentions("\n") ? Edit("put '//' before each line", $0, .safe, at: whole) : .write($0, .safe, at: whole)
      })
  }

  static func malformedColor(_ text: String) -> SyntaxError {
    let digits = text.dropFirst()
    let doubled = digits.count == 4 && digits.allSatisfy { $0.isHexDigit } ? digits.map { "\($0)\($0)" }.joined() : nil
    return SyntaxError(
      code: "malformed-color", "'\(text)' is not a color", label: "a color has 3, 6 or 8 hexadecimal digits",
      notes: doubled == nil ? ["write #c08060, or #c08060ff with alpha"] : [], doubled.map { .write("#" + $0, .safe) })
  }

  /// `"""`
  static func textOfLines(_ written: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "unterminated-string", "a text ends on the line it begins on", notes: ["\\n begins another line of it"],
      .write(written, at: whole))
  }

  static func unterminatedString(end: Int) -> SyntaxError {
    SyntaxError(
      code: "unterminated-string", "this text has no closing quote", label: "a text ends on the line it begins on",
      Edit("add the quote", "\"", at: Span(end, end)))
  }

  static let unclosedValue = SyntaxError(
    code: "unterminated-string", "this '\\(' has no ')'", label: "a value in a text ends on the line it begins on",
    notes: ["for example: \"ISO \\(source.iso)\", and a backslash itself is written \\\\"])

  /// `written`: the text with its values as they are written here.
  static func prefixedText(_ prefix: String, hasValues: Bool, written: String, whole: Span) -> SyntaxError {
    SyntaxError(
      code: "prefixed-text", "a text begins with its quote, without '\(prefix)'",
      notes: hasValues ? [valuesInTexts] : [],
      hasValues ? .write(written, at: whole) : .delete(.safe))
  }

  static let valueInFixedText = SyntaxError(
    code: "value-in-text", "no value can be written into this text", label: "it is read before any photo is known",
    notes: ["only a text value can contain \\(…), as in text(\"ISO \\(source.iso)\")"])

  static func unknownEscape(_ text: String) -> SyntaxError {
    SyntaxError(
      code: "unknown-escape", "there is no escape '\(text)'",
      notes: [#"the escapes are \" \\ \n \t, and \(…) writes a value"#],
      Edit("write a backslash as two", "\\" + text, .safe))
  }

  static func missingZero(_ text: String) -> SyntaxError {
    SyntaxError(code: "malformed-number", "a number needs a digit before its point", .write("0" + text, .safe))
  }

  /// `.2` directly after `0.1` or after a name: an inserted zero would become part of that token.
  static let secondPoint = SyntaxError(
    code: "malformed-number", "a number has digits before its point, and one point",
    label: "touches what stands before it")

  static let twoDots = SyntaxError(
    code: "two-dots", "a range is written with three dots", notes: ["both bounds are part of it"],
    .write("...", .safe))
}

/// Characters that editors and web pages substitute for ASCII ones.
let lookalikes: [Unicode.Scalar: String] = [
  "\u{2212}": "-", "\u{2013}": "-", "\u{2014}": "-", "\u{00D7}": "*", "\u{00F7}": "/", "\u{2026}": "...",
  "\u{2264}": "<=", "\u{2265}": ">=", "\u{2260}": "!=", "\u{2192}": "->", "\u{00A0}": " ",
]

extension String {
  /// The name with letters of other scripts replaced by the ASCII letters that they look like. Other letters stay.
  var inASCII: String {
    // Nearly all names; `utf8.allSatisfy` is ten times slower.
    if utf8.withContiguousStorageIfAvailable({ $0.allSatisfy { $0 < 0x80 } }) == true { return self }
    return unicodeScalars.map { scalar in
      if scalar == degreeSign { return "deg" }
      if let letter = latinLookalikes[scalar] { return String(letter) }
      // Full-width forms.
      let isWide = (0xFF10...0xFF5A).contains(scalar.value)
      return String(Character(isWide ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar))
    }.joined()
  }
}

/// `90°`: the sign for degrees, behind a number.
let degreeSign: Unicode.Scalar = "\u{B0}"

/// Letters that look like ASCII letters (Unicode Technical Standard 39, confusables).
private let latinLookalikes: [Unicode.Scalar: Character] = {
  let cyrillic = zip("аеорсухіјѕԁԛԝһАВЕКМНОРСТУХІЈЅ", "aeopcyxijsdqwhABEKMHOPCTYXIJS")
  let greek = zip("αινουμΑΒΕΖΗΙΚΜΝΟΡΤΥΧ\u{B5}ı", "aivouuABEZHIKMNOPTYXui")
  return (Array(cyrillic) + Array(greek)).reversed().reduce(into: [:]) { letters, pair in
    if let letter = pair.0.unicodeScalars.first { letters[letter] = pair.1 }
  }
}()
