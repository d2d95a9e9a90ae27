import Testing
import TintypeFonts
import TintypeTestSupport
import TintypeText

/// Reading outlines from font files.
@Suite struct ReadFontTests {
  private func font(_ bytes: [UInt8]) throws(FontProblem) -> LetterFont {
    try readFont(bytes, name: "font.ttf", fingerprint: 7)
  }

  private func problem(_ bytes: [UInt8]) -> String? {
    do throws(FontProblem) {
      _ = try font(bytes)
      return nil
    } catch { return error.reason }
  }

  @Test(arguments: [
    ([], "it is neither TrueType nor OpenType"), (Array("wOF2....".utf8), "it is neither TrueType nor OpenType"),
    (Array("ttcf....".utf8), "it is a font collection; extract a single font from it"),
    (Array("%!PS-AdobeFont-1.0".utf8), "it is neither TrueType nor OpenType"),
  ])
  func whatIsNoFontIsToldByItsFirstBytes(_ bytes: [UInt8], _ reason: String) {
    #expect(problem(bytes) == reason)
  }

  #if FreeType
    /// From the numbers in `TinyFont`: a capital is 700 units tall.
    @Test func lettersAreOutlinesInPartsOfACapital() throws {
      let outline = try #require(try font(TinyFont.bytes).outline(of: "H"))
      #expect(outline.width == 500.0 / 700)
      #expect(
        outline.pieces == [
          .move(SIMD2(0, 1)), .line(SIMD2(0, 0)), .line(SIMD2(500.0 / 700, 0)), .line(SIMD2(500.0 / 700, 1)),
          .line(SIMD2(0, 1)),
        ])
    }

    @Test func pairsAreKerned() throws {
      let font = try font(TinyFont.bytes)
      // The triangle from 0, then the box from 600 (its advance) - 100 (the kern) + 50 to 500 units further.
      #expect(try #require(font.outline(of: "AH")).width == 1050.0 / 700)
      // No kern the other way: the box from 0, the triangle from 550 to 1150.
      #expect(try #require(font.outline(of: "HA")).width == 1150.0 / 700)
    }

    /// A circle of four parabolas: two thirds of each corner box and the diamond between them, pi / 4 is not what it
    /// has.
    @Test func curvesAreFilled() throws {
      let line = LetterLine("o", .font(try font(TinyFont.bytes)))
      let text = PlacedText<Double>([line], x: 10, y: 10, anchorX: 0, anchorY: 0, height: 140, align: 0)
      var sum = 0.0
      for y in 0..<170 { for x in 0..<130 { sum += text.coverage(Double(x) + 0.5, Double(y) + 0.5) } }
      // 500 units are 100 pixels; the diamond is a half, the four parabolas 2/3 of 1/8 each.
      #expect(abs(sum - 100 * 100 * (0.5 + 4 * 2.0 / 3 / 8)) < 6)
    }

    @Test func lettersThatAreNotThereAreTheFontsFirst() throws {
      let font = try font(TinyFont.bytes)
      #expect(try #require(font.outline(of: "語")).pieces.isEmpty)
      #expect(try #require(font.outline(of: "")).width == 0)
    }

    /// Cut off anywhere, or with any byte another, it is read or it is not.
    @Test func survivesDamage() {
      var random = SplitMix64(seed: 3)
      for length in 0..<TinyFont.bytes.count { _ = problem(Array(TinyFont.bytes.prefix(length))) }
      for _ in 0..<3000 { draw(damaged(TinyFont.bytes, &random)) }
    }

    private static let installed = ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"].filter {
      TestFiles.bytes(of: $0) != nil
    }

    /// fontTools 4.61: `f = TTFont('DejaVuSans.ttf'); g = f.getGlyphSet(); p = BoundsPen(g); g['A'].draw(p)` and so on;
    /// H is 1493 of 2048 units tall, A from 16 to 1384 with an advance of 1401, V from 16 to 1384, the kern of A and V
    /// -131.
    @Test(arguments: installed) func knownWidths(_ path: String) throws {
      let font = try font(try #require(TestFiles.bytes(of: path)))
      #expect(try #require(font.outline(of: "A")).width == 1368.0 / 1493)
      #expect(try #require(font.outline(of: "AV")).width == (1401.0 - 131 + 1368) / 1493)
      #expect(try #require(font.outline(of: "Ärger, 語 αβγ Жук")).pieces.count > 200)
    }

    @Test(arguments: installed) func survivesDamageOfALargeFont(_ path: String) throws {
      let whole = try #require(TestFiles.bytes(of: path))
      var random = SplitMix64(seed: 11)
      for _ in 0..<60 { draw(Array(whole.prefix(Int.random(in: 4..<whole.count, using: &random)))) }
      for _ in 0..<60 { draw(damaged(whole, &random)) }
    }

    private func damaged(_ whole: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        // The directory and the heads of tables matter most.
        let reach = Bool.random(using: &random) ? min(2000, bytes.count) : bytes.count
        bytes[Int.random(in: 4..<reach, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      return bytes
    }

    /// Sets a line and places it, which has to end in little time and memory.
    private func draw(_ bytes: [UInt8]) {
      guard let font = try? font(bytes) else { return }
      let text = PlacedText<Float>(
        [LetterLine("HAo, Lisbon 1998", .font(font))], x: 20, y: 20, anchorX: 0, anchorY: 0, height: 40, align: 0)
      #expect((0...1).contains(text.coverage(30.5, 30.5)))
    }
  #else
    @Test func withoutTheTraitItSaysHowToBuildWithIt() {
      #expect(problem(TinyFont.bytes) == "fonts need FreeType: build tintype with 'swift build --traits FreeType'")
    }
  #endif
}
