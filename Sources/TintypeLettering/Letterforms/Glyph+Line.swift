extension Glyph {
  /// The letters of a line with ink, and how far from the line's start each one stands, in hundredths of a capital's height.
  package static func line(_ text: String) -> [(glyph: Glyph, x: Double)] {
    var line: [(glyph: Glyph, x: Double)] = []
    var (end, spaces) = (0.0, 0)
    for letter in text {
      guard letter != " " else {
        spaces += 1
        continue
      }
      let glyph = Glyph.of(letter)
      if let last = line.last {
        end += spaces == 0 ? LetterSpacing.gap(last.glyph, glyph) : LetterSpacing.evenGap
      }
      end += Double(spaces) * LetterSpacing.wordSpace
      line.append((glyph, end))
      (end, spaces) = (end + glyph.width, 0)
    }
    return line
  }
}
