public import TintypeIR

/// The date that a recipe's `source.date` has, and the language of dates.
public struct PhotoDate: Sendable, Hashable {
  /// The handling of photos without a date.
  public enum Missing: String, CaseIterable, Sendable {
    /// It is an error.
    case error
    /// Nothing is written.
    case skip
    /// When its file was last changed.
    case file
  }

  /// A date that overrides those of photos.
  public var given: CivilDate?

  /// Seconds that are added to what photos say: a camera's clock may have been wrong.
  public var shift = 0

  /// The handling of photos without a date.
  public var missing = Missing.error

  /// The language of months, weekdays and halves of the day in a picture.
  public var locale = DateLocale.en

  /// The seconds of a time to add, such as `+1h`, `-2d` or `+1h30m`; nil where the text is none.
  public static func seconds(_ text: String) -> Int? {
    let units: [Character: Int] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]
    var rest = text[...]
    let sign = rest.first == "-" ? -1 : 1
    if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
    guard !rest.isEmpty else { return nil }
    var sum = 0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard digits.count <= 9, let number = Int(digits), let unit = rest.popFirst().flatMap({ units[$0] }),
        sum < 1 << 50
      else { return nil }
      sum += number * unit
    }
    return sign * sum
  }

  /// The date of each photo; a photo without one is an error.
  public init() {}

  /// The date of a photo; nil for none that is to be written.
  ///
  /// - Throws: for a photo without a date, and for a date that is shifted out of the calendar.
  public func date(of metadata: PictureMetadata, file: FilePath) throws(ImageError) -> CivilDate? {
    if let date = try known(of: metadata, file: file) { return date }
    if missing == .skip { return nil }
    throw ImageError(.unsupported, "the photo has no date; pass --date or --date-missing")
  }

  /// The date of a photo, if it is known.
  ///
  /// - Throws: for a date that is shifted out of the calendar.
  func known(of metadata: PictureMetadata, file: FilePath) throws(ImageError) -> CivilDate? {
    if let given { return given }
    var found = metadata.captureDate.flatMap {
      CivilDate($0.year, $0.month, $0.day, $0.hour, $0.minute, min($0.second, 59))
    }
    if found == nil, missing == .file {
      found = FileStatus(file).map(\.modifiedParts).flatMap { CivilDate($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }
    }
    guard let found else { return nil }
    guard let shifted = found.shifted(bySeconds: shift) else {
      throw ImageError(.unsupported, "its shifted date is not a valid date")
    }
    return shifted
  }
}
