import TintypeDiagnostics

// Errors about something missing. The place is the end of the previous token.
extension SyntaxError {
  /// An example of each declaration and of its parts.
  private static let examples = [
    "look": #"look "evening" { … }"#, "param": "param contrast: scalar = 1", "parameter": "c: rgb",
    "let": "let half = 0.5", "var": "var sum = rgb(0), or 0 for a number", "for": "for i in 0...9 { … }",
    "of": "of warm, cold",
    "use": #"use "grain.tint" as grain"#, "extends": #"extends "base.tint""#, "set": "set contrast = 1.2",
    "setting": "contrast = 1.2", "variant": #"variant "hard" { … }"#,
    "image": "image soft = blur(source, radius: 2%)", "unit": "unit ev or unit %", "group": #"group "Tone""#,
    "kernel": "kernel brighten(c: rgb) -> rgb { … }", "function": "function brighten(c: rgb) -> rgb { … }",
    "expect": "expect neutral with contrast = 1.2",
  ]

  private static func example(of what: String) -> [String] { examples[what].map { ["for example: \($0)"] } ?? [] }

  static let missingEdition = SyntaxError(
    code: "missing-edition", "a recipe begins with the language edition it is written in",
    notes: ["the meaning of an edition never changes"], Edit("insert 'tintype 1'", "tintype 1\n\n", .safe))

  static let missingEditionNumber = SyntaxError(
    code: "missing-edition", "the edition's number is missing", Edit("write 'tintype 1'", " 1", .safe))

  static let wordForEdition = SyntaxError(code: "missing-edition", "the edition is a number", .write("1", .safe))

  static let misplacedEdition = SyntaxError(
    code: "misplaced-edition", "the edition is declared once, at the top of the recipe",
    notes: ["move it up, or delete it if there is one"])

  static func missingName(of what: String) -> SyntaxError {
    SyntaxError(
      code: "missing-name", "the name is missing", label: "a name is expected here", notes: example(of: what))
  }

  static let missingType = SyntaxError(
    code: "missing-type", "a type is missing", label: "a type is expected here",
    notes: ["for example: scalar, rgb, length, angle, bool or choice"])

  /// `isType`: whether what follows is surely a type, and not a second name.
  static func missingColon(isType: Bool) -> SyntaxError {
    SyntaxError(
      code: "missing-colon", "a colon is missing between a name and its type", .insert(":", isType ? .safe : .unsafe))
  }

  static let parameterWithoutType = SyntaxError(
    code: "missing-type", "a parameter needs a type", label: "a type is expected here",
    Edit("for a number, write ': scalar'", ": scalar"))

  static let colorWithoutType = SyntaxError(
    code: "missing-type", "an input needs a type", label: "a type is expected here",
    notes: ["a number is a scalar"], Edit("for the color of the pixel, write ': rgb'", ": rgb"))

  static let choicesAfterIn = SyntaxError(
    code: "missing-choices", "the words of a choice follow 'of'", .write("of", .safe))

  static func missingEquals(of what: String, valueFollows: Bool) -> SyntaxError {
    SyntaxError(
      code: "missing-value", "\(what == "setting" ? "a setting" : "'\(what)'") needs '=' and a value",
      label: "'=' is expected here", notes: example(of: what),
      valueFollows ? Edit("insert '='", " =", .safe) : nil)
  }

  static let missingExpression = SyntaxError(
    code: "missing-expression", "a value is missing", label: "a value is expected here",
    notes: ["a value is a number, a name, a call such as mix(a, b, 0.5), or arithmetic of them"])

  static let missingMember = SyntaxError(
    code: "missing-name", "a name is missing after the point", label: "a name is expected here",
    notes: ["channels are .r, .g, .b and .a"])

  static let missingComma = SyntaxError(code: "missing-comma", "a comma is missing here", .insert(","))

  static func missingText(of word: String) -> SyntaxError {
    SyntaxError(code: "missing-text", "'\(word)' needs a text in quotes", notes: example(of: word))
  }

  static let missingExpectation = SyntaxError(
    code: "missing-expectation", "'expect' needs a promise",
    notes: ["for example: expect neutral, or expect #808080 -> #7a7672 within 2"])

  static let missingPatchResult = SyntaxError(
    code: "missing-expectation", "the color needs '->' and the color it becomes",
    notes: ["for example: expect #808080 -> #7a7672"])

  static func unmeasured(_ name: String, isPatch: Bool) -> SyntaxError {
    SyntaxError(
      code: "missing-expectation",
      isPatch ? "a color that becomes another is written in hex" : "a promise measures with 'of' and a range",
      notes: [
        isPatch
          ? "for example: expect #808080 -> #7a7672, or by its name: expect hue of \(name) in 40...56"
          : "for example: expect hue of lightSkin in 40...56, or expect lightness of #808080 in 45...55"
      ] + (isPatch ? [] : ["that grays stay gray is promised by: expect neutral"]))
  }

