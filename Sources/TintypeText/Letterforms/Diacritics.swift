/// Letters that are a base letter and diacritics, such as `ế`.
enum Diacritics {
  /// The drawings of marks above a letter, by combining character: x from the center of the letter, y from the lowest
  /// point.
  private static let above: [Unicode.Scalar: String] = [
    "\u{301}": "M-4,0 L7,-15",  // acute
    "\u{300}": "M4,0 L-7,-15",  // grave
    "\u{302}": "M-13,0 L0,-14 L13,0",  // circumflex
    "\u{30C}": "M-13,-14 L0,0 L13,-14",  // caron
    "\u{303}": "M-16,-2 R-14,-13,-7,-13 R-3,-13,0,-8 R3,-3,7,-3 R14,-3,16,-14",  // tilde
    "\u{304}": "M-14,-5 L14,-5",  // macron
    "\u{306}": "M-14,-14 R-13,0,0,0 R13,0,14,-14",  // breve
    "\u{307}": "D0,-6",  // dot above
    "\u{311}": "M-14,0 R-13,-14,0,-14 R13,-14,14,0",  // inverted breve
    "\u{308}": "D-12,-6 D12,-6",  // diaeresis
    "\u{30A}": "M0,-20 R10,-20,10,-10 R10,0,0,0 R-10,0,-10,-10 R-10,-20,0,-20",  // ring above
    "\u{30B}": "M-13,0 L-5,-15 M7,0 L15,-15",  // double acute
    "\u{30F}": "M13,0 L5,-15 M-7,0 L-15,-15",  // double grave
    "\u{309}": "M-9,-18 R-8,-25,1,-25 R11,-25,11,-17 R11,-9,1,-9 L1,-1",  // hook above
    "\u{30D}": "M0,0 L0,-15",  // vertical line above
    "\u{1DC6}": "M-18,-14 L0,-14 L16,0",  // macron-grave
    "\u{1DC7}": "M-16,0 L0,-14 L18,-14",  // acute-macron
  ]

  /// The drawings of marks below a letter: x from the center of the letter, or from where a cedilla or an ogonek joins
  /// it, and y from the baseline.
  private static let below: [Unicode.Scalar: String] = [
    "\u{323}": "D0,21",  // dot below
    "\u{324}": "D-12,21 D12,21",  // diaeresis below
    "\u{326}": "M3,18 L-2,34",  // comma below
    "\u{331}": "M-16,20 L16,20",  // macron below
    "\u{32D}": "M-13,32 L0,18 L13,32",  // circumflex below
    "\u{330}": "M-16,29 R-14,18,-7,18 R-3,18,0,23 R3,28,7,28 R14,28,16,17",  // tilde below
    "\u{32E}": "M-14,18 R-13,32,0,32 R13,32,14,18",  // breve below
    "\u{325}": "M0,17 R10,17,10,27 R10,37,0,37 R-10,37,-10,27 R-10,17,0,17",  // ring below
    "\u{327}": "M1,0 L-2,11 R11,11,11,21 R11,31,-9,30",  // cedilla
    "\u{328}": "M0,0 R-13,10,-13,20 R-13,30,4,28",  // ogonek
  ]

  /// Narrow marks that stand beside or inside another one rather than on top of it, and how far from it.
  private static let seats: [Unicode.Scalar: [Unicode.Scalar: SIMD2<Double>]] = [
    "\u{302}": ["\u{301}": SIMD2(19, -19), "\u{300}": SIMD2(-19, -19), "\u{309}": SIMD2(23, -10)],
    "\u{306}": ["\u{301}": SIMD2(0, -24), "\u{300}": SIMD2(0, -24), "\u{309}": SIMD2(0, -17)],
  ]

  /// Where letters that carry marks off center have them, above and below.
  private static let centers: [Character: (above: Double, below: Double)] = [
    "d": (40, 26), "g": (26, 26), "j": (14, 14), "ȷ": (14, 14), "J": (36, 20), "L": (8, 26), "l": (0, 6), "y": (26, 44),
    "Ơ": (36, 36), "ơ": (26, 26), "Ư": (31, 31), "ư": (25, 25),
  ]

  /// Where an ogonek joins a letter; others have it in the middle.
  private static let ogoneks: [Character: Double] = ["A": 72, "a": 47, "E": 46, "e": 36, "u": 49]

