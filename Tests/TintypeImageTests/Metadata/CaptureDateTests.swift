import Testing

@testable import TintypeImage

@Suite struct CaptureDateTests {
  @Test(arguments: [
    ("2024:05:06 07:08:09", [2024, 5, 6, 7, 8, 9]), ("2024-05-06T07:08:09.5+02:00", [2024, 5, 6, 7, 8, 9]),
    ("2024-05-06T07:08+02:00", [2024, 5, 6, 7, 8, 0]), ("2024-05-06T07:08Z", [2024, 5, 6, 7, 8, 0]),
    ("2024-05-06", [2024, 5, 6, 0, 0, 0]), ("2024:05:06 23:59:60", [2024, 5, 6, 23, 59, 60]),
  ])
  func forms(_ text: String, _ parts: [Int]) throws {
    let date = try #require(CaptureDate(text))
    #expect([date.year, date.month, date.day, date.hour, date.minute, date.second] == parts)
  }

  @Test(arguments: ["", "0000:00:00 00:00:00", "2024:13:06 07:08:09", "2024:05:06 07:60:09", "    :  :     :  :  "])
  func otherTextIsNoDate(_ text: String) { #expect(CaptureDate(text) == nil) }
}
