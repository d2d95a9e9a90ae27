/// Letters on a seven-segment display. Lengths are relative to the cap height.
///
/// ```
///      a
///     ───
///  f │   │ b
///     ─g─
///  e │   │ c
///     ───
///      d
/// ```
///
/// Drawn for this project after the imprints of date backs: narrow figures and thin segments that do not touch.
enum SevenSegments {
  /// Half the segment width.
  static let radius = 0.064

  /// The space between two letters.
  static let letterSpacing = 0.22

  /// The additional space of a blank.
  static let wordSpacing = 0.42

  /// The width of a figure between the outer edges of its left and right segments.
  private static let figureWidth = 0.54

  /// The distance of a segment's tip from the point where segments would meet.
  private static let standoff = 0.017

  /// The width of a letter's cell.
  static func width(of letter: Character) -> Double {
    switch letter {
    case ".", ":", "'", "’": 2 * radius
    case "-", "–": 0.36
    default: figureWidth
    }
  }

  /// The strokes of a letter; nil if segments cannot show it.
  static func strokes(of letter: Character) -> [LetterStroke]? {
    let middle = radius
    switch letter {
    case ".": return [dot(middle, 1 - radius)]
    case ":": return [dot(middle, 0.3), dot(middle, 0.7)]
    case "'", "’": return [segment(SIMD2(middle, 0), SIMD2(middle, 0.26))]
    case "-", "–": return [segment(SIMD2(0, 0.5), SIMD2(0.36, 0.5))]
    case "/": return [segment(SIMD2(radius, 1), SIMD2(figureWidth - radius, 0))]
    default: return litSegments[letter].map { names in names.map { segment(named: $0) } }
    }
  }

  /// The lit segments of each letter.
  private static let litSegments: [Character: String] = [
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "fabc",
    "8": "abcdefg", "9": "abcdfg", "A": "abcefg", "b": "cdefg", "C": "adef", "c": "deg", "d": "bcdeg", "E": "adefg",
    "F": "aefg", "G": "acdef", "H": "bcefg", "h": "cefg", "I": "ef", "J": "bcde", "L": "def", "n": "ceg", "O": "abcdef",
    "o": "cdeg", "P": "abefg", "q": "abcfg", "r": "eg", "S": "afgcd", "t": "defg", "U": "bcdef", "u": "cde",
    "y": "bcdfg", "_": "d", "=": "dg",
  ]

  private static func segment(named name: Character) -> LetterStroke {
    let (left, right) = (radius, figureWidth - radius)
    let (top, middle, bottom) = (radius, 0.5, 1 - radius)
    let ends: (SIMD2<Double>, SIMD2<Double>) =
      switch name {
      case "a": (SIMD2(left, top), SIMD2(right, top))
      case "b": (SIMD2(right, top), SIMD2(right, middle))
      case "c": (SIMD2(right, middle), SIMD2(right, bottom))
      case "d": (SIMD2(left, bottom), SIMD2(right, bottom))
      case "e": (SIMD2(left, middle), SIMD2(left, bottom))
      case "f": (SIMD2(left, top), SIMD2(left, middle))
      default: (SIMD2(left, middle), SIMD2(right, middle))
      }
    let along = ends.1 - ends.0
    let inset = along * (standoff / (abs(along.x) + abs(along.y)))
    return segment(ends.0 + inset, ends.1 - inset)
  }

  private static func segment(_ start: SIMD2<Double>, _ end: SIMD2<Double>) -> LetterStroke {
    LetterStroke(start: start, end: end, radius: radius, isPointed: true)
  }

  private static func dot(_ x: Double, _ y: Double) -> LetterStroke {
    LetterStroke(start: SIMD2(x, y), end: SIMD2(x, y), radius: radius, isPointed: false)
  }
}