  /// The strokes of a letter from those of its base; nil if the letter is not known.
  static func strokes(of letter: Character) -> [[SIMD2<Double>]]? {
    guard let (base, marks) = parts(of: letter) else { return nil }
    var strokes = GlyphPath.strokes(Letterforms.all[base] ?? "")
    let isAbove = marks.map { above[$0] != nil }
    // The dot of an i gives way to a mark.
    if isAbove.contains(true), base.unicodeScalars.first?.properties.isSoftDotted == true {
      strokes.removeAll { $0.count == 1 }
    }
    let (top, bottom) = (strokes.joined().map { $0.y }.min() ?? 30, strokes.joined().map { $0.y }.max() ?? 100)
    let (left, right) = (strokes.joined().map { $0.x }.min() ?? 0, strokes.joined().map { $0.x }.max() ?? 0)
    let center = centers[base] ?? ((left + right) / 2, (left + right) / 2)
    let (isTall, descends) = (top < 15, bottom > 112 && base != "y")
    var seat = SIMD2(center.above, isTall ? -17 : 12)
    var floor = descends ? 128.0 : 100
    var last: Unicode.Scalar?
    // Marks below do not mind those above, in whichever order they come.
    for mark in marks.filter({ below[$0] != nil }) + marks.filter({ above[$0] != nil }) {
      if let path = above[mark] {
        // Marks on tall letters are flatter, unless they have a counter.
        let scale = SIMD2(1, isTall && height(of: mark) > -20 ? 0.85 : 1)
        seat += (last.flatMap { seats[$0]?[mark] } ?? SIMD2(0, last.map { height(of: $0) - 16 } ?? 0)) * scale
        strokes += GlyphPath.strokes(path).map { $0.map { seat + $0 * scale } }
        last = mark
      } else if let path = below[mark] {
        let x = mark == "\u{328}" ? ogoneks[base] ?? center.below : center.below
        strokes += GlyphPath.strokes(path).map { $0.map { $0 + SIMD2(x, floor) } }
        floor += 22
      }
    }
    return strokes
  }

  private static func height(of mark: Unicode.Scalar) -> Double {
    GlyphPath.strokes(above[mark] ?? "").joined().map { $0.y }.min() ?? 0
  }

  // MARK: Parts

  /// The letter that carries the marks, and these from the letter outward. A mark by itself has a blank.
  private static func parts(of letter: Character) -> (base: Character, marks: [Unicode.Scalar])? {
    var (base, marks): (Character, [Unicode.Scalar]) = (" ", [])
    for (index, scalar) in letter.unicodeScalars.enumerated() {
      let letter = Character(scalar)
      if index == 0, let parts = Letterforms.all[letter] == nil ? composed[letter] : (letter, []) {
        (base, marks) = parts
      } else if scalar.properties.canonicalCombiningClass != .notReordered,
        let drawn = Letterforms.all.index(forKey: Character(String(base) + String(scalar)))
      {
        base = Letterforms.all[drawn].key
      } else if let mark = spacing[scalar] ?? ((above[scalar] ?? below[scalar]) == nil ? nil : scalar) {
        marks.append(mark)
      } else {
        return nil
      }
    }
    return (base, marks)
  }

  /// What precomposed letters are made of. They equal their parts, since characters are compared by canonical
  /// equivalence; the names and decompositions of Unicode are tables of hundreds of kilobytes.
  private static let composed: [Character: (base: Character, marks: [Unicode.Scalar])] = {
    func marked(_ base: Character, _ marks: Unicode.Scalar...) -> Character {
      Character(marks.reduce(String(base)) { $0 + String($1) })
    }
    var composed: [Character: (base: Character, marks: [Unicode.Scalar])] = [:]
    // The marks that are first and second on letters with two.
    let inner = "\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{30A}\u{30C}\u{323}\u{327}\u{328}".unicodeScalars
    let outer = "\u{300}\u{301}\u{303}\u{304}\u{306}\u{307}\u{308}\u{309}\u{30C}\u{323}".unicodeScalars
    let bases = Letterforms.all.keys.filter { $0.unicodeScalars.count == 1 }.sorted()
    for base in bases where base.isASCII && base.isLetter {
      for first in inner {
        for second in outer { composed[marked(base, first, second)] = (base, [first, second]) }
      }
    }
    // A letter that is drawn with its first mark goes before its parts.
    for base in bases {
      for mark in above.keys { composed[marked(base, mark)] = (base, [mark]) }
      for mark in below.keys { composed[marked(base, mark)] = (base, [mark]) }
    }
    return composed
  }()

  /// The marks that stand by themselves.
  private static let spacing: [Unicode.Scalar: Unicode.Scalar] = [
    "^": "\u{302}", "`": "\u{300}", "~": "\u{303}", "¨": "\u{308}", "¯": "\u{304}", "´": "\u{301}", "¸": "\u{327}",
    "ˆ": "\u{302}", "ˇ": "\u{30C}", "ˉ": "\u{304}", "ˊ": "\u{301}", "ˋ": "\u{300}", "˘": "\u{306}", "˙": "\u{307}",
    "˚": "\u{30A}", "˛": "\u{328}", "˜": "\u{303}", "˝": "\u{30B}",
  ]
}
