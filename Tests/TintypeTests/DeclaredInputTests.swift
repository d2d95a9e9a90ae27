import Testing
import TintypeColor
import TintypeDrawing
import TintypeImage
import TintypeTestSupport

@testable import Tintype

/// A recipe's header says what the colors of its photos are.
@Suite struct DeclaredInputTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func path(_ name: String) -> FilePath { FilePath(folder.path + "/" + name) }

  private func look(_ header: String) throws -> ConfiguredLook {
    let text = "tintype 1\nlook \"log\" {\n  working linear-srgb\n  \(header)\n}\noutput source\n"
    let (look, diagnostics) = compile(SourceFile(name: "log.tint", text: text))
    #expect(diagnostics.isEmpty)
    return ConfiguredLook(try #require(look))
  }

  /// The gray card in S-Log3 is the code 420 of 1,023, and in sRGB 118 of 255.
  private let card: UInt8 = 105
  private let shown: UInt8 = 118

  private func isNear(_ codes: [UInt8], _ code: UInt8) -> Bool {
    codes.allSatisfy { abs(Int($0) - Int(code)) <= 1 }
  }

  @Test func photosAreReadAsItSays() throws {
    let input = path("in.png")
    _ = try Bitmap(width: 8, height: 8, color: RGB8(card, card, card)).write(to: input, quality: 95, ifExists: .error)
    func rendered(_ header: String, _ space: InputSpace? = nil) throws -> [UInt8] {
      var options = RenderOptions()
      (options.ifExists, options.limits.inputSpace) = (.overwrite, space)
      _ = try renderPhoto(look(header), from: input, to: path("out.png"), options: options)
      return try StoredPicture(decoding: openPicture(path("out.png"))).bytes
    }
    let declared = try rendered("input s-log3")
    #expect(try isNear(declared, shown) && declared == rendered("", .sLog3))
    // What the caller says goes before it.
    #expect(try isNear(rendered("input s-log3", .srgb), card))
    let seen = try DecodedPhoto(input)
    #expect(isNear(try seen.rendered(through: look("input s-log3"), threads: 1).pixels, shown))
    #expect(isNear(try seen.rendered(through: look(""), threads: 1).pixels, card))
  }

  /// Looks that tell light of the scene from a finished picture get it, and measure it.
  @Test func itIsLightOfTheScene() throws {
    let input = path("in.png")
    _ = try Bitmap(width: 8, height: 8, color: RGB8(card, card, card)).write(to: input, quality: 95, ifExists: .error)
    let text = """
      tintype 1
      look "log" {
        working linear-srgb
        input   s-log3
      }
      kernel told(c: rgb, mean: scalar) -> rgb { return rgb(if source.isSceneLight { mean } else { 0 }) }
      output told(source, mean: mean(source.g))

      """
    let look = ConfiguredLook(try #require(compile(SourceFile(name: "log.tint", text: text)).look))
    #expect(isNear(try DecodedPhoto(input).rendered(through: look, threads: 1).pixels, shown))
    #expect(isNear(try frames(through: look), shown))
  }

  @Test func framesAreReadAsItSays() throws {
    #expect(isNear(try frames(through: look("input s-log3")), shown))
    #expect(isNear(try frames(through: look("")), card))
    #expect(isNear(try frames(through: look(""), .sLog3), shown))
    #expect(isNear(try frames(through: look("input s-log3"), .srgb), card))
  }

  /// The luma of a gray video.
  private func frames(through look: ConfiguredLook, _ encoding: InputSpace? = nil) throws -> [UInt8] {
    let frame = Array("FRAME\n".utf8) + [UInt8](repeating: card, count: 256)
    try folder.write(Array("YUV4MPEG2 W16 H16 F25:1 Cmono XCOLORRANGE=FULL\n".utf8) + frame, to: "in.y4m")
    var options = VideoOptions()
    (options.ifExists, options.encoding) = (.overwrite, encoding)
    _ = try renderVideo(
      look, from: Y4MReader(path("in.y4m"), isInterrupted: { false }), to: path("out.y4m"), options: options)
    return Array(try #require(folder.bytes(of: "out.y4m")).suffix(256))
  }
}
