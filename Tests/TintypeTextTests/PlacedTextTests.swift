import Testing

@testable import TintypeText

@Suite struct PlacedTextTests {
  private func placed(_ text: String, _ face: LetterFace = .segments, height: Double) -> PlacedText<Double> {
    PlacedText(LetterLine(text, face), x: 20, y: 10, anchorX: 0, anchorY: 0, height: height)
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
      let text = PlacedText<Double>(line, x: x, y: 0, anchorX: 0, anchorY: 0, height: height)
      #expect(text.strokes.isEmpty && text.coverage(0.5, 0.5) == 0)
    }
  }

  @Test func anchorsSayWhichPointStandsThere() {
    let line = LetterLine("'98 8 24", .segments)
    let text = PlacedText<Double>(line, x: 500, y: 90, anchorX: 1, anchorY: 1, height: 40)
    let right = text.strokes.map { $0.x + $0.alongX.magnitude * $0.reach + $0.alongY.magnitude * $0.radius }.max()!
    let bottom = text.strokes.map { $0.y + $0.alongY.magnitude * $0.reach + $0.alongX.magnitude * $0.radius }.max()!
    #expect(abs(right - 500) < 0.1 && abs(bottom - 90) < 0.1, "\(right) \(bottom)")
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
