import Testing
import TintypeIR
import TintypeText

@Suite struct DateTests {
  private let date = CivilDate("1998-08-04T07:05:09")!

  @Test(arguments: [
    ("'yy _M _d", "'98  8  4"), ("yyyy-MM-dd", "1998-08-04"), ("d.M.yy", "4.8.98"), ("HH:mm:ss", "07:05:09"),
    ("h:mm a", "7:05 AM"), ("_H _h hh", " 7  7 07"), ("", ""), ("_-_", "_-_"), ("M/d", "8/4"),
    ("EEE d MMM yyyy", "Tue 4 Aug 1998"), ("EEEE d MMMM", "Tuesday 4 August"),
  ]) func patternsAreWritten(_ pattern: String, _ text: String) throws {
    #expect(try DatePattern(pattern).text(of: date.lanes) == text)
    #expect(try DatePattern(pattern).text(of: []) == "")
  }

  @Test(arguments: [
    (DateLocale.de, "Dienstag, 4. August 1998 | Di. 4. Aug. | AM"), (.fr, "mardi, 4. août 1998 | mar. 4. août | AM"),
    (.fi, "tiistaina, 4. elokuuta 1998 | ti 4. elo | ap."), (.pl, "wtorek, 4. sierpnia 1998 | wt. 4. sie | AM"),
    (.tr, "Salı, 4. Ağustos 1998 | Sal 4. Ağu | ÖÖ"), (.vi, "Thứ Ba, 4. tháng 8 1998 | Th 3 4. thg 8 | SA"),
  ]) func wordsAreThoseOfTheLanguage(_ locale: DateLocale, _ text: String) throws {
    #expect(try DatePattern("EEEE, d. MMMM yyyy | EEE d. MMM | a").text(of: date.lanes, locale) == text)
  }

  /// The words of each language, as a hash of all of them, from Babel 2.18 (CLDR 47):
  ///
  ///     def words(tag):
  ///         l = babel.Locale(tag); m, d, p = (x["format"] for x in (l.months, l.days, l.day_periods))
  ///         return ([m[w][k] for w in ("wide", "abbreviated") for k in range(1, 13)]
  ///                 + [d[w][(k + 6) % 7] for w in ("wide", "abbreviated") for k in range(7)]
  ///                 + [p["abbreviated"][k] for k in ("am", "pm")])
  ///     h = 0xcbf29ce484222325
  ///     for b in " ".join(words(tag)).encode(): h = (h ^ b) * 0x100000001b3 % 2**64
  @Test(arguments: zip(DateLocale.allCases, hashesOfWords)) func wordsAreThoseOfCLDR(
    _ locale: DateLocale, _ hash: UInt64
  ) throws {
    // August 1, 2021 was a Sunday.
    func texts(_ pattern: String, _ dates: [[Double]]) throws -> [String] {
      try dates.map { try DatePattern(pattern).text(of: $0 + [0, 0], locale) }
    }
    let months = (1...12).map { [2021, Double($0), 1, 0] }
    let days = (1...7).map { [2021, 8, Double($0), 0] }
    let words =
      try texts("MMMM", months) + texts("MMM", months) + texts("EEEE", days) + texts("EEE", days)
      + texts("a", [[2021, 1, 1, 11], [2021, 1, 1, 12]])
    let found = words.joined(separator: " ").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    #expect(found == hash, "\(words)")
    let missing = LetterFace.allCases.compactMap { Lettering.face($0).missingLetters(in: words.joined()) }
    #expect(missing.isEmpty)
  }

  private static let hashesOfWords: [UInt64] = [
    0xcca0ff2e58339923, 0xa992a33b1cfbe7e6, 0xa51535f5ae05e8cd, 0x121eb039feabd345, 0x9db4302bb2c25cbe,
    0x5f392627cff93dcf, 0x21f7fddd85e81509, 0x1c558366f8487434, 0xf6928ca7178d050a, 0x15512a65bc9d11fc,
    0x46c1de9a2c1f6ba7, 0xb348fda7ae01067c, 0xb55007ab95a317d2, 0xd7a14f4caceef2e9, 0xc34ba3a61ce48881,
    0x12051e0940229c0a, 0xb15d98cf951fecf7, 0x5a71ba3066c3d4d1, 0xd424e2581e43a208, 0xc708eeaca61d734d,
    0xfcfb124c87ae81dc, 0x2d373ba04cb6c1de, 0xc25ba6926e9168ce, 0xcdda42a657de3b6c, 0x2264bdc7c6d3e7ea,
    0xf9062370f94c28cd, 0x17acd36dc8e52376, 0xc6391947a2ed6d48,
  ]

