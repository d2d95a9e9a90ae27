import Foundation
import Testing

/// Compares a text with the file of that name in `Goldens/`.
///
/// `TINTYPE_UPDATE_GOLDENS=1 swift test` writes the files anew; read `git diff` before you believe them.
func expectGolden(_ text: String, _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
  let file = Corpus.folder.appending(path: "Goldens").appending(path: name)
  if ProcessInfo.processInfo.environment["TINTYPE_UPDATE_GOLDENS"] == "1" {
    #expect(throws: Never.self, sourceLocation: sourceLocation) { try Data(text.utf8).write(to: file) }
    return
  }
  guard let data = try? Data(contentsOf: file) else {
    Issue.record("no golden \(name); write it with TINTYPE_UPDATE_GOLDENS=1", sourceLocation: sourceLocation)
    return
  }
  #expect(text == String(decoding: data, as: UTF8.self), "golden \(name) differs", sourceLocation: sourceLocation)
}
