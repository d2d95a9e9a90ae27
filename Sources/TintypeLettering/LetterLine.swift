/// A line of text as strokes or as an outline; lengths are parts of a capital's height.
public struct LetterLine: Sendable, Hashable {
  /// What is drawn.
  public private(set) var strokes: [LetterStroke] = []

  /// What is filled; nil for a face of strokes.
  public private(set) var outline: LetterOutline?

  /// From the ink of the first letter, or its cell where all letters have one, to that of the last.
  public private(set) var width = 0.0

  /// More letters are left away: a line is a caption and no page.
  public static let mostLetters = 200

  /// Sets a line in a face or a font. Of a font that is broken there nothing is drawn.
  public init(_ text: String, _ lettering: Lettering) {
    let text = String(text.prefix(Self.mostLetters))
    switch lettering {
    case .face(.plain): setPlain(text)
    case .face(.segments): setSegments(text)
    case .font(let font):
      outline = font.outline(of: text)
      width = outline?.width ?? 0
    }
  }

  /// Sets a line in a face.
  public init(_ text: String, _ face: LetterFace) { self.init(text, .face(face)) }

  // MARK: One round pen

  /// The pen's width is a ninth of a capital's height.
  private static let plainRadius = 1.0 / 18

  private mutating func setPlain(_ text: String) {
    for (glyph, x) in Glyph.line(text) { add(glyph, at: Self.plainRadius + x / 100, Self.plainRadius) }
  }

  /// Draws a letter whose leftmost point stands at a place.
  private mutating func add(_ glyph: Glyph, at left: Double, _ radius: Double) {
    for stroke in glyph.strokes {
      let points = stroke.map { SIMD2(left, 0) + $0 / 100 }
      // A dot as wide as the pen looks smaller than the pen's lines.
      let radius = points.count == 1 ? radius * 1.3 : radius
      for (start, end) in zip(points, points.dropFirst() + points.suffix(1)) {
        strokes.append(LetterStroke(start: start, end: end, radius: radius, isPointed: false))
      }
    }
    width = max(width, left + glyph.width / 100 + radius)
  }

  // MARK: Seven segments

  private mutating func setSegments(_ text: String) {
    var left = 0.0
    for letter in text {
      if let segments = SevenSegments.strokes(of: letter) {
        strokes += segments.map { stroke in
          var moved = stroke
          moved.start.x += left
          moved.end.x += left
          return moved
        }
        width = left + SevenSegments.width(of: letter)
      } else if letter != " " {
        // What segments cannot show is drawn with a pen as wide as they are.
        let radius = SevenSegments.radius
        add(Glyph.of(letter), at: left + radius, radius)
      }
      left = (letter == " " ? left + SevenSegments.space : width + SevenSegments.gap)
    }
  }
}
