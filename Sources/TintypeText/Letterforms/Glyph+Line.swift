extension Glyph {
  /// The visible glyphs of a line and the x of each, in 1/100 of the cap height.
  package static func line(_ text: String) -> [(glyph: Glyph, x: Double)] {
    var line: [(glyph: Glyph, x: Double)] = []
    var (end, spaces) = (0.0, 0)
    for letter in text {
      guard !letter.isBlank else {
        spaces += 1
        continue
      }
      let glyph = Glyph.of(letter)
      if let last = line.last {
        end += spaces == 0 ? LetterSpacing.spacing(last.glyph, glyph) : LetterSpacing.evenSpacing
      }
      end += Double(spaces) * LetterSpacing.wordSpace
      line.append((glyph, end))
      (end, spaces) = (end + glyph.width, 0)
    }
    return line
  }
}

extension Character {
  /// Whether the letter is a blank between words, which may forbid a line break.
  var isBlank: Bool { self == " " || self == "\u{A0}" || self == "\u{202F}" }
}
