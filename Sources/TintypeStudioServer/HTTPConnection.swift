import FlyingSocks
import Foundation
import TintypeStudio

/// One connection: request after request, until either side ends it.
struct HTTPConnection {
  private let socket: AsyncSocket
  private let waiting: WaitingConnections
  /// What has come and was not used.
  private var pending: [UInt8] = []

  /// How long a browser may keep a connection that it does not use, and how long a head may take from its first byte
  /// on, a content or an answer, and an answer to somebody without a token.
  private static let (idle, head, content) = (Duration.seconds(60), Duration.seconds(5), Duration.seconds(120))
  private static let refusal = Duration.seconds(5)

  init(_ socket: AsyncSocket, _ waiting: WaitingConnections) {
    (self.socket, self.waiting) = (socket, waiting)
    // Otherwise an answer could wait 40 ms (Nagle's algorithm against delayed acknowledgment).
    try? socket.socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
  }

  /// Why a connection ends.
  private enum End: Error {
    /// With an answer.
    case refused(HTTPAnswer)
    /// Without one.
    case gone
  }

  mutating func serve(_ face: HTTPFace) async {
    do throws(End) {
      while try await answerOne(face) {}
    } catch {
      if case .refused(let answer) = error { await endWith(answer) }
    }
    try? socket.close()
  }

  /// Answers a request; false for the last one.
  private mutating func answerOne(_ face: HTTPFace) async throws(End) -> Bool {
    let bytes = try await nextHead()
    guard let head = RequestHead(bytes[...]) else { throw .refused(.malformed) }
    if let refusal = face.refusal(of: head) {
      // Its content is not read, whatever it says.
      guard head.isKeptAlive, !head.hasContent else { throw .refused(refusal) }
      try await send(refusal.bytes(isLast: false), within: Self.refusal)
      return true
    }
    let content = try await nextContent(head.method == "POST" ? head.contentLength ?? 0 : 0)
    let isLast = !head.isKeptAlive || head.method != "POST" && head.hasContent
    try await send(await face.answer(to: head, content: content).bytes(isLast: isLast), within: Self.content)
    return !isLast
  }

  // MARK: Reading

  private mutating func nextHead() async throws(End) -> [UInt8] {
    if pending.isEmpty {
      waiting.add(socket.socket)
      defer { waiting.remove(socket.socket) }
      try await readOnce(until: .now + Self.idle, late: .gone)
    }
    let deadline = ContinuousClock.now + Self.head
    var searched = 0
    while true {
      // Empty lines in front of a request mean nothing.
      let blank = pending.prefix { $0 == 0x0D || $0 == 0x0A }.count
      pending.removeFirst(blank)
      if let end = RequestHead.end(in: pending, from: min(searched, pending.count)) {
        guard end.head <= RequestHead.largest else { throw .refused(.tooLong) }
        let head = Array(pending[..<end.head])
        pending.removeFirst(end.content)
        return head
      }
      guard pending.count <= RequestHead.largest else { throw .refused(.tooLong) }
      searched = max(0, pending.count - 3)
      waiting.add(socket.socket)
      defer { waiting.remove(socket.socket) }
      try await readOnce(until: deadline, late: .refused(.late))
    }
  }

  private mutating func nextContent(_ count: Int) async throws(End) -> [UInt8] {
    let deadline = ContinuousClock.now + Self.content
    while pending.count < count { try await readOnce(until: deadline, late: .refused(.late)) }
    defer { pending.removeFirst(count) }
    return Array(pending[..<count])
  }

  /// Takes what comes next.
  private mutating func readOnce(until deadline: ContinuousClock.Instant, late: End) async throws(End) {
    let socket = socket
    pending += try await Self.before(deadline, on: socket, SHUT_RD, late: late) { try await socket.read(atMost: 4096) }
  }

  /// Reads or writes. At the deadline, the socket's side is shut down, which ends both at once.
  private static func before<Result: Sendable>(
    _ deadline: ContinuousClock.Instant, on socket: AsyncSocket, _ side: Int, late: End,
    _ transfer: @Sendable () async throws -> Result
  ) async throws(End) -> Result {
    let file = socket.socket.file.rawValue
    let clock = Task {
      do { try await Task.sleep(until: deadline) } catch { return false }
      shutdown(file, Int32(side))
      return true
    }
    let result = try? await transfer()
    clock.cancel()
    let isLate = await clock.value
    guard let result else { throw isLate ? late : .gone }
    return result
  }

  // MARK: Writing

  private func send(_ bytes: [UInt8], within limit: Duration) async throws(End) {
    let socket = socket
    try await Self.before(.now + limit, on: socket, SHUT_RDWR, late: .gone) { try await socket.write(Data(bytes)) }
  }

  /// Says why, and waits until the other side has read that: a connection that is closed with bytes unread takes the
  /// answer with it.
  private mutating func endWith(_ answer: HTTPAnswer) async {
    guard (try? await send(answer.bytes(isLast: true), within: Self.refusal)) != nil else { return }
    shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    let deadline = ContinuousClock.now + .seconds(1)
    var left = 4 << 20
    while left > 0, ContinuousClock.now < deadline {
      pending = []
      guard (try? await readOnce(until: deadline, late: .gone)) != nil else { return }
      left -= pending.count
    }
  }
}