  @Test func theClockOfTwelveHasNoZero() throws {
    let pattern = try DatePattern("h a")
    let hours = [0, 1, 11, 12, 13, 23].map { pattern.text(of: [2024, 1, 1, Double($0), 0, 0]) }
    #expect(hours == ["12 AM", "1 AM", "11 AM", "12 PM", "1 PM", "11 PM"])
  }

  @Test(arguments: [
    ("YYYY", "YYYY", 0), ("yy MMMMM", "MMMMM", 3), ("Paris", "P", 0), ("_MM", "_MM", 0), ("yyy", "yyy", 0),
  ])
  func whatIsNoPartIsAMistake(_ pattern: String, _ letters: String, _ offset: Int) {
    do throws(DatePattern.Mistake) {
      _ = try DatePattern(pattern)
      Issue.record("'\(pattern)' was read")
    } catch {
      #expect(error.letters == letters && error.offset == offset)
    }
  }

  @Test(
    arguments: [
      ("2024-08-31", [2024, 8, 31, 0, 0, 0]), ("2024:08:31 12:30:15", [2024, 8, 31, 12, 30, 15]),
      ("2024-02-29T23:59", [2024, 2, 29, 23, 59, 0]), ("2024-08-31T12:30:15.75+02:00", [2024, 8, 31, 12, 30, 15]),
      ("2024-08-31 12:30Z", [2024, 8, 31, 12, 30, 0]),
    ] as [(String, [Double])]) func datesAreRead(_ text: String, _ lanes: [Double])
  {
    #expect(CivilDate(text)?.lanes == lanes)
  }

  @Test(arguments: [
    "", "2024", "2024-13-01", "2023-02-29", "1900-02-29", "2024-04-31", "2024-08-31T25:00", "2024-08-31T12", "24-08-31",
    "2024-08-31x", "2024-08-31T12:30+2", "31.8.2024", "2024-08-31T12:30:1", "0000-00-00",
  ]) func whatIsNoDateIsNone(_ text: String) { #expect(CivilDate(text) == nil) }

  /// python3 -c "from datetime import *; print(datetime(1998,8,4,7,5,9)+timedelta(seconds=S))"
  @Test(arguments: [
    (3600, "1998-08-04 08:05:09"), (-2 * 86_400, "1998-08-02 07:05:09"), (1_000_000_000, "2030-04-12 08:51:49"),
    (-1_000_000_000, "1966-11-26 05:18:29"), (0, "1998-08-04 07:05:09"), (-25_510, "1998-08-03 23:59:59"),
  ]) func datesAreShifted(_ seconds: Int, _ text: String) {
    #expect(date.shifted(bySeconds: seconds)?.text == text)
    #expect(date.shifted(bySeconds: seconds)?.shifted(bySeconds: -seconds) == date)
  }

  /// Every day of nine hundred years, one after the other.
  @Test func daysFollowOneAnother() {
    var day = CivilDate("1850-01-01")!
    var count = 0
    while day.lanes[0] < 2750, let next = day.shifted(bySeconds: 86_400) {
      #expect(next.shifted(bySeconds: -86_400) == day)
      let sameMonth = next.lanes[1] == day.lanes[1] && next.lanes[2] == day.lanes[2] + 1
      #expect(sameMonth || next.lanes[2] == 1 && day.lanes[2] >= 28)
      (day, count) = (next, count + 1)
    }
    // python3 -c "from datetime import *; print((date(2750,1,1)-date(1850,1,1)).days)"
    #expect(count == 328_718)
  }

  @Test func beyondTheCalendarIsNoDate() {
    #expect(date.shifted(bySeconds: .max) == nil && date.shifted(bySeconds: .min) == nil)
    #expect(date.shifted(bySeconds: 300_000_000_000) == nil)
  }
}
