import TintypeDiagnostics

// What is there but should not be.
extension Diagnostic {
  static func unclosedBracket(
    _ closer: TokenKind, opener: SourceLocation, at place: SourceLocation, in source: SourceFile
  ) -> Diagnostic {
    Diagnostic(
      code: "unclosed-bracket", message: "'\(source.text(in: opener.span))' is never closed",
      primary: Label(place, "'\(closer.rawValue)' is expected here"), related: [Label(opener, "opened here")],
      fixIts: [FixIt("insert '\(closer.rawValue)'", replace: place, with: closer.rawValue)])
  }

  /// A block that indentation ends and no brace.
  static func unclosedBlock(opener: SourceLocation, indentation: Int, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unclosed-bracket", message: "'{' is never closed",
      primary: Label(place, "by the indentation, '}' is missing here"), related: [Label(opener, "opened here")],
      fixIts: [
        FixIt("insert '}'", replace: place, with: "\n" + String(repeating: " ", count: indentation) + "}")
      ])
  }

  static func unopenedBracket(_ text: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unopened-bracket", message: "'\(text)' closes nothing", primary: Label(place),
      fixIts: [FixIt("delete it", replace: place, with: "")])
  }

  static func unexpected(_ text: String, wanted: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unexpected-token", message: "'\(text)' cannot stand here", primary: Label(place, "\(wanted) is expected"))
  }

  static func unexpectedInVariant(_ text: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unexpected-token", message: "'\(text)' begins no setting", primary: Label(place),
      notes: ["a variant has lines such as contrast = 1.2"])
  }

  static func unexpectedInBlock(_ text: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unexpected-token", message: "'\(text)' begins no statement", primary: Label(place),
      notes: ["a statement begins with let, var, a variable, if, for or return, or is the block's value"])
  }

  static func unusedValue(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unused-value", message: "this value goes nowhere", primary: Label(place),
      notes: ["give it a name with 'let', or hand it on with 'return'"])
  }

  static func expectedDeclaration(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "expected-declaration", message: "a declaration is expected here", primary: Label(place),
      notes: ["a declaration begins with \(enumeration(DeclarationStart.spellings.dropFirst(), "or"))"])
  }

  static func expectedHeaderKey(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "expected-header-key", message: "a line of the header begins with a word", primary: Label(place),
      notes: ["for example: working linear-srgb", "values of one line are separated by commas"])
  }

  static func headerPunctuation(_ text: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unexpected-token", message: "a line of the header has no '\(text)'", primary: Label(place),
      fixIts: [FixIt("delete it", replace: place, with: "", .safe)])
  }

  static func unknownClause(_ word: String, at place: SourceLocation) -> Diagnostic {
    let words = ClauseWord.allCases.map(\.rawValue)
    return Diagnostic(
      code: "unknown-clause", message: "a parameter has no clause '\(word)'", primary: Label(place),
      notes: ["clauses are \(enumeration(words + ["a label in quotes"], "and"))"],
      fixIts: FixIt.guess(nearestName(to: word, among: words), at: place))
  }

  static func duplicateClause(_ name: String, earlier: SourceLocation, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "duplicate-clause", message: "this parameter has two '\(name)' clauses",
      primary: Label(place, "the second"), related: [Label(earlier, "the first")],
      fixIts: [FixIt("delete the second", replace: place, with: "")])
  }

  static func malformedNumber(_ spelling: String, at place: SourceLocation) -> Diagnostic {
    let digits = spelling.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let suffix = spelling.dropFirst(digits.count)
    if suffix == "f" || suffix == "h" || suffix == "F" {
      return Diagnostic(
        code: "malformed-number", message: "a number has no '\(suffix)' behind it", primary: Label(place),
        fixIts: [FixIt("write \(digits)", replace: place, with: String(digits), .safe)])
    }
    return Diagnostic(
      code: "malformed-number", message: "'\(spelling)' is not a number", primary: Label(place),
      notes: ["numbers look like 12, 0.5 and 1e-3"])
  }

  static func decimalComma(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "malformed-number", message: "the decimal sign of a number is a point", primary: Label(place),
      fixIts: [FixIt("write '.'", replace: place, with: ".", .safe)])
  }

  static func pointWithoutDigits(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "malformed-number", message: "a number has digits behind its point", primary: Label(place),
      fixIts: [FixIt("insert 0", replace: place, with: "0", .safe)])
  }

  static func unknownUnit(_ unit: String, at place: SourceLocation) -> Diagnostic {
    let units = UnitWord.allCases.map(\.rawValue)
    let measure = otherMeasures[unit]
    // A unit in its place would be another amount.
    let synonym = foreignUnits[unit]?.rawValue
    let guess = measure == nil ? nearestName(to: unit, among: units) : nil
    return Diagnostic(
      code: "unknown-unit", message: "there is no unit '\(unit)'", primary: Label(place),
      notes: (measure.map { ["1\(unit) is \($0)"] } ?? []) + ["units are \(enumeration(units, "and"))"],
      fixIts: synonym.map { [FixIt("write '\($0)'", replace: place, with: $0, .safe)] }
        ?? FixIt.guess(guess, at: place))
  }
}

/// What units are called elsewhere.
let foreignUnits: [String: UnitWord] = [
  "stop": .stops, "stops": .stops, "micron": .micrometers, "microns": .micrometers, "degree": .degrees,
  "degrees": .degrees, "radians": .radians, "percent": .percent, "pc": .percent, "pixel": .pixels, "pixels": .pixels,
  "K": .kelvins, "kelvin": .kelvins,
]

/// What a recipe says in other units.
private let otherMeasures = ["cm": "10mm", "m": "1000mm", "inch": "25.4mm", "nm": "0.001um"]

/// `a, b or c`
private func enumeration(_ words: some BidirectionalCollection<String>, _ link: String) -> String {
  guard let last = words.last, words.count > 1 else { return words.joined() }
  return words.dropLast().joined(separator: ", ") + " \(link) \(last)"
}
