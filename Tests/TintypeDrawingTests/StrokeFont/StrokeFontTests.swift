import Testing

@testable import TintypeDrawing
@testable import TintypeText

struct StrokeFontTests {
  static let printable = (0x21...0x7E as ClosedRange<UInt8>).map { Character(Unicode.Scalar($0)) }

  @Test(arguments: printable)
  func everyLetterHasItsOwnDrawing(letter: Character) {
    #expect(Letterforms.all[letter] != nil)
    #expect(ink(String(letter), capHeight: 14) > 0)
  }

  @Test func aSpaceHasNoInk() {
    #expect(ink("   ", capHeight: 40) == 0)
    #expect(StrokeFont(capHeight: 40).width(of: "   ") == 0)
  }

  @Test func aLetterWithoutADrawingIsABox() {
    #expect(ink("漢", capHeight: 20) == ink("語", capHeight: 20))
    #expect(ink("漢", capHeight: 20) > 0)
  }

  /// An `l` is 15 wide, an `H` 63, both of 100, and the pen adds its width.
  @Test func widthIsThatOfTheInk() {
    let font = StrokeFont(capHeight: 100, penWidth: 10)
    #expect(font.width(of: "l") == 25)
    #expect(font.width(of: "H") == 73)
    // Two stems side by side: nothing falls away between them, so the gap is the even one.
    #expect(font.width(of: "HH") == 63 + LetterSpacing.evenSpacing + 63 + 10)
  }

  /// Two marks on a capital are 60% of the cap height.
  @Test(arguments: [("Qgj(fW)/@_", 0), ("ÅĢjẪÇỘ", 12)]) func inkStaysInsideTheMeasuredBox(text: String, marks: Int) {
    let font = StrokeFont(capHeight: 20)
    var bitmap = Bitmap(width: 300, height: 80)
    font.draw(text, left: 20, baseline: 50, color: RGB8(255, 255, 255), on: &bitmap)
    let right = 20 + Int(font.width(of: text).rounded(.up))
    let box = Rectangle(
      left: 19, top: Int(50 - font.ascent) - 1 - marks, width: right - 18,
      height: Int(font.ascent + font.descent) + 3 + marks)
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width where bitmap[x, y] != RGB8(0, 0, 0) {
        #expect(box.columns.contains(x) && box.rows.contains(y), "ink at \(x), \(y)")
      }
    }
  }

  @Test func lettersThatFallAwayMoveTogether() {
    let pairs = ["AV", "To", "oo", "LT"].map { Array($0).map(Glyph.of) }
    for pair in pairs { #expect(LetterSpacing.spacing(pair[0], pair[1]) < LetterSpacing.evenSpacing) }
  }

  @Test(arguments: ["", "short", "a name that is much too long for its frame", "iiiiiiiiiiiiiiiiiiii", "W W W W W"])
  func fittedTextFits(text: String) {
    let font = StrokeFont(capHeight: 12)
    for limit in stride(from: 0.0, through: 400, by: 9) {
      let short = font.fitted(text, toWidth: limit)
      #expect(font.width(of: short) <= limit)
      #expect(short == text || short.hasSuffix("…") || short.isEmpty)
      #expect(!short.hasSuffix(" …"))
    }
  }

  @Test func crossingStrokesAndAlphaAreLaidOnce() {
    var bitmap = Bitmap(width: 60, height: 60)
    StrokeFont(capHeight: 40, penWidth: 8)
      .draw("+", left: 5, baseline: 50, color: RGB8(255, 255, 255), alpha: 0.5, on: &bitmap)
    // Half the light is code 188; a crossing that was laid twice would be brighter.
    #expect(bitmap.pixels.max() == 188)
  }

  @Test(arguments: [-.infinity, -1e300, -1e9, -30, 0, 3.5, 30, 1e9, 1e300, .infinity, .nan] as [Double])
  func noPlaceOrSizeTraps(number: Double) {
    var bitmap = Bitmap(width: 20, height: 12)
    let white = RGB8(255, 255, 255)
    StrokeFont(capHeight: 10).draw("Wg.", left: number, baseline: 9, color: white, on: &bitmap)
    StrokeFont(capHeight: 10).draw("Wg.", left: 2, baseline: number, color: white, on: &bitmap)
    StrokeFont(capHeight: number).draw("Wg.", left: 2, baseline: 9, color: white, alpha: number, on: &bitmap)
    StrokeFont(capHeight: 10, penWidth: number).draw("Wg.", left: 2, baseline: 9, color: white, on: &bitmap)
    #expect(bitmap.pixels.count == 720)
  }

  private func ink(_ text: String, capHeight: Double) -> Int {
    var bitmap = Bitmap(width: Int(capHeight * 3), height: Int(capHeight * 2))
    StrokeFont(capHeight: capHeight)
      .draw(text, left: capHeight / 2, baseline: capHeight * 1.5, color: RGB8(255, 255, 255), on: &bitmap)
    return bitmap.pixels.reduce(0) { $0 + Int($1) }
  }
}
