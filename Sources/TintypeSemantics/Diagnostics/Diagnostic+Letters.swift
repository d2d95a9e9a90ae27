import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// Texts and dates.
extension Diagnostic {
  static func textTooLong(at place: SourceLocation, count: Int) -> Diagnostic {
    Diagnostic(
      code: "text-too-long",
      message: "a text has at most \(TextLanes.mostCharacters) characters, and this has \(count)",
      primary: Label(place))
  }

  static func notADate(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "not-a-date", message: "this is no date", primary: Label(place),
      notes: ["a date is written \"2024-08-31\" or \"2024-08-31T12:30\", and source.date is when the photo was taken"])
  }

  static func notWritten(at place: SourceLocation, _ found: String) -> Diagnostic {
    Diagnostic(
      code: "type-mismatch", message: "'text' writes a text or a date, and this is \(found)",
      primary: Label(place, found), notes: ["for example: text(source.date) or text(\"Lisbon\")"])
  }

  static func formatOfText(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "format-of-text", message: "a text is written as it is: only a date has a format", primary: Label(place))
  }

  static func faceAndFont(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "face-and-font", message: "letters have a face or a font, not both", primary: Label(place))
  }

  static func fontIsNoFile(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "font-of-no-file", message: "a font is the name of a file, in quotes", primary: Label(place),
      notes: ["for example: text(\"Lisbon\", font: \"fonts/Inter.otf\")"])
  }

  static func unknownFontFormat(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "font-format", message: "a font is a file that ends in .ttf or .otf", primary: Label(place))
  }

  static func writtenTypeInKernel(_ syntax: TypeSyntax, _ type: ValueType) -> Diagnostic {
    Diagnostic(
      code: "unknown-type", message: "a kernel computes with numbers, not with \(type.described)",
      primary: Label(syntax.location),
      notes: ["outside of kernels text(\(type == .date ? "source.date" : "\"Lisbon\"")) gives a mask"])
  }

  static func badDatePattern(_ mistake: DatePattern.Mistake, at place: SourceLocation) -> Diagnostic {
    let letters = mistake.letters.drop { $0 == "_" }
    let isShort = mistake.letters.hasPrefix("_")
    let meant = letters.first.flatMap { likely[$0] ?? fields($0).last }.map { isShort ? "_" + $0.prefix(1) : $0 }
    let isLong = !isShort && letters.first.map { !fields($0).isEmpty } ?? false
    let why =
      isShort
      ? "'\(mistake.letters)' cannot be a figure short" : "'\(mistake.letters)' is no part of a date"
    let text = place.file.text(in: place.span)
    let fixed = meant.flatMap { meant -> String? in
      guard let range = text.range(of: mistake.letters) else { return nil }
      return text.replacingCharacters(in: range, with: meant)
    }
    return Diagnostic(
      code: "bad-date-pattern", message: why,
      primary: Label(place, meant.map { isLong ? "as long as '\($0)' at most" : "did you mean '\($0)'?" } ?? ""),
      notes: [
        "yyyy yy year, MM M month, dd d day, HH H hh h hour, mm m minute, ss s second, a AM or PM; "
          + "_M _d _h with a blank for a missing figure; other letters cannot stand in it"
      ],
      fixIts: fixed.map { [FixIt("write '\(meant ?? "")'", replace: place, with: $0)] } ?? [])
  }

  /// What other languages of patterns call otherwise.
  private static let likely: [Character: String] = [
    "Y": "yyyy", "D": "dd", "S": "ss", "A": "a", "j": "d", "n": "M", "i": "mm",
  ]

  private static func fields(_ letter: Character) -> [String] {
    DatePattern.Field.allCases.map(\.rawValue).filter { $0.first == letter }
  }
}

extension String {
  /// The first place where a text stands in it.
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
  }

  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
