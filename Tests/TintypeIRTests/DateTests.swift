import Testing
import TintypeIR

@Suite struct DateTests {
  private let date = CivilDate("1998-08-04T07:05:09")!

  @Test(arguments: [
    ("'yy _M _d", "'98  8  4"), ("yyyy-MM-dd", "1998-08-04"), ("d.M.yy", "4.8.98"), ("HH:mm:ss", "07:05:09"),
    ("h:mm a", "7:05 AM"), ("_H _h hh", " 7  7 07"), ("", ""), ("_-_", "_-_"), ("M/d", "8/4"),
    ("EEE d MMM yyyy", "Tue 4 Aug 1998"),
  ]) func patternsAreWritten(_ pattern: String, _ text: String) throws {
    #expect(try DatePattern(pattern).text(of: date.lanes) == text)
    #expect(try DatePattern(pattern).text(of: []) == "")
  }

  @Test func theClockOfTwelveHasNoZero() throws {
    let pattern = try DatePattern("h a")
    let hours = [0, 1, 11, 12, 13, 23].map { pattern.text(of: [2024, 1, 1, Double($0), 0, 0]) }
    #expect(hours == ["12 AM", "1 AM", "11 AM", "12 PM", "1 PM", "11 PM"])
  }

  @Test(arguments: [
    ("YYYY", "YYYY", 0), ("yy MMMM", "MMMM", 3), ("Paris", "P", 0), ("_MM", "_MM", 0), ("yyy", "yyy", 0),
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
