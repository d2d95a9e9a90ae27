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

  /// The most problems that get their ways out: each is a question.
  private static let mostWaysOut = 20

  /// The display of a text: diagnostics with their `fixes`, and semantic tokens.
  mutating func view(_ recipe: RecipeText) -> JSONValue {
    let uri = take(recipe)
    outbox.messages = []
    server.settle()
    let published = outbox.messages.last {
      $0["method"]?.text == "textDocument/publishDiagnostics" && $0["params"]?["uri"]?.text == uri
    }
    if let news = published?["params"]?["diagnostics"]?.elements {
      diagnostics = .array(
        news.enumerated().map { index, problem in
          guard index < Self.mostWaysOut, case .object(var members) = problem else { return problem }
          members["fixes"] = .array(fixes(of: problem, uri))
          return .object(members)
        })
    }
    return [
      "diagnostics": diagnostics,
      "tokens": answer("textDocument/semanticTokens/full", uri, [:])["result"]?["data"] ?? [],
    ]
  }

  /// The ways out of a problem: a title, and edits of the text.
  private func fixes(of problem: JSONValue, _ uri: String) -> [JSONValue] {
    let context: JSONValue = ["diagnostics": [problem], "only": ["quickfix"]]
    let actions = answer("textDocument/codeAction", uri, ["range": problem["range"] ?? .null, "context": context])
    return (actions["result"]?.elements ?? []).filter { $0["diagnostics"]?.elements.first == problem }.map {
      ["title": $0["title"], "edits": $0["edit"]?["changes"]?[uri]]
    }
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
