import Testing
import TintypeImage

@Suite struct ImageErrorTests {
  @Test func messagesCannotDriveATerminal() {
    let error = ImageError(.corrupt, "a\u{1B}[31m\nb\u{202E}ä")
    #expect(error.message == "a\\u{1b}[31m\\u{a}b\\u{202e}ä")
  }
}
