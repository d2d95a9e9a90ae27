import Testing
import Tintype
import TintypeDrawing

/// Grain belongs to the film and not to the pixels.
@Suite struct GrainTests {
  /// The spread of the green codes of a gray picture, each the mean of so many by so many pixels.
  private func spread(width: Int, height: Int, step: Int, _ settings: [String: Double]) throws -> Double {
    let gray = Bitmap(width: width, height: height, color: RGB8(128, 128, 128))
    let picture = try TestedLook("grain")(gray, settings)
    var (sum, squares, count) = (0.0, 0.0, 0.0)
    for y in stride(from: 0, to: height, by: step) {
      for x in stride(from: 0, to: width, by: step) {
        var code = 0
        for row in y..<y + step {
          for column in x..<x + step { code += Int(picture[column, row].green) }
        }
        let mean = Double(code) / Double(step * step)
        sum += mean
        squares += mean * mean
        count += 1
      }
    }
    return (squares / count - (sum / count) * (sum / count)).squareRoot()
  }

  /// Four times as wide and shown at the same size, it looks the same.
  @Test(arguments: [100.0, 150, 200])
  func isTheSameAtEverySize(_ micrometers: Double) throws {
    let settings = ["size": micrometers, "amount": 0.4]
    let small = try spread(width: 360, height: 240, step: 1, settings)
    let large = try spread(width: 1440, height: 960, step: 4, settings)
    #expect(small > 5)
    // A small picture has few clumps: its own spread is known to some percent.
    #expect(abs(small / large - 1) < 0.08, "\(small) and \(large)")
  }

  /// Silver grain has no colour, dye has.
  @Test func hasAColorOfItsOwn() throws {
    let gray = Bitmap(width: 64, height: 64, color: RGB8(128, 128, 128))
    let silver = try TestedLook("grain")(gray, ["size": 200, "color": 0])
    #expect(stride(from: 0, to: silver.pixels.count, by: 3).allSatisfy { silver.pixels[$0] == silver.pixels[$0 + 1] })
    let dye = try TestedLook("grain")(gray, ["size": 200, "color": 1])
    #expect(stride(from: 0, to: dye.pixels.count, by: 3).contains { dye.pixels[$0] != dye.pixels[$0 + 1] })
  }
}
