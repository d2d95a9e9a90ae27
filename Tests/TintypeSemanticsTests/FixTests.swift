import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeIR
import TintypeSyntax
import TintypeTestSupport

/// What `check --fix` may do: nothing that adds an error, hides one or changes a meaning.
@Suite struct FixTests {
  static let wrong = RecipeSample.all(inTopicsOf: "Goldens", except: ["other", "tables"])
    .sorted { $0.source.name < $1.source.name }

  private static let loader = MemoryLoader(for: "x.tint", in: ["other", "tables"], of: "Goldens")

  private static func diagnostics(of source: SourceFile) -> [Diagnostic] {
    compile(source, loader: loader, withLints: true).diagnostics
  }

  private static func fixed(_ source: SourceFile) -> (source: SourceFile, diagnostics: [Diagnostic], count: Int) {
    applyFixIts(to: source, check: diagnostics)
  }

  private static func look(_ source: SourceFile) -> Look? { compile(source, loader: loader).look }

  /// A picture of random bytes through a look.
  private static func rendered(_ look: Look) throws -> Bitmap {
    var picture = Bitmap(width: 13, height: 9)
    var random = SplitMix64(seed: 5)
    for index in picture.pixels.indices { picture.pixels[index] = .random(in: 0...255, using: &random) }
    return try picture.rendered(through: ConfiguredLook(look), threads: 1)
  }

  /// The lines that safe fixes change in the whole corpus, for review: each keeps the obvious intention of the wrong
  /// line.
  @Test func changesOnlyWhatIsPlain() {
    let changes = Self.wrong.compactMap { sample -> String? in
      let after = Self.fixed(sample.source)
      guard after.source != sample.source else { return nil }
      let (before, lines) = (sample.source.lines, after.source.lines)
      let (old, new) = (before.filter { !lines.contains($0) }, lines.filter { !before.contains($0) })
      let text = old.map { "- \($0)\n" }.joined() + new.map { "+ \($0)\n" }.joined()
      return "\(sample.source.name)\n\(text)"
    }
    expectGolden(changes.joined(separator: "\n"), "safe-fixes.txt")
  }

  @Test(.slow, arguments: wrong)
  func addsNoErrorAndHasAnEnd(_ sample: RecipeSample) {
    let before = Self.diagnostics(of: sample.source)
    let after = Self.fixed(sample.source)
    #expect(after.diagnostics.errorCount <= before.errorCount)
    #expect(after.diagnostics == Self.diagnostics(of: after.source))
    #expect(Self.fixed(after.source).count == 0)
    let tidy = SourceFile(name: sample.source.name, text: formatted(parse(after.source).tree))
    #expect(formatted(parse(tidy).tree) == tidy.text)
  }

  /// A recipe that checks has only warnings to be fixed, and gives the same picture afterward.
  @Test func keepsThePicture() throws {
    var count = 0
    for sample in Self.wrong {
      let after = Self.fixed(sample.source)
      guard after.count > 0, let look = Self.look(sample.source), let fixed = Self.look(after.source) else { continue }
      count += 1
      let pictures = try [look, fixed].map(Self.rendered)
      #expect(pictures[0] == pictures[1], "\(sample.source.name)")
    }
    #expect(count > 0)
  }

  /// Every safe edit on the way leaves the tokens and comments outside its place, and no error is added; afterward
  /// nothing is left to be fixed.
  private static func expectLawful(_ source: SourceFile, _ what: String) {
    let after = applyFixIts(to: source) { text in
      let all = diagnostics(of: text)
      let edits = all.flatMap(\.fixIts).filter { $0.applicability == .safe && $0.location.file == text }
      for edit in edits { expectKeepsTheRest(edit, what) }
      return all
    }
    #expect(after.diagnostics.errorCount <= diagnostics(of: source).errorCount, "\(what)")
    #expect(fixed(after.source).count == 0, "\(what)")
  }

