import Testing
import TintypeDrawing

struct BitmapReductionTests {
  @Test func halfTheLightIs188() {
    // (1.055 * 0.5 ** (1 / 2.4) - 0.055) * 255 = 187.515...
    let checked: [UInt8] = [0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0]
    let reduced = Bitmap(width: 2, height: 2, pixels: checked).reduced(toFitWidth: 1, height: 1)
    #expect(reduced.pixels == [188, 188, 188])
  }

  @Test func aPixelMayCountInPart() {
    // Three columns to two: half of the middle one is a third of each; (1.055 * (1/3) ** (1/2.4) - 0.055) * 255 =
    // 156.19.
    let row: [UInt8] = [0, 0, 0, 255, 255, 255, 0, 0, 0]
    let reduced = Bitmap(width: 3, height: 1, pixels: row).reduced(toFitWidth: 2, height: 9)
    #expect(reduced.pixels == [156, 156, 156, 156, 156, 156])
  }

  @Test(arguments: [0, 1, 7, 52, 128, 254, 255] as [UInt8])
  func anEvenPictureStaysAsItIs(code: UInt8) {
    let even = Bitmap(width: 31, height: 17, color: RGB8(code, code, code))
    #expect(even.reduced(toFitWidth: 10, height: 10) == Bitmap(width: 10, height: 5, color: RGB8(code, code, code)))
  }

  @Test(arguments: [(300, 200, 60, 40), (200, 300, 40, 60), (600, 10, 60, 1), (60, 60, 60, 60), (20, 10, 20, 10)])
  func shapeIsKeptAndNothingIsEnlarged(width: Int, height: Int, columns: Int, rows: Int) {
    let reduced = Bitmap(width: width, height: height).reduced(toFitWidth: 60, height: 60)
    #expect((reduced.width, reduced.height) == (columns, rows))
  }
}
