import Testing
import TintypeIntrinsics
import TintypeTestSupport

/// Every deviation is in standard errors; 5 of them happen by chance once in two million tries.
@Suite struct PixelNoiseTests {
  /// The manual's rows were computed by a script that follows the manual's five lines, not by this code.
  @Test func isTheHashOfTheManual() throws {
    let page = String(
      decoding: try #require(TestFiles.bytes(of: TestFiles.packageRoot + "/Documentation/Language.md")), as: UTF8.self)
    let table = try #require(page.split(separator: "<!-- noise: checked against the hash -->").last)
    let rows = table.split(separator: "\n").prefix { !$0.hasPrefix("<!--") }.dropFirst(2).map { line in
      line.split(separator: "|").compactMap { UInt32($0.filter { $0 != " " }) }
    }
    #expect(rows.count == 7)
    for row in rows {
      try #require(row.count == 6)
      let noise = PixelNoise(seed: row[0], frame: row[1], channel: row[2], row: Int32(row[3]))
      #expect(noise(column: Int32(row[4])) == Float(row[5]) / 0x1p24)
    }
  }

  @Test func isTheSameForEqualPlaces() {
    let row = PixelNoise(seed: 1, frame: 0, channel: 2, row: 7)
    #expect(row(column: 3) == PixelNoise(seed: 1, frame: 0, channel: 2, row: 7)(column: 3))
    #expect(row(column: 3) != row(column: 4))
  }

  /// Renders are pinned: these numbers never change within an edition. (The same steps with Python's integers, masked
  /// to 32 bits, give them too.)
  @Test func keepsItsNumbers() {
    let row = PixelNoise(seed: 1, frame: 0, channel: 1, row: 0)
    let codes = (0..<4).map { UInt32(row(column: $0) * 0x1p24) }
    #expect(codes == [1796720, 10787716, 6499323, 7644804])
  }

  @Test(.slow, arguments: Self.fields) func isUniform(_ field: Field) {
    let numbers = field.numbers
    #expect(abs(numbers.meanDeviation) < 5)
    #expect(abs(numbers.varianceDeviation) < 5)
    #expect(abs(numbers.chiSquareDeviation(bins: 256)) < 5)
    #expect(abs(numbers.chiSquareDeviation(bins: 65536)) < 5)
  }

  @Test(arguments: Self.lags) func hasNoGrid(_ lag: Lag) {
    #expect(abs(Self.first.correlationDeviation(with: Self.first, columns: lag.columns, rows: lag.rows)) < 5)
  }

  @Test(.slow, arguments: Self.fields.dropFirst()) func isIndependentOfItsNeighbors(_ field: Field) {
    let numbers = field.numbers
    for lag in [Lag(0, 0)] + Self.lags.prefix(5) {
      #expect(abs(Self.first.correlationDeviation(with: numbers, columns: lag.columns, rows: lag.rows)) < 5)
    }
  }

  @Test func repeatsNoRunOfNumbers() {
    #expect(Self.first.repeatedRuns(length: 4) == 0)
  }

  /// What makes one field differ from another.
  struct Field: Sendable, CustomTestStringConvertible {
    var seed: UInt32 = 1
    var frame: UInt32 = 0
    var channel: UInt32 = 0

    var testDescription: String { "seed \(seed) frame \(frame) channel \(channel)" }

    var numbers: FieldStatistics {
      FieldStatistics(width: 2048, height: 2048) { row in
        let noise = PixelNoise(seed: seed, frame: frame, channel: channel, row: Int32(row))
        return (0..<2048).map { noise(column: $0) }
      }
    }
  }

  /// A distance of two pixels.
  struct Lag: Sendable, CustomTestStringConvertible {
    let columns: Int
    let rows: Int

    init(_ columns: Int, _ rows: Int) { (self.columns, self.rows) = (columns, rows) }

    var testDescription: String { "(\(columns), \(rows))" }
  }

  private static let first = fields[0].numbers

  static let fields = [
    Field(), Field(channel: 1), Field(channel: 2), Field(channel: 3), Field(seed: 2), Field(frame: 1),
    Field(seed: 0), Field(seed: 0x8000_0000),
  ]

  static let lags = [
    Lag(1, 0), Lag(0, 1), Lag(1, 1), Lag(2, 0), Lag(0, 2), Lag(2, 1), Lag(1, 2), Lag(2, 2), Lag(4, 0), Lag(0, 4),
    Lag(8, 0),
    Lag(0, 8), Lag(16, 0), Lag(0, 16), Lag(64, 0), Lag(0, 64), Lag(128, 0), Lag(0, 128), Lag(256, 0), Lag(0, 256),
    Lag(256, 256), Lag(512, 0), Lag(0, 512), Lag(1024, 0), Lag(0, 1024), Lag(1024, 1024),
  ]
}
