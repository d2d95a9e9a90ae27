import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// Texts and dates.
extension Diagnostic {
  static func textTooLong(at place: SourceLocation, count: Int) -> Diagnostic {
    Diagnostic(
      code: "text-too-long", "a text has at most \(TextLanes.mostCharacters) characters, and this has \(count)",
      at: place)
  }

  static let notADate = Mistake(
    code: "not-a-date", "this is not a date",
    notes: ["a date is written \"2024-08-31\" or \"2024-08-31T12:30\", and source.date is when the photo was taken"])

  static func textAsFallback(at place: SourceLocation, of type: ValueType) -> Diagnostic {
    Diagnostic(
      code: "type-mismatch", "the fallback of \(type.described) is one, too, and this is a text", at: place, "a text",
      notes: ["for example: source.iso ?? 100; a photo that does not say it cannot be told by a text"])
  }

  static func needlessFallback(at sign: SourceLocation, through end: SourceLocation) -> Diagnostic {
    let whole = SourceLocation(sign.file, sign.span.union(end.span))
    return Diagnostic(
      code: "needless-fallback", "'??' follows a field that a photo may lack", at: sign,
      notes: ["for example: source.iso ?? 100; compared, (source.iso ?? 100) > 800"],
      fixIts: [FixIt("delete '\(whole.text)'", replace: whole, with: "")])
  }

