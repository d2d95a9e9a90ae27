import TintypeDiagnostics

// Errors in a `.cube` file; their locations are in that file.
extension Diagnostic {
  static func tableWithoutSize(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-without-size", message: "this file does not declare the size of its table", primary: Label(place),
      notes: ["add a line before the numbers, for example: LUT_3D_SIZE 33"])
  }

  static func badTableSize(_ shape: ColorTable.Stage.Shape, at place: SourceLocation) -> Diagnostic {
    let (what, keyword) = shape == .curves ? ("a 1D table", "LUT_1D_SIZE 1024") : ("a cube", "LUT_3D_SIZE 33")
    return Diagnostic(
      code: "table-size", message: "\(what) has 2 to \(shape.largestEdge) entries along each axis",
      primary: Label(place), notes: ["for example: \(keyword)"])
  }

  static func unknownTableKeyword(_ word: String, at place: SourceLocation, nearest: String?) -> Diagnostic {
    Diagnostic(
      code: "table-keyword", message: "'\(word.prefix(40))' is not a keyword of .cube files",
      primary: Label(place, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: [
        """
        the keywords are TITLE, LUT_1D_SIZE, LUT_3D_SIZE, DOMAIN_MIN, DOMAIN_MAX, LUT_1D_INPUT_RANGE and \
        LUT_3D_INPUT_RANGE; comments begin with #
        """
      ])
  }

  static func tableKeywordTwice(_ word: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(code: "table-keyword-twice", message: "'\(word)' is given twice", primary: Label(place))
  }

  static func lateTableKeyword(_ word: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-keyword-late", message: "'\(word)' must come before the numbers of the table",
      primary: Label(place))
  }

  static func tableNumbersMissing(
    after word: String, _ wanted: Int, found: Int, at place: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      code: "table-numbers-missing", message: "'\(word)' takes \(wanted) numbers, and this line has \(found)",
      primary: Label(place))
  }

  static func tooMuchOnLine(at place: SourceLocation) -> Diagnostic {
    Diagnostic(code: "table-line-too-long", message: "this line has extra text after its value", primary: Label(place))
  }

  static func badTableRange(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-range", message: "the upper end of a range must be clearly above its lower end",
      primary: Label(place), notes: ["without this line the range is 0 to 1"])
  }

  static func tableRangeTwice(at place: SourceLocation, other: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-range-twice", message: "the range of the table is given in two ways",
      primary: Label(place), related: [Label(other, "the other way")])
  }

  static func rangeOfNoTable(_ shape: ColorTable.Stage.Shape, at place: SourceLocation) -> Diagnostic {
    let (what, keyword) = shape == .curves ? ("1D table", "LUT_1D_SIZE") : ("cube", "LUT_3D_SIZE")
    return Diagnostic(
      code: "range-of-no-table", message: "this is the range of a \(what), but the file has no \(what)",
      primary: Label(place), notes: ["a \(what) is declared by a line \(keyword)"])
  }

  static func entryNotThreeNumbers(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-entry", message: "an entry of a table is three numbers: red, green and blue",
      primary: Label(place))
  }

  static func notATableNumber(_ word: String, at place: SourceLocation) -> Diagnostic {
    var notes = ["numbers look like 0.5, -1 or 2.5e-3"]
    if word.contains(",") { notes.append("use a decimal point, and spaces between numbers") }
    return Diagnostic(
      code: "table-number", message: "'\(word.prefix(40))' is not a number", primary: Label(place), notes: notes)
  }

  static func tableNumberTooLarge(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-number-too-large", message: "this number is too large for single precision", primary: Label(place),
      notes: ["the largest number is 3.4e38"])
  }

  static func tooManyEntries(_ wanted: Int, _ sizes: [SourceLocation], at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-entries", message: "the table has \(wanted) entries, and this is an extra one",
      primary: Label(place),
      related: sizes.map { Label($0, "the size is declared here") })
  }

  static func tooFewEntries(
    _ wanted: Int, found: Int, _ sizes: [SourceLocation], at place: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      code: "table-entries", message: "the table has \(wanted) entries, and the file ends after \(found)",
      primary: Label(place), related: sizes.map { Label($0, "the size is declared here") })
  }
}
