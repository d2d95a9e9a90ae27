/// Letters that are a base letter and diacritics, such as `ế`. The Unicode name of a letter tells both and never
/// changes: LATIN SMALL LETTER E WITH CIRCUMFLEX AND ACUTE. A combining mark has a name too: COMBINING ACUTE ACCENT.
enum Diacritics {
  /// The drawings of marks above a letter, by Unicode name: x from the center of the letter, y from the lowest point.
  private static let above: [String: String] = [
    "ACUTE": "M-4,0 L7,-15", "GRAVE": "M4,0 L-7,-15", "CIRCUMFLEX": "M-13,0 L0,-14 L13,0",
    "CARON": "M-13,-14 L0,0 L13,-14", "TILDE": "M-16,-2 R-14,-13,-7,-13 R-3,-13,0,-8 R3,-3,7,-3 R14,-3,16,-14",
    "MACRON": "M-14,-5 L14,-5", "BREVE": "M-14,-14 R-13,0,0,0 R13,0,14,-14", "DOT ABOVE": "D0,-6",
    "INVERTED BREVE": "M-14,0 R-13,-14,0,-14 R13,-14,14,0", "DIAERESIS": "D-12,-6 D12,-6",
    "RING ABOVE": "M0,-20 R10,-20,10,-10 R10,0,0,0 R-10,0,-10,-10 R-10,-20,0,-20",
    "DOUBLE ACUTE": "M-13,0 L-5,-15 M7,0 L15,-15", "DOUBLE GRAVE": "M13,0 L5,-15 M-7,0 L-15,-15",
    "HOOK ABOVE": "M-9,-18 R-8,-25,1,-25 R11,-25,11,-17 R11,-9,1,-9 L1,-1", "VERTICAL LINE ABOVE": "M0,0 L0,-15",
    "MACRON-GRAVE": "M-18,-14 L0,-14 L16,0", "ACUTE-MACRON": "M-16,0 L0,-14 L18,-14",
  ]

  /// The drawings of marks below a letter: x from the center of the letter, or from where a cedilla or an ogonek joins
  /// it, and y from the baseline.
  private static let below: [String: String] = [
    "DOT BELOW": "D0,21", "DIAERESIS BELOW": "D-12,21 D12,21", "COMMA BELOW": "M3,18 L-2,34",
    "MACRON BELOW": "M-16,20 L16,20", "LINE BELOW": "M-16,20 L16,20",
    "CIRCUMFLEX BELOW": "M-13,32 L0,18 L13,32",
    "TILDE BELOW": "M-16,29 R-14,18,-7,18 R-3,18,0,23 R3,28,7,28 R14,28,16,17",
    "BREVE BELOW": "M-14,18 R-13,32,0,32 R13,32,14,18",
    "RING BELOW": "M0,17 R10,17,10,27 R10,37,0,37 R-10,37,-10,27 R-10,17,0,17",
    "CEDILLA": "M1,0 L-2,11 R11,11,11,21 R11,31,-9,30", "OGONEK": "M0,0 R-13,10,-13,20 R-13,30,4,28",
  ]

  /// Narrow marks that stand beside or inside another one rather than on top of it, and how far from it.
  private static let seats: [String: [String: SIMD2<Double>]] = [
    "CIRCUMFLEX": ["ACUTE": SIMD2(19, -19), "GRAVE": SIMD2(-19, -19), "HOOK ABOVE": SIMD2(23, -10)],
    "BREVE": ["ACUTE": SIMD2(0, -24), "GRAVE": SIMD2(0, -24), "HOOK ABOVE": SIMD2(0, -17)],
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
    var last = ""
    // Marks below do not mind those above, in whichever order they come.
    for mark in marks.filter({ below[$0] != nil }) + marks.filter({ above[$0] != nil }) {
      if let path = above[mark] {
        // Marks on tall letters are flatter, unless they have a counter.
        let scale = SIMD2(1, isTall && height(of: mark) > -20 ? 0.85 : 1)
        seat += (seats[last]?[mark] ?? SIMD2(0, last.isEmpty ? 0 : height(of: last) - 16)) * scale
        strokes += GlyphPath.strokes(path).map { $0.map { seat + $0 * scale } }
        last = mark
      } else if let path = below[mark] {
        let x = mark == "OGONEK" ? ogoneks[base] ?? center.below : center.below
        strokes += GlyphPath.strokes(path).map { $0.map { $0 + SIMD2(x, floor) } }
        floor += 22
      }
    }
    return strokes
  }

  private static func height(of mark: String) -> Double {
    GlyphPath.strokes(above[mark] ?? "").joined().map { $0.y }.min() ?? 0
  }

  // MARK: Names

  /// The letter that carries the marks, and their names from the letter outward. A mark by itself has a blank.
  private static func parts(of letter: Character) -> (base: Character, marks: [String])? {
    var (base, marks): (Character, [String]) = (" ", [])
    for (index, scalar) in letter.unicodeScalars.enumerated() {
      guard let name = scalar.properties.name else { return nil }
      if index == 0, let parts = parts(named: name.split(separator: " ")[...]) {
        (base, marks) = parts
      } else if scalar.properties.canonicalCombiningClass != .notReordered,
        let drawn = Letterforms.all.index(forKey: Character(String(base) + String(scalar)))
      {
        base = Letterforms.all[drawn].key
      } else if let mark = mark(named: name) {
        marks.append(mark)
      } else {
        return nil
      }
    }
    return (base, marks)
  }

  private static func parts(named words: ArraySlice<Substring>) -> (base: Character, marks: [String])? {
    if let base = letters[words.joined(separator: " ")] { return (base, []) }
    guard let end = words.lastIndex(where: { $0 == "WITH" || $0 == "AND" }),
      let mark = mark(named: words[(end + 1)...].joined(separator: " ")), let inner = parts(named: words[..<end])
    else { return nil }
    return (inner.base, inner.marks + [mark])
  }

  /// The key of a mark in the tables. The names of marks that stand alone have more words.
  private static func mark(named name: String) -> String? {
    let words = name.split(separator: " ").filter {
      !["COMBINING", "MODIFIER", "LETTER", "SMALL", "ACCENT"].contains($0)
    }
    let mark = words.joined(separator: " ")
    return (above[mark] ?? below[mark]) == nil ? nil : mark
  }

  /// The letters that are drawn, by Unicode name.
  private static let letters: [String: Character] = Letterforms.all.keys.reduce(into: [:]) { letters, letter in
    let scalars = letter.unicodeScalars
    if scalars.count == 1, let name = scalars.first?.properties.name { letters[name] = letter }
  }
}
