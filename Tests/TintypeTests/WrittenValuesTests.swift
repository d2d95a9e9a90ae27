import Testing
import TintypeDrawing
import TintypeIR
import TintypeTestSupport

@testable import Tintype

/// Values that are written into texts: what is drawn is what the same text in quotes draws.
@Suite struct WrittenValuesTests {
  private let format = PictureFormat(width: 120, height: 60, channels: 3, depth: .eight)
  private let gray = [UInt8](repeating: 40, count: 120 * 60 * 3)

  private func drawn(_ declarations: String, _ text: String, shot: [String] = []) throws -> [UInt8] {
    let look = try compiled(
      declarations + "\noutput source + text(\(text), height: 6%, margin: 2%, face: .plain)")
    let shot = try #require(Shot(settings: shot))
    return try PictureRenderer(look, source: format, shot: shot).render(gray)
  }

  @Test(
    arguments: [
      (#""ISO \(source.iso)""#, "ISO 800"), (#"source.iso"#, "800"), (#""\(source.camera)""#, "X100V"),
      (#"format(source.exposureTime, as: .shutter)"#, "1/250"),
      (#""\(format(source.aperture, as: .aperture))""#, "f/5.6"),
      (#""\(light) EV""#, "+0.3 EV"), (#""\(warmth) K""#, "5600 K"), (#""\(turn)""#, "30"), (#""\(strength)""#, "0.4"),
      (#""\(format(strength, as: .percent))""#, "40%"), (#""\(format(-12.5%, as: .percent))""#, "-12.5%"),
      (#""\(format(2 / 3, decimals: 2))""#, "0.67"), (#""\(grain)""#, "7"),
      (#""\(frame) \(number(grain) + 1)""#, "0 8"),
      (#""a \("b \(if source.iso > 400 { "\(strength) c" } else { "d" })") e""#, "a b 0.4 c e"),
      (#""\(name)\(name)""#, "OslOOslO"),
      (#""\(day)""#, "'98  8 24"), (#""\(format(day, as: "d MMMM yyyy"))""#, "24 August 1998"),
      (#"settings(source.iso, "at")"#, "ISO 800 at"), (#""\(format(mean(luma709(source)), decimals: 3))""#, "0.157"),
    ] as [(String, String)])
  func areDrawnAsText(_ text: String, _ same: String) throws {
    let declarations = """
      param light: ev = 0.34ev
      param warmth: kelvin = 5600k
      param turn: angle = 30deg
      param strength: scalar = 40%
      param grain: seed = 7
      param name: text = "OslO"
      param day: date = "1998-08-24"
      function settings(iso: scalar, word: text) -> text { return "ISO \\(iso) \\(word)" }
      """
    let shot = ["iso=800", "exposureTime=1/250", "aperture=5.6", "camera=X100V"]
    let found = try drawn(declarations, text, shot: shot)
    #expect(try found == drawn("", "\"\(same)\""), "\(text)")
    #expect(found != gray)
  }

  /// Each frame has its own number, and a text that is too long for a line of letters ends.
  @Test func changeWithTheFrame() throws {
    let look = try compiled(#"output source + text("\(frame + 1)", height: 20%, face: .plain)"#)
    let renderer = try PictureRenderer(look, source: format)
    for (frame, text) in [(0, "1"), (8, "9"), (99, "100")] as [(UInt32, String)] {
      let fixed = try PictureRenderer(
        compiled("output source + text(\"\(text)\", height: 20%, face: .plain)"), source: format)
      #expect(try renderer.render(gray, frame: frame) == fixed.render(gray))
    }
  }

  @Test func textsThatDoubleEnd() throws {
    let doubled = (1...40).map { "let t\($0) = \"\\(t\($0 - 1))\\(t\($0 - 1))\"" }.joined(separator: "\n")
    let found = try drawn("let t0 = \"\\(frame)\"\n" + doubled, "t40")
    #expect(try found == drawn("", "\"\(String(repeating: "0", count: 200))\""))
  }
}
