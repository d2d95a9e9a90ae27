import Testing
import TintypeJSON
import TintypeTestSupport

@testable import TintypeLanguageServer

/// What is offered where a declaration goes on with words of its own.
@Suite struct CompletionTests {
  @Test func promisesAndSettings() {
    let uri = "untitled:x.tint"
    let client = EditorClient(capabilities: [
      "textDocument": ["completion": ["completionItem": ["snippetSupport": true]]]
    ])
    client.open(
      uri,
      """
      tintype 1
      look "x" { working display }
      param light: scalar = 1 in 0...2
      output source * light
      expect\u{20}
      expect hue of\u{20}
      expect neutral with\u{20}
      variant "v" {
        \u{20}
      }
      set\u{20}
      """)
    let promises = client.completions(uri, behind: "expect ")
    #expect(promises["neutral"] != nil && promises["distance"] != nil && promises["light"] == nil)
    #expect(promises["hue"]?["textEdit"]?["newText"] == "hue of ${1:lightSkin} in ${2:0}...${3:100}")
    #expect(client.completions(uri, behind: "hue of ")["darkSkin"] != nil)
    for place in ["neutral with ", "{\n  ", "set "] {
      let settings = client.completions(uri, behind: place)
      #expect(settings["light"]?["textEdit"]?["newText"] == "light = $1" && settings["param"] == nil, "\(place)")
    }
  }
}
