import Testing
import TintypeStudio

/// Who is let in.
@Suite struct GateTests {
  private let gate = StudioGate(port: 4711, token: "0123456789abcdef0123456789abcdef")
  private let address = "/0123456789abcdef0123456789abcdef/"

  private func status(_ head: StudioGate.Head) -> Int {
    switch gate.path(of: head) {
    case .success: 200
    case .failure(let refusal): refusal.status
    }
  }

  @Test func thePageIsLetIn() {
    for host in ["127.0.0.1:4711", "localhost:4711", "LOCALHOST:4711"] {
      #expect(gate.path(of: .init("GET", address, host: host)) == .success(""))
    }
    let own = StudioGate.Head(
      "POST", address + "api/mark", host: "127.0.0.1:4711", origin: "http://127.0.0.1:4711", site: "same-origin",
      contentLength: 20)
    #expect(gate.path(of: own) == .success("api/mark"))
  }

  @Test(arguments: [
    nil, "", "evil.example:4711", "127.0.0.1", "127.0.0.1:4712", "127.0.0.1.evil.example:4711", "[::1]:4711",
  ])
  func otherHostsAreNot(_ host: String?) { #expect(status(.init("GET", address, host: host)) == 403) }

  @Test(arguments: [
    "null", "http://evil.example", "https://127.0.0.1:4711", "http://127.0.0.1:4712", "http://127.0.0.1",
  ])
  func otherOriginsAreNot(_ origin: String) {
    #expect(status(.init("GET", address, host: "127.0.0.1:4711", origin: origin)) == 403)
  }

  @Test(arguments: ["cross-site", "same-site"]) func otherSitesAreNot(_ site: String) {
    #expect(status(.init("GET", address, host: "127.0.0.1:4711", site: site)) == 403)
  }

  @Test(arguments: [
    "/", "", "/0123456789abcdef0123456789abcdee/", "/0123456789abcdef0123456789abcdef", "//", "/../",
    "/0123456789ABCDEF0123456789ABCDEF/",
  ]) func onlyTheTokenOpens(_ path: String) { #expect(status(.init("GET", path, host: "127.0.0.1:4711")) == 404) }

  /// The address that a browser is started with is good for one visit, of our own machine's page.
  @Test func anInvitationIsGoodOnce() {
    let visit = StudioGate.Head("GET", "/\(gate.invitation)/", host: "127.0.0.1:4711")
    #expect(status(visit) == 404)
    #expect(gate.entrance(for: .init("GET", "/\(gate.invitation)/", host: "evil.example")) == nil)
    #expect(gate.entrance(for: .init("POST", "/\(gate.invitation)/", host: "127.0.0.1:4711")) == nil)
    #expect(gate.entrance(for: .init("GET", address, host: "127.0.0.1:4711")) == nil)
    #expect(gate.entrance(for: visit) == address)
    #expect(gate.entrance(for: visit) == nil)
  }

  @Test func tokensAreNew() {
    let tokens = Set((0..<100).map { _ in StudioGate(port: 1).token })
    #expect(tokens.count == 100 && tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }

  @Test func contentHasALimit() {
    func post(_ path: String, _ length: Int?, isChunked: Bool = false) -> Int {
      status(
        .init("POST", address + path, host: "127.0.0.1:4711", contentLength: length, isChunked: isChunked))
    }
    #expect(post("api/photo", 256 << 20) == 200 && post("api/photo", 256 << 20 + 1) == 413)
    #expect(post("api/recipe", 4 << 20) == 200 && post("api/recipe", 4 << 20 + 1) == 413)
    #expect(post("api/recipe", nil) == 411 && post("api/recipe", 5, isChunked: true) == 411)
    #expect(status(.init("PUT", address, host: "127.0.0.1:4711")) == 405)
  }
}
