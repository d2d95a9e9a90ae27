import Testing
import Tintype
import TintypeDrawing

/// The expectations of looks about grays.
@Suite struct ToneTests {
  /// Brighter light is never a darker print.
  @Test(arguments: shippedGroups.filter { $0.title == "The film cabinet" }.flatMap(\.looks).map(\.name))
  func isMonotone(_ name: String) throws {
    let print = try TestedLook(name)(grays, withoutTexture)
    for x in 1..<256 {
      let (darker, brighter) = (print[x - 1, 2], print[x, 2])
      #expect(
        darker.red <= brighter.red && darker.green <= brighter.green && darker.blue <= brighter.blue, "code \(x)")
    }
  }

  /// Matte paper, whose black is slate, without its gloss.
  @Test(arguments: [("matte", ["fade": 0.0]), ("bleach-bypass", [:]), ("chrome", [:]), ("noir", [:])])
  func keepsGraysNeutral(_ name: String, _ settings: [String: Double]) throws {
    let print = try TestedLook(name)(grays, withoutTexture.merging(settings) { $1 })
    for x in 0..<256 {
      let gray = print[x, 2]
      let codes = [gray.red, gray.green, gray.blue].map(Int.init)
      #expect(codes.max()! - codes.min()! <= 1, "code \(x): \(codes)")
    }
  }

  /// Silver has no color, and its grain neither.
  @Test(arguments: [
    "fine-silver", "reportage", "pushed-silver", "orange-filter", "red-filter", "ortho", "infrared", "noir",
  ])
  func isBlackAndWhite(_ name: String) throws {
    let print = try TestedLook(name)(scene)
    for place in stride(from: 0, to: print.pixels.count, by: 3) {
      #expect(print.pixels[place] == print.pixels[place + 1] && print.pixels[place] == print.pixels[place + 2])
    }
  }

  /// The three fixed points of the characteristic curve, whatever its slope.
  @Test(arguments: [0.5, 0.8, 1, 1.5, 2.5])
  func characteristicKeepsMiddleGray(_ gamma: Double) throws {
    let curve = try TestedLook(
      step: "toned(source)\nkernel toned(c: rgb) -> rgb { return characteristic(c, rgb(\(gamma))) }")
    #expect(try curve(0, 0, 0) == [0, 0, 0])
    #expect(try curve(255, 255, 255) == [255, 255, 255])
    // Code 118 is 0.181.
    #expect(try curve(118, 118, 118).allSatisfy { abs($0 - 118) <= 1 })
    if gamma == 1 { #expect(try curve(40, 90, 200) == [40, 90, 200]) }
  }
}
