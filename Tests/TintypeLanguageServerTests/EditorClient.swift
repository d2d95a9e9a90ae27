import Testing
import TintypeDiagnostics
import TintypeEditing
import TintypeImage
import TintypeJSON
import TintypeTestSupport

@testable import TintypeLanguageServer

/// An editor: it sends messages to a server and keeps what comes back.
final class EditorClient {
  private final class Inbox {
    var messages: [JSONValue] = []
  }

  private let inbox = Inbox()
  let server: LanguageServer
  private var requestCount = 0
  private(set) var texts: [String: String] = [:]

  init(root: String? = nil, capabilities: JSONValue = [:], options: JSONValue = .null) {
    server = LanguageServer(threads: 1, temporaryFolder: "/tmp") { [inbox] in inbox.messages.append($0) }
    _ = request(
      "initialize",
      ["rootUri": root.map { .string($0) }, "capabilities": capabilities, "initializationOptions": options])
    notify("initialized", [:])
  }

  /// The whole answer to a request.
  func answer(_ method: String, _ parameters: JSONValue) -> JSONValue {
    requestCount += 1
    let id = JSONValue.whole(Int64(requestCount))
    server.receive(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": parameters])
    let answers = inbox.messages.filter { $0["id"] == id && $0["method"] == nil }
    #expect(answers.count == 1, "\(method) has one answer")
    return answers.first ?? .null
  }

  /// The result of a request; null for an error.
  func request(_ method: String, _ parameters: JSONValue) -> JSONValue { answer(method, parameters)["result"] ?? .null }

  func notify(_ method: String, _ parameters: JSONValue) {
    server.receive(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  func open(_ uri: String, _ text: String) {
    texts[uri] = text
    notify("textDocument/didOpen", ["textDocument": ["uri": .string(uri), "version": 1, "text": .string(text)]])
    server.settle()
  }

  /// Replaces the whole text.
  func change(_ uri: String, _ text: String) {
    texts[uri] = text
    notify(
      "textDocument/didChange",
      ["textDocument": ["uri": .string(uri), "version": 2], "contentChanges": [["text": .string(text)]]])
    server.settle()
  }

  /// What was last published of a recipe; nil for nothing.
  func diagnostics(_ uri: String) -> [JSONValue]? {
    inbox.messages.last { message in
      message["method"] == "textDocument/publishDiagnostics" && message["params"]?["uri"]?.text == uri
    }?["params"]?["diagnostics"]?.elements
  }

  /// A request at a place of a text: where a word begins, and so many characters further.
  func request(
    _ method: String, _ uri: String, at word: String, _ further: Int = 0, _ more: JSONValue = [:]
  ) -> JSONValue {
    guard case .object(var members) = at(uri, word, further), case .object(let others) = more else { return .null }
    members = members.merging(others)
    return answer("textDocument/" + method, .object(members))["result"] ?? .null
  }

  /// The document and the position of a word.
  func at(_ uri: String, _ word: String, _ further: Int = 0) -> JSONValue {
    let text = texts[uri] ?? ""
    guard let place = text.ranges(of: word).first?.lowerBound else {
      Issue.record("there is no '\(word)'")
      return .null
    }
    let before = text[..<place].split(separator: "\n", omittingEmptySubsequences: false)
    return [
      "textDocument": ["uri": .string(uri)],
      "position": [
        "line": JSONValue(before.count - 1), "character": JSONValue((before.last?.utf16.count ?? 0) + further),
      ],
    ]
  }

  /// Makes the edits of a `WorkspaceEdit` in the open texts.
  func apply(_ edit: JSONValue?) {
    for (uri, edits) in edit?["changes"]?.members ?? [] { apply(edits.elements, to: uri) }
  }

  /// Makes edits from the last to the first, as they count in the text before.
  func apply(_ edits: [JSONValue], to uri: String) {
    var text = Array((texts[uri] ?? "").utf8)
    let positions = TextPositions(text, .utf16)
    let spans = edits.compactMap { edit in positions.span(edit["range"]).map { ($0, edit["newText"]?.text ?? "") } }
    #expect(spans.count == edits.count)
    for (span, new) in spans.sorted(by: { $0.0.start > $1.0.start }) {
      text.replaceSubrange(span.start..<span.end, with: Array(new.utf8))
    }
    change(uri, String(decoding: text, as: UTF8.self))
  }

  /// The first code action whose title begins so.
  func action(_ title: String, _ uri: String, at word: String, length: Int = 1) -> JSONValue? {
    let start = at(uri, word)["position"] ?? .null
    let end = at(uri, word, length)["position"] ?? .null
    let actions = request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(uri)], "range": ["start": start, "end": end],
        "context": ["diagnostics": []],
      ])
    return actions.elements.first { $0["title"]?.text?.hasPrefix(title) == true }
  }

  /// What a completion offers at the end of a word, by labels.
  func completions(_ uri: String, behind word: String) -> [String: JSONValue] {
    let items = request("completion", uri, at: word, word.utf16.count)["items"]?.elements ?? []
    return Dictionary(items.compactMap { item in item["label"]?.text.map { ($0, item) } }) { first, _ in first }
  }
}
