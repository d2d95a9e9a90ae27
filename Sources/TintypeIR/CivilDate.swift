/// A local date and time of day: a value of type `date`.
public struct CivilDate: Sendable, Hashable {
  /// Year, month, day, hour, minute and second.
  public let lanes: [Double]

  /// Parses `2024-08-31`, `2024-08-31T12:30` and `2024-08-31 12:30:15.5`. A suffix `Z` or an offset such as `+02:00` is
  /// accepted and ignored: the date is local. Nil if the text is not a date.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    var index = 0
    func number(_ digits: Int) -> Int? {
      guard index + digits <= bytes.count else { return nil }
      let part = bytes[index..<index + digits]
      guard part.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
      index += digits
      return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    func take(_ characters: String) -> Bool {
      guard index < bytes.count, characters.utf8.contains(bytes[index]) else { return false }
      index += 1
      return true
    }
    guard let year = number(4), take("-:"), let month = number(2), take("-:"), let day = number(2) else { return nil }
    var time = [0, 0, 0]
    if index < bytes.count {
      guard take("T "), let hour = number(2), take(":"), let minute = number(2) else { return nil }
      time = [hour, minute, 0]
      if take(":") {
        guard let second = number(2) else { return nil }
        time[2] = second
        if take(".") {
          guard number(1) != nil else { return nil }
          while number(1) != nil {}
        }
      }
      if take("+-") {
        guard number(2) != nil, take(":"), number(2) != nil else { return nil }
      } else {
        _ = take("Z")
      }
    }
    guard index == bytes.count else { return nil }
    self.init(year, month, day, time[0], time[1], time[2])
  }

  /// Nil if the day or the time does not exist.
  public init?(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) {
    guard (1800...9999).contains(year), (1...12).contains(month), (1...Self.days(of: month, year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    lanes = [year, month, day, hour, minute, second].map(Double.init)
  }

  /// The date some seconds later; nil outside the supported years.
  public func shifted(bySeconds seconds: Int) -> CivilDate? {
    let parts = lanes.map { Int($0) }
    let time = (parts[3] * 60 + parts[4]) * 60 + parts[5]
    let (all, overflow) = (Self.dayNumber(parts[0], parts[1], parts[2]) * 86_400 + time)
      .addingReportingOverflow(seconds)
    guard !overflow else { return nil }
    var days = all / 86_400
    if all % 86_400 < 0 { days -= 1 }
    guard (-100_000...4_000_000).contains(days) else { return nil }
    let rest = all - days * 86_400
    let (year, month, day) = Self.date(ofDay: days)
    return CivilDate(year, month, day, rest / 3600, rest / 60 % 60, rest % 60)
  }

  /// The shortest text: trailing parts that are zero are omitted.
  public var text: String {
    let pattern =
      lanes[5] != 0 ? "yyyy-MM-dd HH:mm:ss" : lanes[3] != 0 || lanes[4] != 0 ? "yyyy-MM-dd HH:mm" : "yyyy-MM-dd"
    return (try? DatePattern(pattern))?.text(of: lanes) ?? ""
  }

  /// Creates a date from its lanes.
  public init?(lanes: [Double]) {
    guard lanes.count == 6, lanes.allSatisfy({ $0 == $0.rounded() && $0.magnitude < 1e5 }) else { return nil }
    let parts = lanes.map { Int($0) }
    self.init(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5])
  }

  // MARK: The calendar

  private static func days(of month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days since January 1, 1970, in the Gregorian calendar (Hinnant's `days_from_civil`, with years that begin in
  /// March).
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + ofYear - 719_468
  }

  /// The day of the week, from Sunday, which is 0.
  static func weekday(_ year: Int, _ month: Int, _ day: Int) -> Int { ((dayNumber(year, month, day) + 4) % 7 + 7) % 7 }

  private static func date(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = shifted / 146_097
    let ofEra = shifted % 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * ofYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
