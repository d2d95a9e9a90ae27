public import Testing
public import TintypeDiagnostics

/// A recipe file beside a test, named in the log without its text.
public struct RecipeSample: Sendable, CustomTestStringConvertible {
  /// Its text, under its file name.
  public let source: SourceFile

  /// Wraps a recipe.
  public init(source: SourceFile) { self.source = source }

  /// The file name.
  public var testDescription: String { source.name }

  /// The recipes of a folder of the test target, in order of their names.
  public static func all(in folder: String, testFile: String = #filePath) -> [RecipeSample] {
    let place = TestFiles.folder(ofTarget: testFile) + "/" + folder
    return TestFiles.names(in: place, endingIn: ".tint").compactMap { name in
      TestFiles.bytes(of: place + "/" + name).map { RecipeSample(source: SourceFile(name: name, text: $0)) }
    }
  }
}
