import TintypeDiagnostics

// Errors about something unexpected.
extension SyntaxError {
  static func unclosedBracket(_ text: String, _ closer: TokenKind, opener: Span) -> SyntaxError {
    SyntaxError(
      code: "unclosed-bracket", "'\(text)' is never closed", label: "'\(closer.rawValue)' is expected here",
      related: (opener, "opened here"), .insert(closer.rawValue))
  }

  /// A block that ends by its indentation, without a brace.
  static func unclosedBlock(opener: Span, indentation: Int) -> SyntaxError {
    SyntaxError(
      code: "unclosed-bracket", "'{' is never closed", label: "by the indentation, '}' is missing here",
      related: (opener, "opened here"),
      Edit("insert '}'", "\n" + String(repeating: " ", count: indentation) + "}"))
  }

  static func unopenedBracket(_ text: String) -> SyntaxError {
    SyntaxError(code: "unopened-bracket", "'\(text)' closes nothing", .delete())
  }

  static func unexpected(_ text: String, wanted: String) -> SyntaxError {
    SyntaxError(code: "unexpected-token", "unexpected '\(text)'", label: "\(wanted) is expected")
  }

  static func unexpectedInValue(_ text: String) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "unexpected '\(text)'", label: "')' is expected",
      notes: text == "," ? ["to set its format: \\(format(x, decimals: 2))"] : [])
  }

  static func unexpectedInVariant(_ text: String) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "a setting cannot start with '\(text)'",
      notes: ["a variant has lines such as contrast = 1.2"])
  }

  static func unexpectedInBlock(_ text: String) -> SyntaxError {
    SyntaxError(
      code: "unexpected-token", "'\(text)' begins no statement",
      notes: ["a statement begins with let, var, a variable, if, for or return, or is the block's value"])
  }

  static let unusedValue = SyntaxError(
    code: "unused-value", "this value is not used", notes: ["give it a name with 'let', or pass it on with 'return'"])

  static let valueWithoutName = SyntaxError(
    code: "expected-declaration", "this value is not used: what is computed has a name, or is the output",
    notes: ["for example: image soft = source |> blur(radius: 1%), and below it output mix(source, soft, 0.5)"])

  static let expectedDeclaration = SyntaxError(
    code: "expected-declaration", "a declaration is expected here",
    notes: ["a declaration begins with \(enumeration(declarationWords.dropFirst(), "or"))"])

  static let expectedHeaderKey = SyntaxError(
    code: "expected-header-key", "a header entry begins with a word",
    notes: ["for example: working linear-srgb", "the values of an entry are separated by commas"])

  static func recipeInHeader(_ text: String, at place: Span, opener: Span) -> SyntaxError {
    SyntaxError(
      code: "expected-header-key", "a look's braces hold its header alone, and '\(text)' begins a line after it",
      notes: ["delete the brace behind the whole recipe"], related: (opener, "the header begins here"),
      Edit("close the header here", "}\n\n", at: Span(place.start, place.start)))
  }

  static func headerPunctuation(_ text: String) -> SyntaxError {
    SyntaxError(code: "unexpected-token", "a header entry has no '\(text)'", .delete(.safe))
  }

  static func unknownClause(_ word: String) -> SyntaxError {
    let words = ClauseWord.allCases.map { $0.rawValue }
    return SyntaxError(
      code: "unknown-clause", "a parameter has no clause '\(word)'",
      notes: ["clauses are \(enumeration(words + ["a label in quotes"], "and"))"],
      (word == "range" ? ClauseWord.in.rawValue : nearestName(to: word, among: words)).map { .write($0) })
  }

  static func duplicateClause(_ name: String, earlier: Span) -> SyntaxError {
    SyntaxError(
      code: "duplicate-clause", "this parameter has two '\(name)' clauses", label: "the second",
      related: (earlier, "the first"), Edit("delete the second", ""))
  }

  /// `isApart`: whether other digits there would not join those of a number behind it.
  static func malformedNumber(_ spelling: String, isApart: Bool) -> SyntaxError {
    let digits = spelling.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let suffix = spelling.dropFirst(digits.count)
    if ["f", "h", "F"].contains(suffix) {
      return SyntaxError(
        code: "malformed-number", "a number has no suffix '\(suffix)'",
        isApart ? .write(String(digits), .safe) : nil)
    }
    let isHexadecimal = spelling.hasPrefix("0x")
    if isHexadecimal, isApart, spelling.utf8.count == 8 {
      return SyntaxError(
        code: "malformed-number", "a color is written with '#'", .write("#" + spelling.dropFirst(2), .safe))
    }
    if isHexadecimal, spelling.utf8.count < 5, let number = Int64(spelling.dropFirst(2), radix: 16) {
      return SyntaxError(
        code: "malformed-number", "'\(spelling)' is not a number",
        notes: ["in decimal digits it is \(number); a blur has one radius, a length: blur(radius: 0.8%)"])
    }
    let grouped = spelling.filter { $0 != "_" }
    if grouped != spelling, isApart, UnitWord(rawValue: String(grouped.drop { $0.isNumber || $0 == "." })) != nil {
      return SyntaxError(
        code: "malformed-number", "the digits of a number stand together, without '_'", .write(grouped, .safe))
    }
    let plain =
      isHexadecimal ? Int64(spelling.dropFirst(2), radix: 16).map(String.init) : grouped
    return SyntaxError(
      code: "malformed-number", "'\(spelling)' is not a number", notes: ["numbers look like 12, 0.5 and 1e-3"],
      plain.flatMap { numberValue($0) == nil || !isApart ? nil : .write($0, .safe) })
  }

  static let decimalComma = SyntaxError(
    code: "malformed-number", "the decimal separator is a point", .write(".", .safe))

  static let pointWithoutDigits = SyntaxError(
    code: "malformed-number", "a number needs a digit after its point", .insert("0", .safe))

  static func unknownUnit(_ unit: String, number: String, whole: Span) -> SyntaxError {
    let units = UnitWord.allCases.map { $0.rawValue }
    let measure = otherMeasures[unit]
    let isOfPages = pageUnits.contains(unit)
    // Another unit would change the amount.
    let guess = measure == nil && !isOfPages ? nearestName(to: unit, among: units.filter { $0 != unit }) : nil
    // A unit that is one elsewhere, as in `tintype 1px`, is not meant otherwise.
    let known = (foreignUnits[unit] ?? UnitWord(rawValue: unit.lowercased())).flatMap { $0.rawValue == unit ? nil : $0 }
    let measured = measure.map { "1\(unit) is \(spelledShort($0.factor))\($0.unit)" }
    let page = isOfPages ? ["a length in the picture is written in %, of its short side"] : []
    let amount = numberValue(number).flatMap { value in
      measure.map { "\(spelledShort(value * $0.factor))\($0.unit)" }
    }
    return SyntaxError(
      code: "unknown-unit", "there is no unit '\(unit)'",
      notes: (measured.map { [$0] } ?? page) + ["units are \(enumeration(units, "and"))"]
        + (unit.allSatisfy { $0.isLetter } && measured == nil ? ["a product has its sign: \(number) * \(unit)"] : []),
      known.map { .write($0.rawValue, .safe) } ?? amount.map { .write($0, at: whole) } ?? guess.map { .write($0) })
  }

  static let restOfSetting = SyntaxError(
    code: "malformed-setting", "the value ends before this", notes: ["each setting has its own --set"])
}

