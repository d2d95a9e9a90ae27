import Tintype
import TintypeEditing
import TintypeImage
import TintypeJSON
import TintypeLanguageServer

/// The language server of the page's text pane; it answers the page as it answers editors.
struct RecipeLanguageService {
  private let server: LanguageServer
  private let outbox: Outbox
  /// The document of the pane. Only one is open, so used recipes are read from the disk.
  private var open: (uri: String, text: String, version: Int64)?
  /// The last diagnostics from the server.
  private var diagnostics: JSONValue = []

  /// The messages of the server.
  private final class Outbox {
    var messages: [JSONValue] = []
  }

  /// What the page may ask.
  private static let questions: Set<String> = [
    "textDocument/completion", "textDocument/hover", "textDocument/signatureHelp", "textDocument/formatting",
    "textDocument/codeAction", "textDocument/semanticTokens/full",
  ]

  init(_ recipes: RecipeStore, temporaryFolder: FilePath) {
    let outbox = Outbox()
    self.outbox = outbox
    server = LanguageServer(threads: 1, temporaryFolder: temporaryFolder, sharing: recipes.open) {
      outbox.messages.append($0)
    }
    server.receive(["id": 0, "method": "initialize", "params": ["capabilities": .plainTextClient]])
    server.receive(["method": "initialized", "params": [:]])
  }

  /// The display of a text: diagnostics, semantic tokens, and their legend.
  mutating func view(_ recipe: RecipeText) -> JSONValue {
    let uri = take(recipe)
    outbox.messages = []
    server.settle()
    let published = outbox.messages.last {
      $0["method"]?.text == "textDocument/publishDiagnostics" && $0["params"]?["uri"]?.text == uri
    }
    if let news = published?["params"]?["diagnostics"] { diagnostics = news }
    return [
      "diagnostics": diagnostics,
      "tokens": answer("textDocument/semanticTokens/full", uri, [:])["result"]?["data"] ?? [],
    ]
  }

  /// The server's answer about a text.
  mutating func ask(_ question: String, _ parameters: JSONValue, of recipe: RecipeText) throws(StudioFailure)
    -> JSONValue
  {
    guard Self.questions.contains(question) else { throw .wrong("there is no such question") }
    let answer = answer(question, take(recipe), parameters)
    if let error = answer["error"]?["message"]?.text { throw .wrong(error) }
    return answer["result"] ?? .null
  }

  private func answer(_ question: String, _ uri: String, _ parameters: JSONValue) -> JSONValue {
    outbox.messages = []
    var members: JSONObject = [:]
    if case .object(let given) = parameters { members = given }
    members["textDocument"] = ["uri": .string(uri)]
    server.receive(["id": 1, "method": .string(question), "params": .object(members)])
    return outbox.messages.last { $0["id"] == 1 } ?? .null
  }

  /// Opens a text, or changes it to what it is now.
  private mutating func take(_ recipe: RecipeText) -> String {
    let text = String(decoding: recipe.source.text, as: UTF8.self)
    let uri = recipe.uri
    guard let old = open, old.uri == uri else {
      if let old = open {
        server.receive(["method": "textDocument/didClose", "params": ["textDocument": ["uri": .string(old.uri)]]])
      }
      (open, diagnostics) = ((uri, text, 1), [])
      let document: JSONValue = ["uri": .string(uri), "version": 1, "languageId": "tintype", "text": .string(text)]
      server.receive(["method": "textDocument/didOpen", "params": ["textDocument": document]])
      return uri
    }
    guard old.text != text else { return uri }
    open = (uri, text, old.version + 1)
    let document: JSONValue = ["uri": .string(uri), "version": .whole(old.version + 1)]
    server.receive([
      "method": "textDocument/didChange",
      "params": ["textDocument": document, "contentChanges": [["text": .string(text)]]],
    ])
    return uri
  }
}
