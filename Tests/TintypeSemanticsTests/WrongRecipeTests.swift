import Testing
import Tintype
import TintypeTestSupport

/// Recipes that are wrong in one way each (`many-…` in several), with what a photographer reads about them.
@Suite struct WrongRecipeTests {
  static let samples = RecipeSample.all(inTopicsOf: "Goldens", except: ["other", "tables"])

  /// The notes for each file, by name; large files are slow.
  private static let compiled = Dictionary(
    uniqueKeysWithValues: samples.map { ($0.source.name, compile($0.source)) })

  private static func compile(_ source: SourceFile) -> (look: Look?, diagnostics: [Diagnostic]) {
    Tintype.compile(
      source, loader: MemoryLoader(for: source.name, in: ["other", "tables"], of: "Goldens"), withLints: true)
  }

  private func compiled(_ sample: RecipeSample) -> (look: Look?, diagnostics: [Diagnostic]) {
    Self.compiled[sample.source.name] ?? Self.compile(sample.source)
  }

  @Test(.slow, arguments: samples)
  func saysWhatIsWrong(_ sample: RecipeSample) {
    let (look, diagnostics) = compiled(sample)
    #expect(!diagnostics.isEmpty, "\(sample.source.name) is not wrong")
    let isLibrary = sample.source.name.contains("-in-a-library")
    #expect((look == nil) == (isLibrary || diagnostics.contains { $0.severity == .error }))
    expectGolden(diagnostics.map(\.rendered).joined(separator: "\n"), sample.golden(".txt"))
  }

  @Test(arguments: samples)
  func saysItOnce(_ sample: RecipeSample) {
    let errors = compiled(sample).diagnostics
    let count = sample.source.name.hasPrefix("many-") ? errors.count >= 3 : errors.count == 1
    #expect(count, "\(errors.count) diagnostics")
  }

  @Test(arguments: samples)
  func speaksInOneVoice(_ sample: RecipeSample) {
    for diagnostic in compiled(sample).diagnostics {
      let sentences =
        [diagnostic.message, diagnostic.primary.text] + diagnostic.related.map(\.text) + diagnostic.notes
        + diagnostic.fixIts.map(\.text)
      for sentence in sentences {
        #expect(!sentence.hasSuffix("."), "\(sentence)")
        #expect(sentence.first?.isUppercase != true, "\(sentence)")
      }
      #expect(!diagnostic.message.isEmpty)
      #expect(!diagnostic.code.isEmpty)
    }
  }

  /// Each way out, taken alone, is one: the same thing is not said again at that place, and nothing worse.
  @Test(arguments: samples)
  func fixItsFix(_ sample: RecipeSample) {
    let before = compiled(sample).diagnostics
    for diagnostic in before {
      for fixIt in diagnostic.fixIts {
        let fixed = fixIt.applied
        let after = Self.compile(fixed).diagnostics
        #expect(
          after.count { $0.code == diagnostic.code } < before.count { $0.code == diagnostic.code },
          "\(fixIt.text): \(after.map(\.rendered).joined(separator: "\n"))")
        #expect(after.count <= before.count, "\(fixIt.text): \(after.map(\.rendered).joined(separator: "\n"))")
      }
    }
  }
}

extension Diagnostic.FixIt {
  /// Its file with the edit made.
  var applied: SourceFile {
    let (file, span) = (location.file, location.span)
    return SourceFile(
      name: file.name, text: Array(file.text[..<span.start]) + Array(replacement.utf8) + Array(file.text[span.end...]))
  }
}
