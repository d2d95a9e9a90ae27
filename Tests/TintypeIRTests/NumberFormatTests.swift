import Testing

@testable import TintypeIR

@Suite struct NumberFormatTests {
  @Test(
    arguments: [
      (.plain, 400, "400"), (.plain, 0, "0"), (.plain, -0.0, "0"), (.plain, 5.6, "5.6"), (.plain, -0.25, "-0.25"),
      (.plain, 0.1, "0.1"), (.plain, 1.0 / 3, "0.333333"), (.plain, 123.456789, "123.457"), (.plain, 1e-7, "0"),
      (.plain, 99_999.96, "100000"), (.plain, 12_345_678, "12345678"), (.plain, 1e15, "999999986991104"),
      (.plain, 1e18, "999999984306749440"),
      (.plain, 1e20, "1.0000000200408773e+20"), (.plain, .infinity, "inf"), (.plain, -.infinity, "-inf"),
      (.plain, .nan, "nan"),
      (.percent, 0.4, "40%"), (.percent, 0.125, "12.5%"), (.percent, 1.0 / 3, "33.3%"), (.percent, -0.01, "-1%"),
      (.stops, 1.0 / 3, "+0.3"), (.stops, -2.0 / 3, "-0.7"), (.stops, 1, "+1"), (.stops, 0, "0"), (.stops, 0.04, "0"),
      (.stops, -0.04, "0"), (.stops, 0.05, "+0.1"),
      (.aperture, 0.95, "f/0.95"), (.aperture, 1.4, "f/1.4"), (.aperture, 5.6, "f/5.6"), (.aperture, 8, "f/8"),
      (.aperture, 9.96, "f/10"), (.aperture, 16, "f/16"), (.aperture, 22.6, "f/23"),
      (.shutter, 1.0 / 8000, "1/8000"), (.shutter, 0.004, "1/250"), (.shutter, 1.0 / 60, "1/60"),
      (.shutter, 0.25, "1/4"), (.shutter, 0.3, "0.3"), (.shutter, 0.5, "0.5"), (.shutter, 1, "1"),
      (.shutter, 1.3, "1.3"),
      (.shutter, 30, "30"), (.shutter, 0, "0"), (.shutter, -1, "-1"),
    ] as [(NumberFormat.Style, Double, String)])
  func writesAsPhotographersDo(_ style: NumberFormat.Style, _ number: Double, _ text: String) {
    #expect(NumberFormat(style).text(of: number) == text)
  }

  @Test(
    arguments: [
      (.plain, 0, 5.5, "6"), (.plain, 0, -5.5, "-6"), (.plain, 2, 8, "8.00"), (.plain, 2, 0.004, "0.00"),
      (.plain, 2, -0.004, "0.00"), (.plain, 6, 0.015625, "0.015625"), (.percent, 1, 0.4, "40.0%"),
      (.stops, 2, 0.3333, "+0.33"), (.plain, 6, 2e9, "2000000000.000000"), (.stops, 1, 0, "0.0"),
      (.aperture, 1, 8, "f/8.0"), (.aperture, 1, 11, "f/11.0"),
    ] as [(NumberFormat.Style, Int, Double, String)])
  func hasAsManyDecimalsAsAreAskedFor(_ style: NumberFormat.Style, _ decimals: Int, _ number: Double, _ text: String) {
    #expect(NumberFormat(style, decimals: decimals).text(of: number) == text)
  }

  /// Whatever the number, so that a plan can tell how long a text may become; and of letters that all faces draw.
  @Test func hasAnEnd() {
    let numbers: [Float] = [
      0, 1, -1, .pi, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude,
      1e15, 999_999_986_991_104, -999_999_986_991_104, 16_777_215, .nan, .infinity,
    ]
    for format in NumberFormat.allCases {
      for number in numbers {
        let text = format.text(of: Double(number))
        #expect(text.unicodeScalars.count <= NumberFormat.mostCharacters, "\(text)")
        #expect(!text.isEmpty && !text.contains("\n"))
      }
    }
    let widest = NumberFormat(.percent, decimals: 6).text(of: -9_999_999)
    #expect(widest == "-999999900.000000%")
  }

  @Test func joinedTextsEndSomewhere() {
    let long = Array(repeating: 65.0, count: 150)
    #expect(TextOperation.joined.lanes(of: [long, [66]]) == long + [66])
    #expect(TextOperation.joined.lanes(of: [long, long]).count == TextLanes.mostCharacters)
  }
}