/// Other names of units.
let foreignUnits: [String: UnitWord] = [
  "stop": .stops, "stops": .stops, "micron": .micrometers, "microns": .micrometers, "degree": .degrees,
  "degrees": .degrees, "radians": .radians, "percent": .percent, "pc": .percent, "pixel": .pixels, "pixels": .pixels,
  "K": .kelvins, "kelvin": .kelvins,
]

/// Units that a recipe does not have, in those that it has.
private let otherMeasures: [String: (factor: Double, unit: String)] = [
  "cm": (10, "mm"), "m": (1000, "mm"), "inch": (25.4, "mm"), "nm": (0.001, "um"), "turn": (360, "deg"),
  "turns": (360, "deg"), "grad": (0.9, "deg"),
]

/// Units of web pages, which a picture does not have.
private let pageUnits: Set = ["em", "rem", "vh", "vw", "vmin", "vmax", "pt", "dp", "ch"]

/// A number with at most six digits behind its point, and none that are not needed.
private func spelledShort(_ value: Double) -> String {
  let rounded = (value * 1e6).rounded() / 1e6
  return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int64(rounded))" : "\(rounded)"
}

/// `a, b or c`
private func enumeration(_ words: some BidirectionalCollection<String>, _ link: String) -> String {
  guard let last = words.last, words.count > 1 else { return words.joined() }
  return words.dropLast().joined(separator: ", ") + " \(link) \(last)"
}
