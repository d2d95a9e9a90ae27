import FlyingFox
import FlyingSocks
import Foundation
import TintypeStudio

/// The studio's requests over HTTP, on 127.0.0.1 alone.
struct HTTPFace: HTTPHandler {
  let studio: Studio
  let gate: StudioGate

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let head = StudioGate.Head(
      // As it was sent: what a path would mean is not asked, only whether it is one of those that are served.
      request.method.rawValue, request.target.path(), host: request.headers[.host],
      origin: request.headers[HTTPHeader("Origin")],
      site: request.headers[HTTPHeader("Sec-Fetch-Site")],
      contentLength: request.headers[.contentLength].flatMap { Int($0) },
      isChunked: request.headers[.transferEncoding] != nil)
    if let page = gate.entrance(for: head) {
      var headers: HTTPHeaders = [.location: page]
      headers[HTTPHeader("Cache-Control")] = "no-store"
      return HTTPResponse(statusCode: .seeOther, headers: headers)
    }
    switch gate.path(of: head) {
    case .failure(let refusal):
      // Its content is not read, whatever it says.
      return response(StudioResponse(refusing: refusal.status, refusal.message))
    case .success(let path):
      let query = Dictionary(request.query.map { ($0.name, $0.value) }) { first, _ in first }
      let body = head.method == "POST" ? [UInt8](try await request.bodyData) : []
      return response(await studio.answer(StudioRequest(head.method, path, query: query, body: body)))
    }
  }

  private func response(_ answer: StudioResponse) -> HTTPResponse {
    var headers: HTTPHeaders = [
      .contentType: answer.type, HTTPHeader("Cache-Control"): answer.isLasting ? "private, max-age=3600" : "no-store",
    ]
    for (name, value) in StudioResponse.headers { headers[HTTPHeader(name)] = value }
    return HTTPResponse(
      statusCode: HTTPStatusCode(answer.status, phrase: Self.phrases[answer.status] ?? "Status"), headers: headers,
      body: HTTPBodySequence(data: Data(answer.body), suggestedBufferSize: 1 << 20))
  }

  private static let phrases = [
    200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 409: "Conflict",
    411: "Length Required", 413: "Content Too Large", 422: "Unprocessable Content",
  ]
}

/// A pool that sends small answers at once: head and content are written one after the other, and a connection would
/// wait 40 ms between them (Nagle's algorithm against delayed acknowledgment).
struct PromptPool<Base: AsyncSocketPool>: AsyncSocketPool {
  let base: Base

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
