package import Tintype
import TintypeDiagnostics
import TintypeEditing
package import TintypeImage
package import TintypeJSON
import TintypeSyntax

/// A server of the Language Server Protocol 3.17 for recipes.
///
/// It does one thing after the other, in the order of the messages. Diagnostics and previews, which are due after
/// changes, wait until no message does, so that a text that changes with each key is checked once; where a change comes
/// in between, what was worked out is not sent.
public final class LanguageServer {
  let workspace: Workspace
  let previews: Previews
  private let send: (JSONValue) -> Void
  private let isOutdated: () -> Bool
  private var phase = Phase.new
  /// What the client can do.
  private(set) var client: JSONValue = [:]
  /// The open recipes that have changed since their diagnostics were published.
  private var changed: Set<String> = []
  /// The files that have diagnostics in the editor.
  private var published: Set<String> = []
  /// The open recipes in which others have found errors.
  private var blamed: Set<String> = []
  private var requestCount: Int64 = 0

  private enum Phase {
    case new, running, shutDown
  }

  /// - Parameters:
  ///   - threads: how many may render previews.
  ///   - temporaryFolder: where the pictures of previews may lie.
  ///   - recipes: those that others opened too; nil where nobody else does.
  ///   - isOutdated: whether a change of a text waits.
  ///   - send: takes the messages for the client.
  package init(
    threads: Int, temporaryFolder: FilePath, sharing recipes: OpenRecipes? = nil,
    isOutdated: @escaping () -> Bool = { false }, send: @escaping (JSONValue) -> Void
  ) {
    (self.send, self.isOutdated) = (send, isOutdated)
    workspace = Workspace(sharing: recipes)
    previews = Previews(threads: threads, temporaryFolder: temporaryFolder)
  }

  /// The exit status after `exit`; nil while the server has to go on.
  package private(set) var exitStatus: Int32?

  /// The exit status where the client is gone.
  var statusAtEnd: Int32 { phase == .shutDown ? 0 : 1 }

  /// An error that a request is answered with.
  struct Failure: Error {
    let code: Int
    let message: String

    static func invalid(_ message: String) -> Failure { Failure(code: -32602, message: message) }
    static let cancelled = Failure(code: -32800, message: "the request was cancelled")
    static let notAMessage = Failure(code: -32700, message: "this is no JSON")
  }

  // MARK: Messages

  /// Takes a message.
  package func receive(_ message: JSONValue) {
    guard let method = message["method"]?.text else {
      // The answer to a request of the server; an object without a method and an id is nothing.
      if message["id"] == nil {
        send(Self.answer(to: .null, .failure(Failure(code: -32600, message: "a message has a method"))))
      }
      return
    }
    let parameters = message["params"] ?? .null
    guard let id = message["id"] else { return take(method, parameters) }
    send(Self.answer(to: id, result(of: method, parameters)))
  }

  /// The message that answers a request.
  static func answer(to id: JSONValue, _ result: Result<JSONValue, Failure>) -> JSONValue {
    switch result {
    case .success(let value): ["jsonrpc": "2.0", "id": id, "result": value]
    case .failure(let error):
      ["jsonrpc": "2.0", "id": id, "error": ["code": JSONValue(error.code), "message": .string(error.message)]]
    }
  }

