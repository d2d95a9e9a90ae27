import Tintype
import TintypeJSON
import TintypeManual

/// The Model Context Protocol: answers messages of JSON-RPC 2.0, in both of its generations.
///
/// Up to 2025-11-25 a client begins with `initialize`. Since 2026-07-28 there is no handshake: each request states the
/// protocol in its `_meta`. Nothing here depends on earlier messages, so both are served at any time.
struct ModelContextServer {
  private var session: ToolSession
  private let limits: WorkerLimits
  private let inbox: WorkerInbox

  init(_ session: ToolSession, _ limits: WorkerLimits, _ inbox: WorkerInbox) {
    (self.session, self.limits, self.inbox) = (session, limits, inbox)
  }

  /// The versions with a handshake, the newest first.
  static let handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  /// The versions in which each request states its own.
  static let statelessVersions = ["2026-07-28"]

  /// What a request is answered with in place of a result. The codes are those of JSON-RPC 2.0 and of the protocol.
  struct Failure: Error {
    let code: Int
    let message: String
    var data: JSONValue?

    static let notJSON = Failure(code: -32700, message: "the line is no JSON")
    static func invalidRequest(_ message: String) -> Failure { Failure(code: -32600, message: message) }
    static func invalidParameters(_ message: String) -> Failure { Failure(code: -32602, message: message) }
  }

  /// The id of the request that a message cancels.
  static func canceledID(_ message: JSONValue) -> JSONValue? {
    message["method"]?.text == "notifications/cancelled" ? message["params"]?["requestId"] : nil
  }

  // MARK: Messages

  /// The answer to a line; nil for one that gets none.
  mutating func answer(_ entry: WorkerInbox.Entry) -> JSONValue? {
    if let refusal = entry.refusal {
      return Self.message(entry.outline.id ?? .null, .failure(.invalidRequest(refusal.message)))
    }
    guard let value = JSONValue(parsing: entry.line.bytes) else { return Self.message(.null, .failure(.notJSON)) }
    // Batches, which 2025-03-26 has.
    guard case .array(let messages) = value else { return entry.isCanceled ? nil : answer(value) }
    guard !messages.isEmpty else { return Self.message(.null, .failure(.invalidRequest("the batch is empty"))) }
    let answers = messages.compactMap { answer($0) }
    return answers.isEmpty ? nil : .array(answers)
  }

  private mutating func answer(_ message: JSONValue) -> JSONValue? {
    guard case .object(let object) = message else {
      return Self.message(.null, .failure(.invalidRequest("a message must be an object")))
    }
    guard let method = object["method"]?.text else {
      // The answer to a request, of which this server makes none.
      if object["result"] != nil || object["error"] != nil { return nil }
      let id = object["id"].flatMap { Self.isID($0) ? $0 : nil }
      return Self.message(id ?? .null, .failure(.invalidRequest("a message has a 'method'")))
    }
    guard let id = object["id"] else { return nil }
    guard Self.isID(id) else {
      return Self.message(.null, .failure(.invalidRequest("an id is a text or a whole number")))
    }
    inbox.begin(id)
    do throws(Failure) {
      guard let result = try result(of: method, object["params"]) else { return nil }
      return Self.message(id, .success(result))
    } catch {
      return Self.message(id, .failure(error))
    }
  }

  private static func isID(_ value: JSONValue) -> Bool { value.text != nil || value.isWhole }

  private static func message(_ id: JSONValue, _ result: Result<JSONValue, Failure>) -> JSONValue {
    switch result {
    case .success(let value): ["jsonrpc": "2.0", "id": id, "result": value]
    case .failure(let error):
      [
        "jsonrpc": "2.0", "id": id,
        "error": ["code": JSONValue(error.code), "message": JSONValue(error.message), "data": error.data],
      ]
    }
  }

  /// The result of a request; nil for one that was canceled, which gets no answer.
  private mutating func result(of method: String, _ parameters: JSONValue?) throws(Failure) -> JSONValue? {
    if method == "initialize" { return Self.greeting(parameters) }
    let isStateless = try Self.isStateless(parameters)
    guard var result = try object(of: method, parameters, isStateless: isStateless) else { return nil }
    guard isStateless else { return result.json }
    result["resultType"] = "complete"
    result["_meta"] = ["io.modelcontextprotocol/serverInfo": Self.identity]
    if Self.unchangingResults.contains(method) { (result["ttlMs"], result["cacheScope"]) = (3_600_000, "public") }
    return result.json
  }

