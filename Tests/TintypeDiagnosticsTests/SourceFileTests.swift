import Testing
import TintypeDiagnostics

/// Files are compared by what is in them.
@Suite struct SourceFileTests {
  @Test func areAlikeByNameAndText() {
    let file = SourceFile(name: "a.tint", text: "tintype 1")
    let same = SourceFile(name: "a.tint", text: Array("tintype 1".utf8))
    #expect(file == file)
    #expect(file == same)
    #expect(file.hashValue == same.hashValue)
    #expect(file != SourceFile(name: "b.tint", text: "tintype 1"))
    #expect(file != SourceFile(name: "a.tint", text: "tintype 2"))
    #expect(Set([file, same]).count == 1)
  }
}
