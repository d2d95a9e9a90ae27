public import ArgumentParser
public import Tintype
public import TintypeIR

/// The date that a look writes into a photo.
struct DateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write this date, such as 2024-08-31 or 2024-08-31T12:30, in place of when the photo was taken.",
      valueName: "date"))
  var date: CivilDate?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Correct the camera's clock by a time such as +1h, -2d or +1h30m.", valueName: "time"))
  var dateShift: Shift?

  @Option(
    help: "A photo without a date: error, skip (write no date) or file (the date of its file)."
  )
  var dateMissing: PhotoDate.Missing?

  @Option(help: DateLocale.help)
  var locale: DateLocale?

  func validate() throws {
    if date != nil, dateShift != nil { throw ValidationError("--date sets the date; omit --date-shift.") }
  }

  /// The options, with a default for photos without a date.
  func photoDate(missing: PhotoDate.Missing = .error) -> PhotoDate {
    var photoDate = PhotoDate()
    fill(&photoDate)
    if dateMissing == nil { photoDate.missing = missing }
    return photoDate
  }

  /// Overrides what the options set.
  func fill(_ photoDate: inout PhotoDate) {
    if let date { photoDate.given = date }
    if let dateShift { photoDate.shift = dateShift.seconds }
    if let dateMissing { photoDate.missing = dateMissing }
    if let locale { photoDate.locale = locale }
  }

  /// A time to add, as people write it.
  struct Shift: ExpressibleByArgument {
    let seconds: Int

    init?(argument: String) {
      guard let seconds = PhotoDate.seconds(argument) else { return nil }
      self.seconds = seconds
    }
  }
}

extension CivilDate: ExpressibleByArgument {
  /// A date as people write it.
  public init?(argument: String) { self.init(argument) }
}

extension PhotoDate.Missing: ExpressibleByArgument {}

extension DateLocale: ExpressibleByArgument {
  static let help: ArgumentHelp = "The language of months and weekdays, such as de (default: en)."
}
