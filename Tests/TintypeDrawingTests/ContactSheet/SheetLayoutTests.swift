import Testing
import TintypeDrawing

struct SheetLayoutTests {
  static let rolls: [[(width: Int, height: Int)]] = [
    [(600, 400)], Array(repeating: (600, 400), count: 2), Array(repeating: (600, 400), count: 8),
    Array(repeating: (400, 600), count: 7), [(600, 400), (400, 600), (600, 600), (600, 100), (30, 600), (1, 1)],
    Array(repeating: (1, 1), count: 5), Array(repeating: (64, 48), count: 40),
  ]

  @Test(arguments: rolls.indices, [nil, 1, 3, 1000])
  func nothingOverlapsAndAllLiesInside(roll: Int, columns: Int?) {
    let pictures = Self.rolls[roll]
    let layout = SheetLayout(pictures: pictures, hasTitle: true, columns: columns)
    let sheet = Rectangle(left: 0, top: 0, width: layout.width, height: layout.height)
    var parts = layout.cells.flatMap { [$0.rebate, $0.caption] }
    if let title = layout.title { parts.append(title) }
    for (index, part) in parts.enumerated() {
      #expect(sheet.contains(part) && !part.isEmpty)
      for other in parts[..<index] { #expect(part.intersection(other).isEmpty) }
    }
    for (cell, picture) in zip(layout.cells, pictures) {
      #expect(cell.rebate.contains(cell.picture))
      #expect((cell.picture.width, cell.picture.height) == picture)
    }
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 3), (4, 2), (6, 3), (8, 4), (9, 3), (10, 4), (12, 4)])
  func landscapesFillARectangle(count: Int, columns: Int) {
    let pictures = Array(repeating: (width: 600, height: 400), count: count)
    #expect(SheetLayout(pictures: pictures, hasTitle: true).columns == columns)
  }

  @Test(arguments: [(21, 3, 9), (22, 4, 8), (10, 8, 8), (7, 30, 30), (8, 1, 4)])
  func noRowEndsInAGroup(groups: Int, size: Int, columns: Int) {
    let pictures = Array(repeating: (width: 600, height: 400), count: groups * size)
    #expect(SheetLayout(pictures: pictures, hasTitle: false, group: size).columns == columns)
  }

  @Test func namesOfARowStandOnOneLine() {
    let layout = SheetLayout(pictures: [(600, 400), (400, 600), (600, 400)], hasTitle: false, columns: 3)
    #expect(Set(layout.cells.map(\.caption.top)).count == 1)
    #expect(layout.title == nil)
  }
}
