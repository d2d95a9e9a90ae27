public import Testing
public import TintypeDiagnostics

/// A recipe file beside a test, named in the log without its text.
public struct RecipeSample: Sendable, CustomTestStringConvertible {
  /// Its text, under its file name.
  public let source: SourceFile

  /// The folder that the file lies in, below the one that was asked for: `names/`, or nothing.
  public let topic: String

  /// Wraps a recipe.
  public init(source: SourceFile, topic: String = "") { (self.source, self.topic) = (source, topic) }

  /// The file name.
  public var testDescription: String { source.name }

  /// The name of the file beside it that has the same name and another ending, as `expectGolden` wants it.
  public func golden(_ ending: String) -> String { topic + source.name.dropLast(".tint".count) + ending }

  /// The recipes of a folder of the test target, in order of their names.
  public static func all(in folder: String, testFile: String = #filePath) -> [RecipeSample] {
    recipes(in: TestFiles.folder(ofTarget: testFile) + "/" + folder, topic: "")
  }

  /// The recipes of all topics: those of a folder, and of the folders in it that hold no files for recipes to name.
  public static func all(
    inTopicsOf folder: String, except others: Set<String> = [], testFile: String = #filePath
  ) -> [RecipeSample] {
    let place = TestFiles.folder(ofTarget: testFile) + "/" + folder
    let topics = TestFiles.names(in: place, endingIn: "").filter { !$0.contains(".") && !others.contains($0) }
    return recipes(in: place, topic: "") + topics.flatMap { recipes(in: place, topic: $0 + "/") }
  }

  private static func recipes(in place: String, topic: String) -> [RecipeSample] {
    TestFiles.names(in: place + "/" + topic, endingIn: ".tint").compactMap { name in
      TestFiles.bytes(of: place + "/" + topic + name).map {
        RecipeSample(source: SourceFile(name: name, text: $0), topic: topic)
      }
    }
  }

  /// The recipes in a page of `Documentation/`: its fenced `tint` blocks. One marked `tint kernel` lacks its edition.
  public static func all(inPage name: String) -> [RecipeSample] {
    let page = TestFiles.bytes(of: TestFiles.packageRoot + "/Documentation/" + name) ?? []
    var (samples, lines): ([RecipeSample], [Substring]?) = ([], nil)
    for line in String(decoding: page, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if let recipe = lines, line == "```" {
        let text = recipe.joined(separator: "\n") + "\n"
        samples.append(RecipeSample(source: SourceFile(name: name, text: text)))
        lines = nil
      } else if lines == nil, line.hasPrefix("```tint") {
        lines = line.hasSuffix(" kernel") ? ["tintype 1", ""] : []
      } else {
        lines?.append(line)
      }
    }
    return samples
  }
}