  /// The results that a client may keep: they are the same as long as the server runs.
  private static let unchangingResults: Set = [
    "server/discover", "tools/list", "resources/list", "resources/templates/list", "resources/read",
  ]

  /// Whether a request states its protocol.
  private static func isStateless(_ parameters: JSONValue?) throws(Failure) -> Bool {
    guard let version = parameters?["_meta"]?["io.modelcontextprotocol/protocolVersion"] else { return false }
    guard let text = version.text else { throw .invalidParameters("the protocol version is a text") }
    guard statelessVersions.contains(text) else {
      throw Failure(
        code: -32022, message: "this version of the protocol is not supported",
        data: ["supported": JSONValue(statelessVersions + handshakeVersions), "requested": version])
    }
    return true
  }

  private mutating func object(
    of method: String, _ parameters: JSONValue?, isStateless: Bool
  ) throws(Failure) -> JSONObject? {
    switch method {
    case "server/discover" where isStateless:
      return [
        "supportedVersions": JSONValue(Self.statelessVersions), "capabilities": Self.capabilities,
        "instructions": JSONValue(Self.instructions),
      ]
    case "ping": return [:]
    case "tools/list": return ["tools": JSONValue(Tool.all)]
    case "tools/call": return try call(parameters)
    case "resources/list": return ["resources": JSONValue(ManualPage.all)]
    case "resources/templates/list": return ["resourceTemplates": []]
    case "resources/read": return try page(parameters, isStateless: isStateless)
    default: throw Failure(code: -32601, message: "there is no method '\(method.escapedForDisplay)'")
    }
  }

  // MARK: The server

  private static let identity: JSONValue = [
    "name": "tintype", "title": "Tintype", "version": JSONValue(tintypeVersion),
  ]

  private static let capabilities: JSONValue = ["tools": [:], "resources": [:]]

  private static let instructions = """
    Tintype renders photos through looks. A look is a recipe: a short text in a small language. 'list' names the \
    looks that come with it, and 'help' explains a name. To make a look, read the resource tintype://language, write a \
    recipe, 'check' it, 'fix' what is wrong, and 'render' it: the answer holds the picture. Without an 'input', a \
    drawn scene is rendered. A 'look' is a name from 'list', the path of a .tint or .tintpack file, or an expression \
    such as "= source |> noir()"; 'recipe' is the text of a recipe in its place.
    """

  private static func greeting(_ parameters: JSONValue?) -> JSONValue {
    let wanted = parameters?["protocolVersion"]?.text ?? ""
    return [
      "protocolVersion": JSONValue(handshakeVersions.contains(wanted) ? wanted : handshakeVersions[0]),
      "capabilities": capabilities, "serverInfo": identity, "instructions": JSONValue(instructions),
    ]
  }

  // MARK: Requests

  private mutating func call(_ parameters: JSONValue?) throws(Failure) -> JSONObject? {
    guard let name = parameters?["name"]?.text else { throw .invalidParameters("a call has the 'name' of a tool") }
    guard let tool = Tool.all.first(where: { $0.name == name }) else {
      let near = nearestName(to: name, among: Tool.all.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
      throw .invalidParameters("there is no tool '\(name.escapedForDisplay)'" + near)
    }
    let deadline = limits.deadline
    let isLate: @Sendable () -> Bool = { deadline.map { ContinuousClock.now >= $0 } ?? false }
    session.isInterrupted = { [inbox] in Interruption.isRequested || inbox.isCanceled || isLate() }
    do throws(Refusal) {
      let arguments = try ToolArguments(parameters?["arguments"] ?? [:], of: tool)
      return try tool.run(arguments, &session).members
    } catch {
      guard error.status == .interrupted else { return ToolAnswer(error).members }
      return isLate() ? ToolAnswer(limits.lateRefusal).members : nil
    }
  }

  private func page(_ parameters: JSONValue?, isStateless: Bool) throws(Failure) -> JSONObject {
    guard let address = parameters?["uri"]?.text else { throw .invalidParameters("a resource is named by its 'uri'") }
    guard let page = ManualPage.all.first(where: { $0.address == address }) else {
      throw Failure(
        code: isStateless ? -32602 : -32002, message: "there is no resource '\(address.escapedForDisplay)'")
    }
    return [
      "contents": [["uri": JSONValue(address), "mimeType": "text/markdown", "text": JSONValue(page.text)]]
    ]
  }
}