  func notify(_ method: String, _ parameters: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  /// Asks the client for something, and does not wait for the answer.
  func request(_ method: String, _ parameters: JSONValue) {
    requestCount += 1
    send(["jsonrpc": "2.0", "id": .string("tintype-\(requestCount)"), "method": .string(method), "params": parameters])
  }

  private func result(of method: String, _ parameters: JSONValue) -> Result<JSONValue, Failure> {
    switch (phase, method) {
    case (.new, "initialize"): return .success(initialize(parameters))
    case (_, "initialize"): return .failure(Failure(code: -32600, message: "the server is initialized"))
    case (.new, _): return .failure(Failure(code: -32002, message: "the server is not initialized"))
    case (.shutDown, _): return .failure(Failure(code: -32600, message: "the server is shut down"))
    case (.running, "shutdown"):
      phase = .shutDown
      previews.finish()
      return .success(.null)
    case (.running, _): break
    }
    guard let work = Self.requests[method] else {
      return .failure(Failure(code: -32601, message: "there is no request '\(method)'"))
    }
    do throws(Failure) {
      return .success(try work(self)(parameters))
    } catch {
      return .failure(error)
    }
  }

  private func take(_ method: String, _ parameters: JSONValue) {
    if method == "exit" { exitStatus = phase == .shutDown ? 0 : 1 }
    guard phase == .running else { return }
    let document = parameters["textDocument"]
    switch method {
    case "initialized": watchFiles()
    case "textDocument/didOpen":
      guard let uri = document?["uri"]?.text, let text = document?["text"]?.text else { return }
      workspace.open(Document(uri: uri, version: document?["version"]?.integer, text: text))
      changed.insert(uri)
    case "textDocument/didChange":
      guard let uri = document?["uri"]?.text else { return }
      let changes = parameters["contentChanges"]?.elements ?? []
      guard workspace.change(uri, version: document?["version"]?.integer, changes) else {
        return log("a change of '\(uri)' is none, or it is not open")
      }
      changed.insert(uri)
    case "textDocument/didClose":
      guard let uri = document?["uri"]?.text else { return }
      workspace.close(uri)
      previews.end(uri)
      publish(uri, [])
      // Recipes that use it now read the file on disk again.
      changed = Set(workspace.documents.keys)
      withdrawDiagnostics()
    case "textDocument/didSave", "workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration":
      workspace.forgetFiles()
      changed.formUnion(workspace.documents.keys)
    case "workspace/didChangeWorkspaceFolders":
      let event = parameters["event"]
      let removed = paths(event?["removed"])
      workspace.roots = workspace.roots.filter { !removed.contains($0) } + paths(event?["added"])
      workspace.forgetFiles()
    default: break
    }
  }

  private func log(_ text: String) {
    notify("window/logMessage", ["type": 2, "message": .string("tintype: " + text)])
  }

  private func paths(_ folders: JSONValue?) -> [FilePath] {
    (folders?.elements ?? []).compactMap { $0["uri"]?.text }.compactMap(FilePath.init(fileURI:))
  }

  // MARK: Start

  private func initialize(_ parameters: JSONValue) -> JSONValue {
    phase = .running
    client = parameters["capabilities"] ?? [:]
    let offered = client["general"]?["positionEncodings"]?.texts ?? []
    workspace.encoding = offered.lazy.compactMap(PositionEncoding.init).first ?? .utf16
    let root = parameters["rootUri"]?.text.flatMap(FilePath.init(fileURI:))
    workspace.roots = paths(parameters["workspaceFolders"])
    if workspace.roots.isEmpty, let root { workspace.roots = [root] }
    previews.configure(parameters["initializationOptions"])
    return [
      "serverInfo": ["name": "tintype", "version": .string(tintypeVersion)],
      "capabilities": capabilities(),
    ]
  }

  private func watchFiles() {
    guard client["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]?.truth == true else { return }
    let registration: JSONValue = [
      "id": "files", "method": "workspace/didChangeWatchedFiles",
      "registerOptions": ["watchers": [["globPattern": "**/*.{tint,cube,png,jpg,jpeg}"]]],
    ]
    request("client/registerCapability", ["registrations": [registration]])
  }

  // MARK: What is due

  /// Does what is due after changes. It is called when no message waits.
  package func settle() {
    guard phase == .running, !changed.isEmpty else { return }
    publishDiagnostics()
    for uri in changed.sorted() {
      guard !isOutdated() else { return }
      guard let analysis = workspace.analysis(of: uri) else {
        changed.remove(uri)
        continue
      }
      previews.update(uri, analysis).map { notify("tintype/previewed", $0) }
      changed.remove(uri)
    }
  }

  /// Publishes what is wrong with the changed recipes, with what they use, and with the recipes that use them.
  private func publishDiagnostics() {
    var due = changed.union(blamed.intersection(workspace.documents.keys))
    for uri in changed {
      let files = workspace.analysis(of: uri)?.model.files ?? []
      due.formUnion(files.compactMap(workspace.uri).filter { workspace.documents[$0] != nil })
    }
    for path in changed.compactMap({ workspace.documents[$0]?.path }) {
      for user in workspace.dependents(of: path) {
        guard let analysis = workspace.analysis(ofFile: user) else { continue }
        due.insert(workspace.uri(of: analysis.file) ?? user.fileURI)
      }
    }
    for uri in due.sorted() {
      guard let analysis = analysis(at: uri) else { continue }
      guard !isOutdated() else { return }
      publish(uri, analysis.published(for: workspace) + errors(in: analysis, at: uri))
      guard workspace.documents[uri] != nil else { continue }
      for file in analysis.model.files.dropFirst() {
        guard let other = workspace.uri(of: file), workspace.documents[other] == nil, !due.contains(other) else {
          continue
        }
        publish(other, analysis.published(for: workspace, in: file))
      }
    }
    withdrawDiagnostics()
  }

  /// The errors in an open recipe that only open ones which use it have, as the two of a cycle.
  private func errors(in analysis: Analysis, at uri: String) -> [JSONValue] {
    blamed.remove(uri)
    guard workspace.documents[uri] != nil, !analysis.editing.own.contains(where: { $0.severity == .error }) else {
      return []
    }
    let users = workspace.documents.keys.sorted().compactMap(workspace.analysis).filter {
      $0 !== analysis && $0.model.files.contains(analysis.file)
    }
    let errors = users.flatMap { $0.published(for: workspace, in: analysis.file) }.filter { $0["severity"] == 1 }
    guard !errors.isEmpty else { return [] }
    blamed.insert(uri)
    return errors.indices.filter { errors[..<$0].contains(errors[$0]) == false }.map { errors[$0] }
  }

  /// Clears the diagnostics of files that no open recipe refers to.
  private func withdrawDiagnostics() {
    var left = published.subtracting(workspace.documents.keys)
    for (uri, document) in workspace.documents where !left.isEmpty {
      left.subtract(workspace.analysis(of: uri)?.model.files.compactMap(workspace.uri) ?? [])
      left.subtract(document.path.map { workspace.dependents(of: $0).map(\.fileURI) } ?? [])
    }
    for uri in left.sorted() { publish(uri, []) }
  }

  private func analysis(at uri: String) -> Analysis? {
    workspace.analysis(of: uri) ?? FilePath(fileURI: uri).flatMap(workspace.analysis(ofFile:))
  }

  private func publish(_ uri: String, _ diagnostics: [JSONValue]) {
    if diagnostics.isEmpty, workspace.documents[uri] == nil, published.remove(uri) == nil { return }
    if !diagnostics.isEmpty { published.insert(uri) }
    notify(
      "textDocument/publishDiagnostics",
      [
        "uri": .string(uri), "diagnostics": .array(diagnostics),
        "version": workspace.documents[uri]?.version.map { JSONValue($0) },
      ])
  }

  // MARK: What requests have in common

  /// The recipe of a request.
  func analysis(_ parameters: JSONValue) throws(Failure) -> Analysis {
    guard let uri = parameters["textDocument"]?["uri"]?.text, let analysis = workspace.analysis(of: uri) else {
      throw .invalid("the recipe is not open")
    }
    return analysis
  }

  /// The recipe and the byte of a request.
  func place(_ parameters: JSONValue) throws(Failure) -> (Analysis, Int) {
    let analysis = try analysis(parameters)
    guard let offset = analysis.positions.offset(of: parameters["position"]) else { throw .invalid("no position") }
    return (analysis, offset)
  }
}
