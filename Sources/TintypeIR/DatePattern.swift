/// A date format: runs of letters are fields, everything else is literal.
///
/// ```
///  'yy MM dd   ->   '98 08 24        yyyy-MM-dd HH:mm   ->   1998-08-24 12:30
/// ```
public struct DatePattern: Sendable, Hashable {
  /// The field that a run of letters names.
  public enum Field: String, CaseIterable, Sendable, Hashable {
    case year = "yyyy"
    case shortYear = "yy"
    case month = "M"
    case paddedMonth = "MM"
    case shortMonthName = "MMM"
    case monthName = "MMMM"
    case day = "d"
    case paddedDay = "dd"
    case shortWeekday = "EEE"
    case weekday = "EEEE"
    case hour = "H"
    case paddedHour = "HH"
    case hourOfTwelve = "h"
    case paddedHourOfTwelve = "hh"
    case minute = "m"
    case paddedMinute = "mm"
    case second = "s"
    case paddedSecond = "ss"
    case half = "a"
  }

  /// A part of the pattern.
  public enum Part: Sendable, Hashable {
    /// Literal text.
    case literal(String)
    /// A field of the date; if aligned, padded with a blank to its full width.
    case field(Field, isAligned: Bool)
  }

  /// A run of letters that names no field.
  public struct Mistake: Error, Hashable {
    /// The run of letters.
    public let letters: String
    /// The number of characters before it.
    public let offset: Int
  }

  /// The default: the format of camera date backs.
  public static let usual = "'yy _M _d"

  /// The parts, in order.
  public let parts: [Part]

  /// Parses a pattern.
  public init(_ text: String) throws(Mistake) {
    var parts: [Part] = []
    var literal = ""
    let letters = Array(text)
    var index = 0
    while index < letters.count {
      let isAligned = letters[index] == "_" && index + 1 < letters.count && letters[index + 1].isFieldLetter
      let start = isAligned ? index + 1 : index
      guard letters[start].isFieldLetter else {
        literal.append(letters[index])
        index += 1
        continue
      }
      let run = String(letters[start...].prefix { $0 == letters[start] })
      guard let field = Field(rawValue: run), !isAligned || field.canBeShort else {
        throw Mistake(letters: (isAligned ? "_" : "") + run, offset: index)
      }
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = ""
      parts.append(.field(field, isAligned: isAligned))
      index = start + run.count
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.parts = parts
  }

  /// Whether `mm` (minutes) is probably meant as a month: next to a day or year, and with neither a month nor an hour.
  public var hasMinutesForMonths: Bool {
    let letters = Set(
      parts.compactMap { part -> Character? in if case .field(let field, _) = part { field.rawValue.first } else { nil }
      })
    return letters.contains("m") && !letters.isDisjoint(with: ["d", "y"]) && letters.isDisjoint(with: ["M", "H", "h"])
  }

  /// The formatted date as a value of type `text`.
  public func lanes(of date: [Double], _ locale: DateLocale) -> [Double] {
    TextLanes.lanes(of: text(of: date, locale))
  }

  /// The formatted date, from year, month, day, hour, minute and second; empty if there are no numbers.
  public func text(of date: [Double], _ locale: DateLocale = .en) -> String {
    guard date.count == 6 else { return "" }
    return parts.map { part in
      switch part {
      case .literal(let text): text
      case .field(let field, let isAligned): field.text(of: date.map { Int($0) }, locale, isAligned: isAligned)
      }
    }.joined()
  }
}

extension DatePattern.Field {
  /// Whether the field may have one digit or two.
  fileprivate var canBeShort: Bool {
    switch self {
    case .month, .day, .hour, .hourOfTwelve, .minute, .second: true
    default: false
    }
  }

  fileprivate func text(of date: [Int], _ locale: DateLocale, isAligned: Bool) -> String {
    func padded(_ number: Int, _ digits: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    func short(_ number: Int) -> String { isAligned && number < 10 ? " \(number)" : "\(number)" }
    let weekday = CivilDate.weekday(date[0], date[1], date[2])
    let hourOfTwelve = (date[3] + 11) % 12 + 1
    return switch self {
    case .year: padded(date[0], 4)
    case .shortYear: padded(date[0] % 100)
    case .month: short(date[1])
    case .paddedMonth: padded(date[1])
    case .shortMonthName: locale.word(.shortMonths, date[1] - 1)
    case .monthName: locale.word(.months, date[1] - 1)
    case .day: short(date[2])
    case .paddedDay: padded(date[2])
    case .shortWeekday: locale.word(.shortWeekdays, weekday)
    case .weekday: locale.word(.weekdays, weekday)
    case .hour: short(date[3])
    case .paddedHour: padded(date[3])
    case .hourOfTwelve: short(hourOfTwelve)
    case .paddedHourOfTwelve: padded(hourOfTwelve)
    case .minute: short(date[4])
    case .paddedMinute: padded(date[4])
    case .second: short(date[5])
    case .paddedSecond: padded(date[5])
    case .half: locale.word(.halves, date[3] < 12 ? 0 : 1)
    }
  }
}

extension Character {
  fileprivate var isFieldLetter: Bool { isASCII && isLetter }
}
