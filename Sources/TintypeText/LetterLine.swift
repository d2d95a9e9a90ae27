/// A line of text, laid out as strokes or as an outline. Lengths are relative to the cap height.
public struct LetterLine: Sendable, Hashable {
  /// The strokes; empty for a font.
  public private(set) var strokes: [LetterStroke] = []

  /// The outline; nil for a stroke face.
  public private(set) var outline: LetterOutline?

  /// The width from the first ink to the last. In the segments face, letters are measured by their cells.
  public private(set) var width = 0.0

  /// Longer text is truncated: a line is a caption.
  public static let mostLetters = 200

  /// Lays out a line in a face or a font. If a glyph of the font is damaged, the line is empty.
  public init(_ text: String, _ lettering: Lettering) {
    let text = String(text.prefix(Self.mostLetters).map { $0 == "\t" ? " " : $0 })
    switch lettering {
    case .face(.plain): layOutPlain(text)
    case .face(.segments): layOutSegments(text)
    case .font(let font):
      outline = font.outline(of: text)
      width = outline?.width ?? 0
    }
  }

  /// The lines of a text.
  public static func lines(of text: String, _ lettering: Lettering) -> [LetterLine] {
    text.prefix(mostLetters).split(separator: "\n", omittingEmptySubsequences: false).map {
      LetterLine(String($0), lettering)
    }
  }

  /// The distance between two baselines in cap heights.
  public static let leading = 1.8

  /// Lays out a line in a face.
  public init(_ text: String, _ face: LetterFace) { self.init(text, .face(face)) }

  // MARK: Round pen

  /// The pen width is 1/9 of the cap height.
  private static let plainRadius = 1.0 / 18

  private mutating func layOutPlain(_ text: String) {
    for (glyph, x) in Glyph.line(text) { add(glyph, at: Self.plainRadius + x / 100, Self.plainRadius) }
  }

  /// Appends a letter whose leftmost point is at `left`.
  private mutating func add(_ glyph: Glyph, at left: Double, _ radius: Double) {
    for stroke in glyph.strokes {
      let points = stroke.map { SIMD2(left, 0) + $0 / 100 }
      // A dot looks smaller than a line of the same width, so it is drawn larger.
      let radius = points.count == 1 ? radius * 1.3 : radius
      for (start, end) in zip(points, points.dropFirst() + points.suffix(1)) {
        strokes.append(LetterStroke(start: start, end: end, radius: radius, isPointed: false))
      }
    }
    width = max(width, left + glyph.width / 100 + radius)
  }

  // MARK: Seven segments

  private mutating func layOutSegments(_ text: String) {
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
      } else if !letter.isBlank {
        // Letters without a segment form are drawn with a pen of the same width.
        let radius = SevenSegments.radius
        add(Glyph.of(letter), at: left + radius, radius)
      }
      left = (letter.isBlank ? left + SevenSegments.wordSpacing : width + SevenSegments.letterSpacing)
    }
  }
}
