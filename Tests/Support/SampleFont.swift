public import TintypeText

/// Fonts that no file holds.
public enum SampleFont {
  /// Every letter but the blank is a square with a round hole that leans on its right side; letters overlap a little.
  public static let squares = LetterFont(name: "squares", fingerprint: 0x5157_4152_4553) { text in
    var pieces: [LetterOutline.Piece] = []
    var left = 0.0
    for letter in text {
      if letter != " " {
        let right = left + 0.9
        pieces += [
          .move(SIMD2(left, 0)), .line(SIMD2(right, 0)), .line(SIMD2(right, 1)), .line(SIMD2(left, 1)),
          .move(SIMD2(right, 0.2)), .quadratic(SIMD2(left + 0.2, 0.3), SIMD2(right - 0.1, 0.8)),
          .cubic(SIMD2(right, 0.9), SIMD2(right + 0.1, 0.6), SIMD2(right, 0.2)),
        ]
      }
      left += letter == " " ? 0.4 : 0.85
    }
    return LetterOutline(pieces: pieces, width: left)
  }
}
