import Testing
import TintypeDiagnostics
import TintypeTestSupport

@testable import TintypeSyntax

@Suite struct DiagnosticTests {
  @Test(arguments: Corpus.wrongRecipes)
  func wrongRecipe(_ sample: RecipeSample) {
    let source = sample.source
    let (tree, diagnostics) = parse(source)
    #expect(tree.printed == source.text)
    #expect(!diagnostics.isEmpty, "\(source.name) is not wrong")
    expectGolden(diagnostics.map(listed).joined(separator: "\n"), sample.golden(".txt"))
  }

  @Test func fixItsLeaveSomethingBetter() {
    for source in Corpus.wrongRecipes.map(\.source) {
      let before = parse(source).diagnostics
      let fixes = before.filter { $0.fixIts.count == 1 && !$0.code.hasPrefix("un") }
      for diagnostic in fixes {
        let fixed = SourceFile(name: source.name, text: applied(diagnostic.fixIts[0], to: source.text))
        let after = parse(fixed).diagnostics
        #expect(after.count <= before.count, "\(source.name): \(diagnostic.fixIts[0].text)")
      }
    }
  }

  /// Such as a picture.
  @Test func dataIsOneError() {
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array(200...255)
    let found = parse(SourceFile(name: "photo.png", text: picture)).diagnostics
    #expect(found.map(\.message) == ["this file is no text, as a picture is not"])
  }

  private func applied(_ fixIt: Diagnostic.FixIt, to text: [UInt8]) -> [UInt8] {
    let span = fixIt.location.span
    return Array(text[..<span.start]) + Array(fixIt.replacement.utf8) + Array(text[span.end...])
  }
}

/// A diagnostic in lines of text: what it says, where, and its ways out.
func listed(_ diagnostic: Diagnostic) -> String {
  var text = "\(diagnostic.severity.rawValue)[\(diagnostic.code)] \(place(diagnostic.primary.location))"
  text += " \(diagnostic.message)\n"
  if !diagnostic.primary.text.isEmpty { text += "  here: \(diagnostic.primary.text)\n" }
  for label in diagnostic.related { text += "  \(place(label.location)): \(label.text)\n" }
  for note in diagnostic.notes { text += "  note: \(note)\n" }
  for fixIt in diagnostic.fixIts {
    text += "  fix: \(fixIt.text) [\(place(fixIt.location)) \(fixIt.replacement.debugDescription)]\n"
  }
  return text
}

/// `line:column` or `line:column-column`, in bytes from 1.
private func place(_ location: TintypeDiagnostics.SourceLocation) -> String {
  let before = location.file.text[..<location.span.start]
  let line = before.count { $0 == UInt8(ascii: "\n") } + 1
  let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
  let length = location.span.end - location.span.start
  return length == 0 ? "\(line):\(column)" : "\(line):\(column)-\(column + length)"
}