  private static func expectKeepsTheRest(_ edit: Diagnostic.FixIt, _ what: String) {
    let (source, place) = (edit.location.file, edit.location.span)
    let text = source.text[..<place.start] + Array(edit.replacement.utf8) + source.text[place.end...]
    let (old, new) = (parse(source).tree, parse(SourceFile(name: "fixed.tint", text: Array(text))).tree)
    let growth = text.count - source.text.count
    // What lies behind an offset, or the part of it that does. A text or comment may lie on both sides.
    func words(_ tree: SyntaxTree, behind offset: Int) -> [String] {
      (tree.allTokens.map(\.span) + tree.comments.map(\.span)).filter { $0.end > offset }
        .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        .map { tree.source.text(in: Span(max($0.start, offset), $0.end)) }
    }
    func straddles(_ tree: SyntaxTree, _ end: Int) -> Bool {
      tree.allTokens.contains { $0.span.start < place.start && $0.span.end > end }
    }
    let shown = "\(what): \(edit.text) at \(edit.location.position)"
    #expect(words(old, behind: place.end) == words(new, behind: place.end + growth), "\(shown)")
    // The point for a decimal comma makes one number of two, as its message says.
    let isPoint = edit.replacement == "."
    #expect(isPoint || !straddles(new, place.end + growth) || straddles(old, place.end), "\(shown) joins words")
    // A comment within the place is in the replacement, unless it is what the fix removes.
    let inside = old.comments.map(\.span).filter { $0.start > place.start && $0.end <= place.end }
      .map { source.text(in: $0) }
    let isComment = source.text[place.start...].drop { $0 == UInt8(ascii: " ") }.starts(with: "//".utf8)
    #expect(isComment || inside.allSatisfy { edit.replacement.contains($0) }, "\(shown)")
  }

  @Test(.slow) func keepsWhatItsMessagesDoNotName() {
    for sample in Self.wrong { Self.expectLawful(sample.source, sample.source.name) }
  }

