import Testing

@testable import TintypeSizes

@Suite struct SaturatingCountTests {
  private static let extremes = [Int.min, -1, 0, 1, 3, 1 << 31, 1 << 62, .max - 1, .max]

  /// What arithmetic without limits gives, held between 0 and `Int.max`.
  private static func clamped(_ number: (high: Int, low: UInt)) -> Int {
    number.high < 0 ? 0 : number.high > 0 || number.low > UInt(Int.max) ? .max : Int(number.low)
  }

  @Test(arguments: extremes, extremes) func saturates(_ a: Int, _ b: Int) {
    let (x, y) = (ByteCount(a), ByteCount(b))
    #expect(x.count == max(a, 0))
    #expect((x * b).count == Self.clamped(x.count.multipliedFullWidth(by: max(b, 0))))
    #expect((x + y).count == Int(clamping: UInt(x.count) + UInt(y.count)))
    #expect((x - y).count == max(x.count - y.count, 0))
    #expect(PixelCount(a, by: b).count == (x * b).count)
    #expect(PixelCount(a).bytes(each: b) == x * b)
    #expect((x < y) == (x.count < y.count))
  }

  @Test func sumsSaturate() {
    #expect([ByteCount.unbounded, 1, .unbounded].total == .unbounded)
    #expect([ByteCount]().total == 0)
    #expect(ByteCount(clamping: UInt64.max) == .unbounded && PixelCount(clamping: -1 as Int8) == 0)
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"), (9_999, "9.9 kB"), (99_999, "99 kB"),
    (123_456, "123 kB"),
    (1_234_567, "1.2 MB"), (2_000_000_000, "2.0 GB"), (Int.max, "9223372036 GB"),
  ]) func isReadByPeople(_ count: Int, _ text: String) { #expect("\(ByteCount(count))" == text) }
}
