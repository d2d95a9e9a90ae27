import Testing
import TintypeDrawing

struct BitmapTests {
  @Test func fillingAndPastingStopAtTheBorder() {
    var bitmap = Bitmap(width: 3, height: 2)
    bitmap.fill(Rectangle(left: 2, top: -5, width: 100, height: 6), with: RGB8(1, 2, 3))
    bitmap.paste(Bitmap(width: 2, height: 2, color: RGB8(9, 9, 9)), left: -1, top: 1)
    #expect(bitmap.pixels == [0, 0, 0, 0, 0, 0, 1, 2, 3, 9, 9, 9, 0, 0, 0, 0, 0, 0])
  }

  @Test(arguments: [Int.min, -7, 0, 7, Int.max])
  func noPlaceTraps(place: Int) {
    var bitmap = Bitmap(width: 4, height: 4)
    bitmap.paste(Bitmap(width: 9, height: 9), left: place, top: place)
    bitmap.fill(Rectangle(left: place, top: place, width: .max, height: .max), with: RGB8(1, 1, 1))
    #expect(bitmap.pixels.count == 48)
  }

  @Test func anEmptyRectangleFillsNothing() {
    var bitmap = Bitmap(width: 2, height: 2)
    bitmap.fill(Rectangle(left: 0, top: 0, width: -3, height: 2), with: RGB8(1, 1, 1))
    #expect(bitmap == Bitmap(width: 2, height: 2))
  }

  @Test func aColorIsReadAsHexDigits() {
    #expect(RGB8(hex: 0x10_20_FF) == RGB8(16, 32, 255))
  }
}