  @Test(.slow) func keepsWhatItsMessagesDoNotNameInDamagedRecipes() throws {
    var random = SplitMix64(seed: 8)
    let pieces = [
      "\r", "\r\n", "\r\r\n", "\u{2028}", "\u{85}", ";", "(", ")", "\"", "//", "// ", "{", "}", "#", "'", "/*", "\0",
      "\u{202E}", "?", " return ", "==", "..", "\n", "\t", ",", " uniform float ", "; //", "++", " and ", "f", "\u{A0}",
      "0.1.2", ".5", "?1:0", "\u{B0}", "let mut y = 1", "0x1F", "1_0",
    ]
    let looks = shippedGroups.flatMap(\.looks)
    for number in 0..<(runsAllTests ? 3000 : 40) {
      let look = try #require(looks.randomElement(using: &random))
      var text = look.text
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let start = Int.random(in: 0...text.count, using: &random)
        let end = min(start + [0, 0, 1, 1, 5, 40].randomElement(using: &random)!, text.count)
        text.replaceSubrange(start..<end, with: Array((pieces.randomElement(using: &random) ?? "").utf8))
      }
      Self.expectLawful(SourceFile(name: "damaged.tint", text: text), "\(number) of \(look.name)")
    }
  }

  @Test(.slow) func shippedRecipesStay() {
    for look in shippedGroups.flatMap(\.looks) {
      #expect(Self.fixed(SourceFile(name: "x.tint", text: look.text)).count == 0, "\(look.name)")
    }
  }

  /// No fix makes a number of parts that stand side by side.
  @Test(arguments: [
    ("0.1.2", "0.1.2"), ("0x1F.5", "0x1F.5"), ("1_0.5", "1_0.5"), ("1f.5", "1f.5"), ("v1.5", "v1.5"), (".5", "0.5"),
    ("0x1FF", "511"), ("1_000", "1000"), ("1.5f", "1.5"), ("(.5+.25)", "(0.5+0.25)"), ("sin(v°)", "sin(v°)"),
    ("sin(90°)", "sin(90deg)"), ("(v>0.5?1:0)", "(if v>0.5 { 1 } else { 0 })"), ("v1°", "v1°"),
  ])
  func joinsNothing(_ wrong: String, _ right: String) {
    let start = "tintype 1\nlook \"x\" { working display }\nparam v: scalar = 1\noutput source * "
    let after = Self.fixed(SourceFile(name: "x.tint", text: start + wrong + "\n"))
    #expect(String(decoding: after.source.text, as: UTF8.self) == start + right + "\n")
    #expect((wrong == right) == (after.diagnostics.errorCount > 0))
  }

  /// A second name is no type.
  @Test func insertsNoColonBetweenNames() {
    let text = "tintype 1\nlook \"x\" { working display }\nkernel k(c: rgb) -> rgb {\n  let mut y = c\n  return y\n}\n"
    let source = SourceFile(name: "x.tint", text: text + "output k(source)\n")
    #expect(Self.fixed(source).source == source)
  }

  /// A recipe in another encoding is one error, and `--fix` does not change it.
  @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32BigEndian])
  func wideTextStays(_ encoding: String.Encoding) throws {
    let text = "tintype 1\nlook \"x\" { working display }\noutput source\n"
    let source = SourceFile(name: "x.tint", text: Array(try #require(text.data(using: encoding))))
    let after = Self.fixed(source)
    #expect(after.count == 0 && after.diagnostics.count == 1)
    #expect(after.diagnostics[0].notes == ["save it as UTF-8 in your editor"])
  }

  /// A recipe is the same whatever its lines end with, and a fix keeps that.
  @Test(arguments: ["\r", "\r\n"]) func keepsLineEnds(_ end: String) {
    let text = "// a comment\nlook \"x\" { working display }\n// another\nlet a = 1;\noutput source * a\n"
    let source = SourceFile(name: "x.tint", text: text.replacing("\n", with: end))
    let after = Self.fixed(source)
    #expect(after.diagnostics.isEmpty)
    #expect(
      after.source.text == Array(("tintype 1\n\n" + text.replacing(";", with: "")).replacing("\n", with: end).utf8))
  }

  /// Spellings of other languages and editors, put into shipped looks: fixing gives back the look itself.
  @Test(
    .slow,
    arguments: [
      ("\"", "\u{201D}", 2), ("=", "==", 1), (": scalar", "scalar", 1), ("...", "..", 1), (" 0.", " .", 1),
      ("//", "#", 1), ("->", ":", 1), ("\n", ";\n", 3), ("e", "\u{435}", 1), ("a", "\u{430}", 1), ("ev", "stops", 1),
      ("deg", "degrees", 1), ("return", "retrun", 1), ("kernel", "kernal", 1), ("param", "prarm", 1), ("1)", "1f)", 1),
      ("&&", "&", 1), ("||", "or", 1), (" - ", " \u{2212} ", 1), (" * ", " \u{D7} ", 1), ("tintype 1", "", 1),
      (": ", " = ", 1), (" in ", " ", 1), (")", "", 1), ("{", "", 1), ("}", "", 1), ("(", "", 1), (", ", " ", 1),
      ("working linear-srgb", "", 1), ("output", "ouput", 1), ("|>", ">", 1), ("source", "src", 1), ("return ", "", 1),
    ])
  func givesBackWhatWasMeant(_ right: String, _ wrong: String, _ count: Int) throws {
    var random = SplitMix64(seed: 3)
    for source in shippedGroups.compactMap(\.looks.first) {
      let text = String(decoding: source.text, as: UTF8.self)
      // A shipped text under its own name is not checked again.
      let original = try #require(Self.look(SourceFile(name: "mutant.tint", text: source.text)))
      let places = text.ranges(of: right)
      for place in places.shuffled(using: &random).prefix(count + 1) {
        let mutant = SourceFile(name: "mutant.tint", text: text.replacingCharacters(place, wrong))
        let before = Self.diagnostics(of: mutant)
        guard before.errorCount > 0 else { continue }
        let after = Self.fixed(mutant)
        #expect(after.diagnostics.errorCount <= before.errorCount)
        guard after.diagnostics.errorCount == 0 else { continue }
        let line = text[..<place.lowerBound].count { $0.isNewline } + 1
        let pictures = try [try #require(Self.look(after.source)), original].map(Self.rendered)
        #expect(pictures[0] == pictures[1], "\(source.name):\(line): '\(right)' as '\(wrong)'")
      }
    }
  }
}

extension [Diagnostic] {
  fileprivate var errorCount: Int { count { $0.severity == .error } }
}

extension SourceFile {
  fileprivate var lines: [Substring] {
    String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }
}

extension String {
  fileprivate func replacingCharacters(_ range: Range<Index>, _ text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
