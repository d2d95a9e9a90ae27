import Testing
import TintypeTestSupport

@testable import TintypeLanguageServer

/// What editors load from the folder `Editors`.
@Suite struct EditorFolderTests {
  /// The snippets of Visual Studio Code are the completions of declarations.
  @Test func snippetsAreThoseOfTheServer() throws {
    let client = EditorClient(capabilities: [
      "textDocument": ["completion": ["completionItem": ["snippetSupport": true]]]
    ])
    client.open("untitled:x", "")
    let items = client.request(
      "textDocument/completion", ["textDocument": ["uri": "untitled:x"], "position": ["line": 0, "character": 0]])
    let snippets = (items["items"]?.elements ?? []).compactMap { item -> (String, JSONValue)? in
      guard let label = item["label"]?.text, let text = item["textEdit"]?["newText"]?.text else { return nil }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return (label, ["prefix": .string(label), "body": JSONValue(lines)])
    }
    let file = "Editors/vscode/snippets.json"
    let wanted = JSONValue.object(Dictionary(snippets) { first, _ in first })
    let bytes = try #require(TestFiles.bytes(of: TestFiles.packageRoot + "/" + file))
    #expect(JSONValue(parsing: bytes) == wanted, "\(file) should be \(String(decoding: wanted.encoded, as: UTF8.self))")
    #expect(snippets.count > 10)
  }

  @Test(arguments: ["package.json", "language-configuration.json", "tintype.tmLanguage.json"])
  func filesAreJSON(_ name: String) throws {
    let bytes = try #require(TestFiles.bytes(of: TestFiles.packageRoot + "/Editors/vscode/" + name))
    #expect(JSONValue(parsing: bytes) != nil)
  }
}
