import Testing
import TintypeDrawing

struct ContactSheetTests {
  @Test func picturesArePutDownUnchanged() {
    let frames = (0..<5).map { index in
      let picture = Bitmap(width: 90, height: 60, color: RGB8(UInt8(index), 9, 200))
      return ContactSheet.Frame(name: "look \(index)", picture: picture)
    }
    let sheet = ContactSheet(title: "five", frames: frames)
    let drawn = sheet.drawn()
    #expect((drawn.width, drawn.height) == (sheet.layout.width, sheet.layout.height))
    for (frame, cell) in zip(frames, sheet.layout.cells) {
      for y in cell.picture.rows {
        for x in cell.picture.columns { #expect(drawn[x, y] == frame.picture[0, 0]) }
      }
    }
  }

  @Test(arguments: ["", " ", "short", String(repeating: "long name ", count: 60)])
  func aNameStaysInItsLine(name: String) {
    let frames = [ContactSheet.Frame(name: name, picture: Bitmap(width: 120, height: 80))]
    let nameless = [ContactSheet.Frame(name: "", picture: Bitmap(width: 120, height: 80))]
    let (with, without) = (ContactSheet(frames: frames), ContactSheet(frames: nameless))
    let line = with.layout.cells[0].caption
    let (drawn, empty) = (with.drawn(), without.drawn())
    for y in 0..<drawn.height {
      for x in 0..<drawn.width where drawn[x, y] != empty[x, y] {
        #expect(line.columns.contains(x) && line.rows.contains(y))
      }
    }
  }
}
