import Testing
import Tintype
import TintypeDrawing
import TintypeIR
import TintypeTestSupport

/// A look of the cabinet belongs to the frame and not to pixels: a picture of four times as many on each side,
/// shown at the same size, looks the same.
@Suite struct ScaleTests {
  private static let cabinet = shippedGroups.filter { $0.title == "The film cabinet" }.flatMap(\.looks).map(\.name)
  private static let times = 4

  /// Each pixel the mean light of so many by so many, as an eye has it.
  private func reduced(_ large: Bitmap) -> Bitmap {
    large.reduced(toFitWidth: large.width / Self.times, height: large.height / Self.times)
  }

  /// A lamp in the dark, soft at its rim, so that pixels of both sizes can show it.
  private func lamp(width: Int, height: Int) -> Bitmap {
    var picture = Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let across = (Double(x) + 0.5 - Double(width) / 2) / Double(height)
        let down = (Double(y) + 0.5 - Double(height) / 2) / Double(height)
        let away = (across * across + down * down) * 50
        let code = UInt8(30 + 225 / (1 + away * away))
        picture[x, y] = RGB8(code, code, code)
      }
    }
    return picture
  }

  private func spread(_ picture: Bitmap) -> Double {
    let codes = stride(from: 1, to: picture.pixels.count, by: 3).map { Double(picture.pixels[$0]) }
    let mean = codes.reduce(0, +) / Double(codes.count)
    return (codes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(codes.count)).squareRoot()
  }

  @Test(.slow, arguments: cabinet)
  func grainIsTheSame(_ name: String) throws {
    let look = try TestedLook(name)
    let settings = ["vignette": 0.0, "grain": 3]
    let small = try look(Bitmap(width: 240, height: 160, color: RGB8(128, 128, 128)), settings)
    let large = try look(Bitmap(width: 960, height: 640, color: RGB8(128, 128, 128)), settings)
    let (one, other) = (spread(small), spread(reduced(large)))
    #expect(one > 0.8)
    // Of 38,400 pixels in clumps the spread itself is known to a percent or two.
    #expect(abs(one / other - 1) < 0.05, "\(one) and \(other)")
  }

  @Test(.slow, arguments: cabinet)
  func lightIsTheSame(_ name: String) throws {
    let look = try TestedLook(name)
    let small = try look(lamp(width: 240, height: 160), ["grain": 0])
    let large = reduced(try look(lamp(width: 960, height: 640), ["grain": 0]))
    let off = zip(small.pixels, large.pixels).map { abs(Int($0) - Int($1)) }
    #expect(off.max()! <= 4, "\(off.max()!)")
    #expect(Double(off.reduce(0, +)) / Double(off.count) < 0.5)
  }
}
