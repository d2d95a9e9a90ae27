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
      notes: ["give it a name with let, or return it; only a block's last value counts"])
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
      fixIts: [FixIt("delete it", replace: place, with: "")])
  }

  static func unknownClause(_ word: String, at place: SourceLocation) -> Diagnostic {
    let words = ClauseWord.allCases.map(\.rawValue)
    return Diagnostic(
      code: "unknown-clause", message: "a parameter has no clause '\(word)'", primary: Label(place),
      notes: ["clauses are \(enumeration(words + ["a label in quotes"], "and"))"],
      fixIts: nearestName(to: word, among: words).map {
        [FixIt("did you mean '\($0)'?", replace: place, with: $0)]
      } ?? [])
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
        fixIts: [FixIt("write \(digits)", replace: place, with: String(digits))])
    }
    return Diagnostic(
      code: "malformed-number", message: "'\(spelling)' is not a number", primary: Label(place),
      notes: ["numbers look like 12, 0.5 and 1e-3"])
  }

  static func decimalComma(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "malformed-number", message: "the decimal sign of a number is a point", primary: Label(place),
      fixIts: [FixIt("write '.'", replace: place, with: ".")])
  }

  static func pointWithoutDigits(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "malformed-number", message: "a number has digits behind its point", primary: Label(place),
      fixIts: [FixIt("insert 0", replace: place, with: "0")])
  }

  static func unknownUnit(_ unit: String, at place: SourceLocation) -> Diagnostic {
    let units = UnitWord.allCases.map(\.rawValue)
    let measure = otherMeasures[unit]
    // A unit in its place would be another amount.
    let meant = measure == nil ? foreignUnits[unit]?.rawValue ?? nearestName(to: unit, among: units) : nil
    return Diagnostic(
      code: "unknown-unit", message: "there is no unit '\(unit)'", primary: Label(place),
      notes: (measure.map { ["1\(unit) is \($0)"] } ?? []) + ["units are \(enumeration(units, "and"))"],
      fixIts: meant.map { [FixIt("did you mean '\($0)'?", replace: place, with: $0)] } ?? [])
  }
}

/// What people call our units elsewhere.
private let foreignUnits: [String: UnitWord] = [
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
