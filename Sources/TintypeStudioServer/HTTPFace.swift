import TintypeStudio

/// The studio's answers to requests over HTTP.
struct HTTPFace {
  let studio: Studio
  let gate: StudioGate

  /// What a request gets before its content is read; nil for one whose content is wanted.
  func refusal(of head: RequestHead) -> HTTPAnswer? {
    if let page = gate.entrance(for: head.forGate) {
      return HTTPAnswer(StudioResponse("text/plain", []), status: 303, fields: ["Location": page])
    }
    guard case .failure(let refusal) = gate.path(of: head.forGate) else { return nil }
    return HTTPAnswer(StudioResponse(refusing: refusal.status, refusal.message))
  }

  /// What a request gets that was not refused.
  func answer(to head: RequestHead, content: [UInt8]) async -> HTTPAnswer {
    guard case .success(let path) = gate.path(of: head.forGate) else { return HTTPAnswer.malformed }
    return HTTPAnswer(await studio.answer(StudioRequest(head.method, path, query: head.query, body: content)))
  }
}

/// An answer, as HTTP writes it.
struct HTTPAnswer {
  private let response: StudioResponse
  private let status: Int
  private let fields: [String: String]

  init(_ response: StudioResponse, status: Int? = nil, fields: [String: String] = [:]) {
    (self.response, self.status, self.fields) = (response, status ?? response.status, fields)
  }

  /// For what is no request.
  static let malformed = HTTPAnswer(StudioResponse(refusing: 400, "this is no request of HTTP/1.1"))
  /// For one that takes its time.
  static let late = HTTPAnswer(StudioResponse(refusing: 408, "the request did not come in time"))
  /// For a head that is too long.
  static let tooLong = HTTPAnswer(
    StudioResponse(refusing: 431, "the head of a request has at most \(RequestHead.largest >> 10) KiB"))

  /// Head and content in one piece: sent apart, the content would wait for a timer of TCP.
  ///
  /// - Parameter isLast: whether the connection ends with it.
  func bytes(isLast: Bool) -> [UInt8] {
    var fields = fields.merging(response.fields) { own, _ in own }
    fields["Content-Type"] = response.type
    fields["Content-Length"] = "\(response.body.count)"
    fields["Cache-Control"] = response.isLasting ? "private, max-age=3600" : "no-store"
    fields["Connection"] = isLast ? "close" : "keep-alive"
    fields.merge(StudioResponse.headers) { $1 }
    let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
    return Array("HTTP/1.1 \(status) \(Self.phrases[status] ?? "Status")\r\n\(lines)\r\n".utf8) + response.body
  }

  private static let phrases = [
    200: "OK", 303: "See Other", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout", 409: "Conflict", 411: "Length Required", 413: "Content Too Large",
    422: "Unprocessable Content", 431: "Request Header Fields Too Large",
  ]
}
