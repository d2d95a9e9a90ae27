import Foundation
import Testing
import TintypeDiagnostics

/// A file beside these tests, named in the log without its text.
struct Sample: Sendable, CustomTestStringConvertible {
  let source: SourceFile

  var testDescription: String { source.name }
}

/// The files beside these tests.
enum Corpus {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// The well-formed recipes, in order of their names.
  static let recipes = recipes(in: "Recipes")

  /// The wrong recipes, in order of their names.
  static let wrongRecipes = recipes(in: "Goldens")

  private static func recipes(in name: String) -> [Sample] {
    let place = folder.appending(path: name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    return names.filter { $0.hasSuffix(".tint") }.sorted().compactMap { name in
      guard let data = try? Data(contentsOf: place.appending(path: name)) else { return nil }
      return Sample(source: SourceFile(name: name, text: [UInt8](data)))
    }
  }
}
