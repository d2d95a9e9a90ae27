import Foundation
import Testing

@testable import TintypeText

@Suite struct DiacriticsTests {
  /// The letters besides A to Z of all Latin alphabets that CLDR knows, in Unicode's order, from PyICU (ICU 72):
  ///
  ///     import icu, re, unicodedata as u
  ///     words = {x for n in icu.Locale.getAvailableLocales()
  ///              for w in icu.LocaleData(n).getExemplarSet() for x in (w, w.upper())}
  ///     letters = {c for w in words for c in re.findall(
  ///         "[^\u0300-\u036f\u1dc0-\u1dff][\u0300-\u036f\u1dc0-\u1dff]*", u.normalize("NFC", w))}
  ///     print("".join(sorted(c for c in letters
  ///         if not c.isascii() and u.name(c[0]).startswith(("LATIN", "MODIFIER")))))
  static let alphabets =
    "A̧A̱A᷆A᷇E̱E᷆E᷇I̧I̱I᷆I᷇J́M̀M̄N̄O̱O᷆O᷇U̧U᷆U᷇a̧a̱a᷆a᷇e̱e᷆e᷇i̧i̱i᷆i᷇j́m̀m̄n̄o̱o᷆o᷇u̧u᷆u᷇ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓ"
    + "ÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņ"
    + "ŇňŊŊ̀Ŋ́Ŋ̄ŋŋ̀ŋ́ŋ̄ŌōŐőŒœŔŕŘřŚśŜŝŞşŠšŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžƁƆƆ̀Ɔ́Ɔ̂Ɔ̃Ɔ̄Ɔ̈Ɔ̌Ɔ̧Ɔ̱Ɔ᷆Ɔ᷇ƉƊƎƎ́Ǝ̂Ǝ̄Ǝ̌ƏƏ̀Ə́Ə̂"
    + "Ə̌ƐƐ̀Ɛ́Ɛ̂Ɛ̃Ɛ̄Ɛ̈Ɛ̌Ɛ̧Ɛ̱Ɛ̱̈Ɛ᷆Ɛ᷇ƑƒƔƗƗ̀Ɨ̂Ɨ̄Ɨ̌ƘƙƝƠơƯưƲƳƴǀǁǂǃǍǎǏǐǑǒǓǔǝǝ́ǝ̂ǝ̄ǝ̌ǦǧǸǹȘșȚțȞȟɄɄ̀Ʉ́Ʉ̂Ʉ̄Ʉ̈Ʉ̌ɓɔɔ̀ɔ́ɔ̂ɔ̃"
    + "ɔ̄ɔ̈ɔ̌ɔ̧ɔ̱ɔ᷆ɔ᷇ɖɗəə̀ə́ə̂ə̌ɛɛ̀ɛ́ɛ̂ɛ̃ɛ̄ɛ̈ɛ̌ɛ̧ɛ̱ɛ̱̈ɛ᷆ɛ᷇ɣɨɨ̀ɨ̂ɨ̄ɨ̌ɲʉʉ̀ʉ́ʉ̂ʉ̄ʉ̈ʉ̌ʋʔʷʻʼḌḍḤḥḶḷḾḿṄṅṚṛṢṣṬṭṼṽẀẁẂẃẄẅ"
    + "ẒẓẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẸ̀Ẹ́ẹẹ̀ẹ́ẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌỌ̀Ọ́ọọ̀ọ́ỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵ"
    + "ỶỷỸỹꞋꞌ"

  /// Blocks that are drawn completely, and the letters of Vietnamese and of other living alphabets beyond.
  static let blocks: [ClosedRange<UInt32>] = [
    0xA1...0xAC, 0xAE...0x17F, 0x1CD...0x1DC, 0x1E00...0x1E99, 0x1EA0...0x1EF9,
  ]

  static let letters: [Character] =
    Array(alphabets) + blocks.joined().compactMap { Unicode.Scalar($0).map { Character($0) } }
    + "ẞǼǽǾǿǢǣǪǫǬǭǮǯȀȁȂȃȘșȚțȦȧȨȩȪȫȬȭȮȯȰȱȲȳﬁﬂ‘’‚“”„‹›–—…•€₺₫₦№™"

  /// Every letter is drawn, with its ink around the line.
  @Test func everyLetterIsDrawn() {
    for letter in Self.letters {
      #expect(Lettering.face(.plain).missingLetters(in: String(letter)) == nil)
      let glyph = Glyph.of(letter)
      let heights = glyph.strokes.joined().map(\.y)
      #expect(!heights.isEmpty && heights.allSatisfy { (-70...155).contains($0) }, "\(letter)")
      #expect((0...150).contains(glyph.width), "\(letter)")
    }
  }

