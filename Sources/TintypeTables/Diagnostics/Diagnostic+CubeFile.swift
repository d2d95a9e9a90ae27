import TintypeDiagnostics

// What may be wrong with a `.cube` file. The places are in that file.
extension Diagnostic {
  static func tableWithoutSize(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-without-size", message: "the file does not say how large its table is", primary: Label(place),
      notes: ["a line before the numbers does, for example: LUT_3D_SIZE 33"])
  }

  static func badTableSize(_ shape: ColorTable.Stage.Shape, at place: SourceLocation) -> Diagnostic {
    let (what, keyword) = shape == .curves ? ("a 1D table", "LUT_1D_SIZE 1024") : ("a cube", "LUT_3D_SIZE 33")
    return Diagnostic(
      code: "table-size", message: "\(what) has 2 to \(shape.largestEdge) entries along each axis",
      primary: Label(place), notes: ["for example: \(keyword)"])
  }

  static func unknownTableKeyword(_ word: String, at place: SourceLocation, nearest: String?) -> Diagnostic {
    Diagnostic(
      code: "table-keyword", message: "a table's file has no '\(word.prefix(40))'",
      primary: Label(place, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: [
        "it has TITLE, LUT_1D_SIZE, LUT_3D_SIZE, DOMAIN_MIN, DOMAIN_MAX, LUT_1D_INPUT_RANGE and LUT_3D_INPUT_RANGE, and comments begin with #"
      ])
  }

  static func tableKeywordTwice(_ word: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(code: "table-keyword-twice", message: "the file says '\(word)' twice", primary: Label(place))
  }

  static func lateTableKeyword(_ word: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-keyword-late", message: "'\(word)' stands before the numbers of a table, not among them",
      primary: Label(place))
  }

  static func tableNumbersMissing(
    behind word: String, _ wanted: Int, found: Int, at place: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      code: "table-numbers-missing", message: "'\(word)' has \(wanted) numbers, and this line \(found)",
      primary: Label(place))
  }

  static func tooMuchOnLine(at place: SourceLocation) -> Diagnostic {
    Diagnostic(code: "table-line-too-long", message: "there is too much on this line", primary: Label(place))
  }

  static func badTableRange(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-range", message: "the range of a table goes from a number to a clearly larger one",
      primary: Label(place), notes: ["without a line that says so it goes from 0 to 1"])
  }

  static func tableRangeTwice(at place: SourceLocation, other: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-range-twice", message: "the file says in two ways which range its table has",
      primary: Label(place), related: [Label(other, "the other way")])
  }

  static func rangeOfNoTable(_ shape: ColorTable.Stage.Shape, at place: SourceLocation) -> Diagnostic {
    let (what, keyword) = shape == .curves ? ("1D table", "LUT_1D_SIZE") : ("cube", "LUT_3D_SIZE")
    return Diagnostic(
      code: "range-of-no-table", message: "this is the range of a \(what), and the file has none",
      primary: Label(place), notes: ["it would have a line \(keyword)"])
  }

  static func entryNotThreeNumbers(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-entry", message: "an entry of a table is three numbers: red, green and blue",
      primary: Label(place))
  }

  static func notATableNumber(_ word: String, at place: SourceLocation) -> Diagnostic {
    var notes = ["numbers are written like 0.5, -1 or 2.5e-3"]
    if word.contains(",") { notes.append("a point parts whole from fraction, and spaces part the numbers") }
    return Diagnostic(
      code: "table-number", message: "'\(word.prefix(40))' is no number", primary: Label(place), notes: notes)
  }

  static func tableNumberTooLarge(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-number-too-large", message: "this number is beyond single precision", primary: Label(place),
      notes: ["numbers of a table stay below 3.4e38"])
  }

  static func tooManyEntries(_ wanted: Int, _ sizes: [SourceLocation], at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "table-entries", message: "the table has \(wanted) entries, and this is one more", primary: Label(place),
      related: sizes.map { Label($0, "what says so") })
  }

  static func tooFewEntries(
    _ wanted: Int, found: Int, _ sizes: [SourceLocation], at place: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      code: "table-entries", message: "the table has \(wanted) entries, and the file ends behind \(found)",
      primary: Label(place), related: sizes.map { Label($0, "what says so") })
  }
}
