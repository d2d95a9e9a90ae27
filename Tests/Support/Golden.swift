public import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whether goldens are written anew instead of compared.
public let updatesGoldens = ProcessInfo.processInfo.environment["TINTYPE_UPDATE_GOLDENS"] == "1"

/// Compares a text with the file of that name in `Goldens/` beside the calling test file's target.
///
/// `TINTYPE_UPDATE_GOLDENS=1 swift test` writes the files anew; read `git diff` before you believe them.
public func expectGolden(
  _ text: String, _ name: String, testFile: String = #filePath,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let path = TestFiles.folder(ofTarget: testFile) + "/Goldens/" + name
  if updatesGoldens {
    #expect(throws: Never.self, sourceLocation: sourceLocation) { try TestFiles.write(Array(text.utf8), to: path) }
    return
  }
  guard let golden = TestFiles.bytes(of: path) else {
    Issue.record("no golden \(name); write it with TINTYPE_UPDATE_GOLDENS=1", sourceLocation: sourceLocation)
    return
  }
  let known = String(decoding: golden, as: UTF8.self)
  let lines = Set(known.split(separator: "\n"))
  let changed = text.split(separator: "\n").filter { !lines.contains($0) }.prefix(12).joined(separator: "\n")
  #expect(
    text == known,
    "golden \(name) differs; if that is meant, TINTYPE_UPDATE_GOLDENS=1 writes it. New lines:\n\(changed)",
    sourceLocation: sourceLocation)
}