  /// A letter with marks differs from the letter without them, and is little wider.
  @Test func marksAreSeen() {
    for letter in Self.letters {
      let scalars = Self.decomposed(letter)
      let (base, glyph) = (Glyph.of(Character(scalars[0])), Glyph.of(letter))
      guard scalars.count > 1 else { continue }
      #expect(glyph.strokes != base.strokes, "\(letter)")
      #expect((base.width...base.width + 36).contains(glyph.width), "\(letter)")
    }
  }

  @Test func noTwoLettersLookTheSame() {
    // These are drawn alike because they are written alike.
    let twins = Set("ÐĐƉǝəʻʼꞌꞋƖǀǃ".unicodeScalars)
    let letters = Set(Self.letters).filter { !twins.contains(Self.decomposed($0)[0]) }
    for letters in Dictionary(grouping: letters, by: { Glyph.of($0).strokes }).values {
      #expect(letters.count == 1, "\(letters)")
    }
  }

  /// Precomposed and decomposed letters are one drawing, and marks on different sides of a letter commute.
  @Test func compositionMakesNoDifference() {
    for letter in Self.letters {
      let scalars = Self.decomposed(letter)
      let line = LetterLine(String(letter), .plain)
      #expect(LetterLine(Self.text(scalars), .plain) == line, "\(letter)")
      #expect(LetterLine(String(letter).precomposedStringWithCanonicalMapping, .plain) == line, "\(letter)")
      let classes = scalars.map(\.properties.canonicalCombiningClass)
      guard scalars.count == 3, classes[1] != classes[2] else { continue }
      #expect(LetterLine(Self.text([scalars[0], scalars[2], scalars[1]]), .plain) == line, "\(letter)")
    }
  }

  /// A mark keeps clear of the letter and of other marks by 1/50 of the cap height. A cedilla and an ogonek join it.
  @Test func marksKeepClear() throws {
    var compared = 0
    let joining: Set<Unicode.Scalar> = ["\u{31B}", "\u{327}", "\u{328}"]
    for letter in Self.letters where Letterforms.all[letter] == nil {
      let scalars = Self.decomposed(letter)
      // The marks below come first, so that each drawing begins with the one before.
      let marks = scalars.dropFirst().sorted { $0.isBelow && !$1.isBelow }
      var drawn: [[SIMD2<Double>]] = []
      for count in 0...marks.count {
        var strokes = try #require(Diacritics.strokes(of: Character(Self.text([scalars[0]] + marks[..<count]))))
        // The dot of an i gives way to the next mark.
        if !marks.isEmpty, scalars[0].properties.isSoftDotted, !marks[0].isBelow {
          strokes.removeAll { count == 0 && $0.count == 1 }
        }
        let before = drawn
        drawn = strokes
        guard count > 0, !joining.contains(marks[count - 1]), strokes.starts(with: before) else { continue }
        for mark in strokes[before.count...] {
          for other in before { #expect(Self.gap(mark, other) >= 2, "mark \(count) of \(letter)") }
        }
        compared += 1
      }
    }
    #expect(compared > 800)
  }

  private static func decomposed(_ letter: Character) -> [Unicode.Scalar] {
    Array(String(letter).decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// The distance between the ink of two strokes, in 1/100 of the cap height.
  private static func gap(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> Double {
    /// Points at most 2 apart.
    func dense(_ stroke: [SIMD2<Double>]) -> [SIMD2<Double>] {
      zip(stroke, stroke.dropFirst() + stroke.suffix(1)).flatMap { from, to in
        let count = max(1, Int((to - from).x.magnitude + (to - from).y.magnitude) / 2)
        return (0..<count).map { from + (to - from) * (Double($0) / Double(count)) }
      } + stroke.suffix(1)
    }
    func radius(_ stroke: [SIMD2<Double>]) -> Double { (stroke.count == 1 ? 1.3 : 1) * 100 / 18 }
    var nearest = Double.infinity
    let others = dense(b)
    for point in dense(a) {
      for other in others { nearest = min(nearest, ((point - other) * (point - other)).sum()) }
    }
    return nearest.squareRoot() - radius(a) - radius(b)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a combining mark below a letter.
  fileprivate var isBelow: Bool { properties.canonicalCombiningClass.rawValue < 230 }
}