  static let missingMeasured = SyntaxError(
    code: "missing-expectation", "'of' needs the color that is measured",
    notes: ["for example: expect hue of lightSkin in 40...56, or of #c29682"])

  static let missingWindow = SyntaxError(
    code: "missing-expectation", "a measure needs 'in' and a range",
    notes: ["for example: expect hue of lightSkin in 40...56"])

  static let missingDistance = SyntaxError(
    code: "missing-expectation", "'within' needs a number, a color difference in dE2000",
    notes: ["for example: expect neutral within 1.5"])

  static let missingAs = SyntaxError(
    code: "missing-as", "'use' needs 'as' and a name", label: "'as' is expected here",
    Edit("insert 'as'", " as", .safe))

  /// `use "film/grain.tint"`, which is meant as `use "film/grain.tint" as grain`.
  static func missingAlias(of path: String) -> SyntaxError {
    let name = alias(of: path)
    return SyntaxError(
      code: "missing-as", "'use' needs 'as' and a name", label: "'as' is expected here",
      notes: name == nil ? example(of: "use") : [], name.map { .insert(" as \($0)") })
  }

  /// The name that a used recipe gets from its file; nil where that begins with no letter.
  static func alias(of path: String) -> String? {
    let file = path.split(whereSeparator: { "/\"".contains($0) }).last.map { $0.prefix { $0 != "." } } ?? ""
    return name(of: String(file))
  }

  /// The name that words make; nil where they begin with no letter.
  static func name(of words: String) -> String? {
    let name = words.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.inCamelCase
    return name.first?.isLetter == true ? name : nil
  }

  static func aliasOfBase(whole: Span) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "'extends' gives no name: what the other recipe declares keeps its own names here",
      Edit("delete it", "", .safe, at: whole))
  }

  static let missingIn = SyntaxError(
    code: "missing-range", "a loop counts over a range", label: "'in' is expected here", notes: example(of: "for"))

  static let missingPoint = SyntaxError(
    code: "missing-point", "a curve goes through points", label: "a point is expected here",
    notes: ["for example: curve [(0, 0.05), (0.5, 0.5), (1, 0.97)]"])

  static let missingPointValue = SyntaxError(
    code: "missing-point", "a point of a curve has two numbers", label: "',' and a value are expected here",
    notes: ["for example: (0.5, 0.7)"])

  static func missingSpace(_ number: String, _ word: String) -> SyntaxError {
    SyntaxError(
      code: "missing-space", "a space is missing between '\(number)' and '\(word)'",
      Edit("insert a space", " ", .safe))
  }

  static let missingUnit = SyntaxError(code: "missing-unit", "'unit' needs a unit", notes: example(of: "unit"))

  /// `separator`: the wrong token between the bounds.
  static func missingEllipsis(separator: Span?) -> SyntaxError {
    SyntaxError(
      code: "missing-range", "a range is written lower...upper", label: "'...' is expected here",
      notes: ["for example: in 0...1; both bounds are part of it"], separator.map { .write("...", .safe, at: $0) })
  }

  /// `goesOn`: whether the entry stands behind another in its line.
  static func missingHeaderValue(goesOn: Bool) -> SyntaxError {
    SyntaxError(
      code: "missing-header-value", "this header entry has no value",
      label: "a word or a text in quotes is expected here",
      notes: [
        goesOn
          ? "if the line is one entry, commas separate its values: tags color, warm"
          : "for example: working linear-srgb"
      ])
  }

  /// `highlights -45`
  static let settingInHeader = SyntaxError(
    code: "missing-header-value", "a header has no settings of the picture",
    notes: ["they stand below it, in steps: output source |> recovered(highlights: -0.45) |> adjust(contrast: 1.1)"])

  /// `opens`: whether only the opening brace is missing.
  static func missingBrace(of what: String, opens: Bool = false) -> SyntaxError {
    SyntaxError(
      code: "missing-brace", "'\(what)' needs braces", label: "'{' is expected here",
      notes: opens ? [] : ["enclose its body in { and }"], opens ? Edit("insert '{'", " {") : nil)
  }

  static func missingParameters(of what: String) -> SyntaxError {
    SyntaxError(
      code: "missing-parameters", "'\(what)' needs parameters in parentheses", label: "'(' is expected here",
      notes: example(of: what))
  }

  static let wrongArrow = SyntaxError(
    code: "missing-result", "the result type follows '->'", Edit("write '->'", " ->", .safe))

  static let missingArrow = SyntaxError(
    code: "missing-result", "the result type follows '->'", Edit("insert '->'", " ->", .safe))

  static func missingResult(of what: String) -> SyntaxError {
    SyntaxError(
      code: "missing-result", "'\(what)' needs a result type", label: "'->' and a type are expected here",
      Edit("if it gives a color, insert '-> rgb'", " -> rgb"))
  }

  static let malformedSetting = SyntaxError(
    code: "malformed-setting", "a setting is a name, '=' and a value", notes: ["for example: --set exposure=0.5"])
}
