public import ArgumentParser
public import Tintype
import TintypeIR

/// Which day a look writes into a photo.
struct DateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write this date, such as 2024-08-31 or 2024-08-31T12:30, in place of when the photo was taken.",
      valueName: "date"))
  var date: Day?

  @Option(
    help: ArgumentHelp("Set the camera's clock right: add a time such as +1h, -2d or +1h30m.", valueName: "time"))
  var dateShift: Shift?

  @Option(
    help:
      "A photo that does not say when it was taken is an error, gets no date (skip), or that of its file: error, skip, file."
  )
  var dateMissing: PhotoDate.Missing?

  func validate() throws {
    if date != nil, dateShift != nil { throw ValidationError("--date says the date: there is nothing to shift.") }
  }

  /// What was asked for.
  func photoDate(missing: PhotoDate.Missing = .error) -> PhotoDate {
    var photoDate = PhotoDate()
    fill(&photoDate)
    if dateMissing == nil { photoDate.missing = missing }
    return photoDate
  }

  /// Puts what was asked for over what was there.
  func fill(_ photoDate: inout PhotoDate) {
    if let date { photoDate.given = date.date }
    if let dateShift { photoDate.shift = dateShift.seconds }
    if let dateMissing { photoDate.missing = dateMissing }
  }

  /// A date as people write it.
  struct Day: ExpressibleByArgument {
    let date: CivilDate

    init?(argument: String) {
      guard let date = CivilDate(argument) else { return nil }
      self.date = date
    }
  }

  /// A time to add, as people write it.
  struct Shift: ExpressibleByArgument {
    let seconds: Int

    init?(argument: String) {
      var rest = Substring(argument)
      let sign = rest.first == "-" ? -1 : 1
      if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
      guard !rest.isEmpty else { return nil }
      var sum = 0
      while !rest.isEmpty {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        let units: [Character: Int] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]
        guard digits.count <= 9, let number = Int(digits), let unit = rest.popFirst().flatMap({ units[$0] }) else {
          return nil
        }
        sum += number * unit
      }
      seconds = sign * sum
    }
  }
}

extension PhotoDate.Missing: ExpressibleByArgument {}