  static func missingLetters(_ missing: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: Warning.missingLetters.rawValue, severity: .warning, missing, at: place,
      notes: [
        "a font has more letters: text(…, font: \"fonts/Inter.otf\"), in a build with the trait FreeType",
        "the faces have the letters of all Latin alphabets, figures and punctuation",
      ])
  }

  static func notFormatted(at place: SourceLocation, _ type: ExpressionType) -> Diagnostic {
    let wayOut: String? =
      switch type {
      case .value(.bool): "for example: if flag { \"on\" } else { \"off\" }"
      case .value(.vec2): "write its parts: \\(p.x) and \\(p.y)"
      case .value(.rgb), .value(.rgba): "write its parts: \\(c.r), \\(c.g) and \\(c.b)"
      case .value(.length): "write its number of pixels: \\(pixels(2%))"
      case .mask: "what is the same at all pixels can be written; write a text inside a text without its own text(…)"
      case .image:
        "letters are a mask, which is added: source + text(\"Lisbon\"); what is the same at all pixels can be written, "
          + "such as mean(luma709(source))"
      case .word: "put a text in quotes, for example: text(\"Lisbon\")"
      default: nil
      }
    return Diagnostic(
      code: "type-mismatch", "a text is made of numbers, dates and texts, and this is \(type.described)", at: place,
      type.described, notes: wayOut.map { [$0] } ?? [])
  }

  /// - Parameter word: the word that is written as a text.
  static func formatOfAnother(at place: SourceLocation, isNumber: Bool, isText: Bool, word: String?) -> Diagnostic {
    if isText { return Diagnostic(code: "format-of-text", "a text takes no format", at: place) }
    return Diagnostic(
      code: "format-of-text",
      isNumber ? "a pattern is for dates, and this is a number" : "a word is for numbers, and this is a date",
      at: place,
      notes: [
        isNumber
          ? "for example: format(source.aperture, as: .aperture), or decimals: 2"
          : "for example: format(source.date, as: \"d MMMM yyyy\")"
      ],
      fixIts: [isNumber ? word.map { FixIt("write '.\($0)'", replace: place, with: "." + $0) } : nil])
  }

  static let decimalsOfNoNumber = Mistake(code: "format-of-text", "only a number has decimals")

  static let decimalsOfFraction = Mistake(code: "format-of-text", "a shutter speed such as 1/125 has no decimals")

  static let decimalsAreNone = Mistake(
    code: "amount-out-of-range",
    "the number of decimals is a whole constant from 0 to \(NumberFormat.decimals.upperBound)")

  static let formatOfText = Mistake(
    code: "format-of-text", "'format' applies to dates, and this writes no date",
    notes: ["for a number: text(format(x, decimals: 2)); for a date in a text: format(source.date, as: \"d MMM yyyy\")"]
  )

  static func notAFormat(at place: SourceLocation, _ found: String, words: [String]) -> Diagnostic {
    Diagnostic(
      code: "type-mismatch",
      "'as' is \(list(words.map { ".\($0)" }, "or")) or the pattern of a date, and this is \(found)",
      at: place, found, notes: ["for the number of decimals: format(x, decimals: 2)"])
  }

  static let wordForDate = Mistake(
    code: "format-of-text", "a date is written by a pattern in quotes",
    notes: ["for example: format(source.date, as: \"d MMMM yyyy\"), which is 31 August 2024"])

  static let faceAndFont = Mistake(code: "face-and-font", "letters have a face or a font, not both")

  static let fontIsNoFile = Mistake(
    code: "font-of-no-file", "a font is the name of a file, in quotes",
    notes: ["for example: text(\"Lisbon\", font: \"fonts/Inter.otf\")"])

  static let unknownFontFormat = Mistake(
    code: "font-format", "a font is a file that ends in .ttf or .otf",
    notes: ["put the file beside the recipe: font: \"Inter.otf\"; without one, letters have a face: face: .plain"])

  static func lettersInKernel(_ type: ValueType, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "text-is-no-value", "a kernel cannot compute with \(type.described)", at: place,
      notes: ["use it outside of kernels, and pass the mask or image that it makes"])
  }

  static func writtenTypeInKernel(_ syntax: TypeSyntax, _ type: ValueType) -> Diagnostic {
    Diagnostic(
      code: "unknown-type", "a kernel computes with numbers, not with \(type.described)", at: syntax.location,
      notes: ["outside of kernels text(\(type == .date ? "source.date" : "\"Lisbon\"")) gives a mask"])
  }

  static func badDatePattern(_ mistake: DatePattern.Mistake, at place: SourceLocation) -> Diagnostic {
    let letters = mistake.letters.drop { $0 == "_" }
    let isShort = mistake.letters.hasPrefix("_")
    let field = letters.first.flatMap { likely[$0] ?? nearest($0, letters.count) }
    let meant = field.map { isShort ? "_" + $0.prefix(1) : $0 }
    let isLong = meant.map { $0.first == mistake.letters.first && !isShort && letters.count > $0.count } ?? false
    let why =
      isShort
      ? "'\(mistake.letters)' cannot be padded with a blank" : "'\(mistake.letters)' is not a field of a date"
    if let pattern = place.text.withoutPercentFields {
      return Diagnostic(
        code: "bad-date-pattern", why, at: place, "fields have no percent sign",
        fixIts: [FixIt("write \(pattern)", replace: place, with: pattern)])
    }
    // The other fields, too: `DD.MM.YYYY`.
    var (text, next) = (place.text, Optional(mistake))
    for _ in 0..<6 {
      guard let mistake = next, let letters = text.places(of: mistake.letters).first,
        let meant = mistake.letters.first.flatMap({ likely[$0] ?? nearest($0, mistake.letters.count) })
      else { break }
      text.replaceSubrange(letters, with: meant)
      next = nil
      do { _ = try DatePattern(String(text.dropFirst().dropLast())) } catch { next = error }
    }
    let fixed = next == nil ? text : nil
    return Diagnostic(
      code: "bad-date-pattern", why, at: place,
      meant.map { isLong ? "as long as '\($0)' at most" : "did you mean '\($0)'?" } ?? "",
      notes: [
        "yyyy yy year, MMMM MMM MM M month, EEEE EEE weekday, dd d day, HH H hh h hour, mm m minute, ss s second, "
          + "a AM or PM; _M _d _H _h padded with a blank; other letters are not allowed"
      ],
      fixIts: [fixed == place.text ? nil : fixed.map { FixIt("write \($0)", replace: place, with: $0) }])
  }

  /// What other languages of patterns call otherwise.
  private static let likely: [Character: String] = [
    "Y": "yyyy", "D": "dd", "S": "ss", "A": "a", "j": "d", "n": "M", "i": "mm",
  ]

  /// The shortest date field with at least this number of letters, or else the longest.
  private static func nearest(_ letter: Character, _ count: Int) -> String? {
    let fields = DatePattern.Field.allCases.map { $0.rawValue }.filter { $0.first == letter }.sorted {
      $0.count < $1.count
    }
    return fields.first { $0.count >= count } ?? fields.last
  }
}

extension String {
  /// A pattern of `strftime` such as `%d.%m.%Y` with the fields of a ``DatePattern``; nil for anything else.
  fileprivate var withoutPercentFields: String? {
    let fields: [Character: String] = [
      "d": "dd", "e": "_d", "m": "MM", "b": "MMM", "B": "MMMM", "Y": "yyyy", "y": "yy", "a": "EEE", "A": "EEEE",
      "H": "HH", "I": "hh", "M": "mm", "S": "ss", "p": "a",
    ]
    var (pattern, count, rest) = ("", 0, self[...])
    while let letter = rest.popFirst() {
      guard letter == "%" else {
        pattern.append(letter)
        continue
      }
      guard let field = rest.popFirst().flatMap({ fields[$0] }) else { return nil }
      pattern += field
      count += 1
    }
    return count > 0 ? pattern : nil
  }
}
