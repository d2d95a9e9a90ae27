import TintypeDiagnostics

// What is not there. The place is behind the token before.
extension Diagnostic {
  static func missingEdition(at start: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-edition", message: "a recipe begins with the language edition it is written in",
      primary: Label(start), notes: ["a look then renders the same for ever"],
      fixIts: [FixIt("insert tintype 1", replace: start, with: "tintype 1\n\n", .safe)])
  }

  static func missingEditionNumber(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-edition", message: "the edition's number is missing", primary: Label(place),
      fixIts: [FixIt("write tintype 1", replace: place, with: " 1", .safe)])
  }

  static func misplacedEdition(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "misplaced-edition", message: "the edition stands once, at the top of the recipe",
      primary: Label(place), notes: ["move it up, or delete it if there is one"])
  }

  static func missingName(of what: String, at place: SourceLocation) -> Diagnostic {
    let example =
      switch what {
      case "look": #"look "evening" { … }"#
      case "param": "param contrast: scalar = 1"
      case "let": "let half = 0.5"
      case "var": "var sum = 0"
      case "for": "for i in 0...9 { … }"
      case "of": "of warm, cold"
      case "use": #"use "grain.tint" as grain"#
      case "set": "set contrast = 1.2"
      case "variant": #"variant "hard" { … }"#
      case "image": "image soft = blur(source, radius: 2%)"
      case "parameter": "c: rgb"
      default: "\(what) brighten(c: rgb) -> rgb { … }"
      }
    return Diagnostic(
      code: "missing-name", message: "the name is missing", primary: Label(place, "a name is expected here"),
      notes: ["for example: \(example)"])
  }

  static func missingType(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-type", message: "a type is missing", primary: Label(place, "a type is expected here"),
      notes: ["for example: scalar, rgb, length, angle, bool or choice"])
  }

  static func missingColon(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-colon", message: "a colon stands between a name and its type", primary: Label(place),
      fixIts: [FixIt("insert ':'", replace: place, with: ":", .safe)])
  }

  static func parameterWithoutType(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-type", message: "a parameter says its type", primary: Label(place, "a type is expected here"),
      fixIts: [FixIt("for a number, write ': scalar'", replace: place, with: ": scalar")])
  }

  static func missingEquals(of what: String, at place: SourceLocation, valueFollows: Bool) -> Diagnostic {
    let example =
      switch what {
      case "param": "param contrast: scalar = 1"
      case "image": "image soft = blur(source, radius: 2%)"
      case "var": "var sum = 0"
      case "set": "set contrast = 1.2"
      case "variant": "contrast = 1.2"
      default: "let half = 0.5"
      }
    return Diagnostic(
      code: "missing-value", message: "\(what == "variant" ? "a setting" : "'\(what)'") needs '=' and a value",
      primary: Label(place, "'=' is expected here"), notes: ["for example: \(example)"],
      fixIts: valueFollows ? [FixIt("insert '='", replace: place, with: " =", .safe)] : [])
  }

  static func missingExpression(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-expression", message: "a value is missing", primary: Label(place, "a value is expected here"),
      notes: ["a value is a number, a name, a call such as mix(a, b, 0.5), or arithmetic of them"])
  }

  static func missingMember(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-name", message: "a name is missing behind the point",
      primary: Label(place, "a name is expected here"), notes: ["channels are .r, .g, .b and .a"])
  }

  static func missingComma(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-comma", message: "a comma is missing between these two",
      primary: Label(place), fixIts: [FixIt("insert ','", replace: place, with: ",")])
  }

  static func missingText(of word: String, at place: SourceLocation) -> Diagnostic {
    let example =
      switch word {
      case "use": #"use "grain.tint" as grain"#
      case "extends": #"extends "base.tint""#
      default: #"\#(word) "Tone""#
      }
    return Diagnostic(
      code: "missing-text", message: "'\(word)' needs a text in quotes", primary: Label(place),
      notes: ["for example: \(example)"])
  }

  static func missingExpectation(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-expectation", message: "'expect' says what the look promises", primary: Label(place),
      notes: ["for example: expect neutral, or expect #808080 -> #7a7672 within 2"])
  }

  static func missingResult(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-expectation", message: "an arrow and a color say what becomes of the patch",
      primary: Label(place),
      notes: ["for example: expect #808080 -> #7a7672"])
  }

  static func missingDistance(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-expectation", message: "'within' needs a number, a distance of colors in dE2000",
      primary: Label(place), notes: ["for example: expect neutral within 1.5"])
  }

  static func missingAs(at place: SourceLocation, nameFollows: Bool) -> Diagnostic {
    Diagnostic(
      code: "missing-as", message: "what is used gets a name with 'as'", primary: Label(place, "'as' is expected here"),
      notes: nameFollows ? [] : [#"for example: use "grain.tint" as grain"#],
      fixIts: nameFollows ? [FixIt("insert 'as'", replace: place, with: " as", .safe)] : [])
  }

  static func missingIn(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-range", message: "a loop counts over a range", primary: Label(place, "'in' is expected here"),
      notes: ["for example: for i in 0...9 { … }"])
  }

  static func missingPoint(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-point", message: "a curve goes through points", primary: Label(place, "a point is expected here"),
      notes: ["for example: curve [(0, 0.05), (0.5, 0.5), (1, 0.97)]"])
  }

  static func missingPointValue(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-point", message: "a point of a curve has two numbers",
      primary: Label(place, "',' and a value are expected here"), notes: ["for example: (0.5, 0.7)"])
  }

  static func missingSpace(_ number: String, _ word: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-space", message: "a space is missing between '\(number)' and '\(word)'", primary: Label(place),
      fixIts: [FixIt("insert a space", replace: place, with: " ", .safe)])
  }

  static func missingUnit(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-unit", message: "'unit' needs a unit", primary: Label(place), notes: ["for example: unit ev"])
  }

  static func missingEllipsis(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-range", message: "a range is written lower...upper",
      primary: Label(place, "'...' is expected here"),
      notes: ["for example: in 0...1"])
  }

  static func missingHeaderValue(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-header-value", message: "this line of the header says nothing",
      primary: Label(place, "a word or a text in quotes is expected here"),
      notes: ["for example: working linear-srgb"])
  }

  static func missingBrace(of what: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-brace", message: "'\(what)' needs braces", primary: Label(place, "'{' is expected here"),
      notes: ["put what belongs to it between { and }"])
  }

  static func missingParameters(of what: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-parameters", message: "'\(what)' needs parameters in parentheses",
      primary: Label(place, "'(' is expected here"), notes: ["for example: \(what) brighten(c: rgb) -> rgb { … }"])
  }

  static func missingArrow(at place: SourceLocation, replacing: Bool) -> Diagnostic {
    Diagnostic(
      code: "missing-result", message: "the result's type stands behind '->'", primary: Label(place),
      fixIts: [
        FixIt(
          replacing ? "write '->'" : "insert '->'",
          replace: replacing ? place : SourceLocation(place.file, Span(place.span.start, place.span.start)),
          with: replacing ? " ->" : "-> ", .safe)
      ])
  }

  static func missingResult(of what: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-result", message: "'\(what)' says the type of its result",
      primary: Label(place, "'->' and a type are expected here"),
      fixIts: [FixIt("if it gives a color, insert '-> rgb'", replace: place, with: " -> rgb")])
  }
}
