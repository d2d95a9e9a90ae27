import Testing

@testable import TintypeText

@Suite struct PlacedTextTests {
  private func placed(_ text: String, _ face: LetterFace = .segments, height: Double) -> PlacedText<Double> {
    PlacedText([LetterLine(text, face)], x: 20, y: 10, anchorX: 0, anchorY: 0, height: height, align: 0)
  }

  private func sum(_ text: PlacedText<Double>, width: Int = 300, height: Int = 200) -> Double {
    (0..<height).reduce(0) { sum, y in
      (0..<width).reduce(sum) { $0 + text.coverage(Double($1) + 0.5, Double(y) + 0.5) }
    }
  }

  /// A segment with tips at 45 degrees, half as wide as `h` and half as long as `l`, is a hexagon of 4 h l - 2 h h.
  @Test(arguments: [20.0, 47, 100]) func segmentsCoverTheirArea(_ height: Double) {
    let segments = SevenSegments.strokes(of: "8")!
    let area = segments.reduce(0) { area, stroke in
      let (h, along) = (stroke.radius * height, stroke.end - stroke.start)
      let l = (along.x * along.x + along.y * along.y).squareRoot() / 2 * height
      return area + 4 * h * l - 2 * h * h
    }
    let covered = sum(placed("8", height: height))
    #expect(abs(covered / area - 1) < 0.02, "\(covered) of \(area)")
  }

  @Test func aSmallPreviewIsAsBrightAsTheLargePicture() {
    let (large, small) = (sum(placed("88", height: 96)) / (96 * 96), sum(placed("88", height: 6)) / 36)
    #expect(abs(small / large - 1) < 0.12, "\(small) against \(large)")
  }

  @Test func whatStandsFarAwayOrHasNoSizeIsNotDrawn() {
    let line = LetterLine("8", .segments)
    for (x, height) in [(0.0, 0.0), (0, -3), (.nan, 5), (1e9, 5), (0, .infinity), (0, .nan)] {
      let text = PlacedText<Double>([line], x: x, y: 0, anchorX: 0, anchorY: 0, height: height, align: 0)
      #expect(text.strokes.isEmpty && text.coverage(0.5, 0.5) == 0)
    }
  }

  @Test func anchorsSayWhichPointStandsThere() {
    let line = LetterLine("'98 8 24", .segments)
    let text = PlacedText<Double>([line], x: 500, y: 90, anchorX: 1, anchorY: 1, height: 40, align: 1)
    let right = text.strokes.map { $0.x + $0.alongX.magnitude * $0.reach + $0.alongY.magnitude * $0.radius }.max()!
    let bottom = text.strokes.map { $0.y + $0.alongY.magnitude * $0.reach + $0.alongX.magnitude * $0.radius }.max()!
    #expect(abs(right - 500) < 0.1 && abs(bottom - 90) < 0.1, "\(right) \(bottom)")
  }

  private func span(_ strokes: [PlacedStroke<Double>]) -> (left: Double, right: Double, top: Double, bottom: Double) {
    let ends = strokes.map {
      (
        x: $0.alongX.magnitude * $0.reach + $0.radius, y: $0.alongY.magnitude * $0.reach + $0.radius, at: ($0.x, $0.y)
      )
    }
    return (
      ends.map { $0.at.0 - $0.x }.min()!, ends.map { $0.at.0 + $0.x }.max()!, ends.map { $0.at.1 - $0.y }.min()!,
      ends.map { $0.at.1 + $0.y }.max()!
    )
  }

  /// The longest line stands at the anchor, and the others where lines are aligned; the last is on the anchor's
  /// baseline.
  @Test(arguments: [0, 0.5, 1], [0, 0.5, 1]) func linesAreAligned(_ anchor: Double, _ align: Double) {
    let lines = LetterLine.lines(of: "HHHH\nH\nHH", .face(.plain))
    #expect(lines.count == 3)
    let text = PlacedText<Double>(lines, x: 300, y: 200, anchorX: anchor, anchorY: 1, height: 40, align: align)
    let widest = lines[0].width * 40
    var first = 0
    for (index, line) in lines.enumerated() {
      let strokes = Array(text.strokes[first..<first + line.strokes.count])
      first += line.strokes.count
      let found = span(strokes)
      let left = 300 - anchor * widest + align * (widest - line.width * 40)
      #expect(abs(found.left - left) < 0.01 && abs(found.right - left - line.width * 40) < 0.01, "\(found)")
      let bottom = 200 - Double(2 - index) * LetterLine.leading * 40
      // Half of the round pen lies outside of the letter's height.
      let pen = 40.0 / 18
      #expect(abs(found.bottom - bottom - pen) < 0.01 && abs(found.top - bottom + 40 + pen) < 0.01, "\(found)")
    }
  }

  @Test func anEmptyLineTakesItsPlace() {
    #expect(LetterLine.lines(of: "", .face(.plain)).map(\.width) == [0])
    #expect(LetterLine.lines(of: "a\n\nb\n", .face(.plain)).map { $0.width > 0 } == [true, false, true, false])
    #expect(Lettering.face(.segments).missingLetters(in: "8\n8") == nil)
  }

  @Test func figuresStandInCellsAndEveryLetterIsDrawn() {
    #expect(LetterLine("111", .segments).width == LetterLine("888", .segments).width)
    for face in LetterFace.allCases {
      for letter in "0123456789ABCdefMWäß'.:-/%" {
        let line = LetterLine(String(letter), face)
        #expect(!line.strokes.isEmpty && line.width > 0, "\(letter) in \(face)")
      }
      #expect(LetterLine("", face).strokes.isEmpty)
      #expect(LetterLine("   ", face).strokes.isEmpty)
    }
  }

  @Test func aLineHasAnEnd() {
    let long = LetterLine(String(repeating: "8", count: 5000), .segments)
    #expect(long == LetterLine(String(repeating: "8", count: LetterLine.mostLetters), .segments))
  }
}
