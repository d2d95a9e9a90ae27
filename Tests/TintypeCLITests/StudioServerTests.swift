import Foundation
import Testing
import TintypeTestSupport

/// The studio's server, as it is started, against pages and programs that have no business there.
@Suite struct StudioServerTests {
  private let program: Program

  init() throws {
    program = try Program()
    try TestPicture(48, 32).write(program.folder, "photo.jpg")
  }

  @Test func onlyThePageGetsIn() throws {
    let server = try StudioServer(program, "--photo", "photo.jpg")
    let own = "http://127.0.0.1:\(server.port)"
    #expect(server.status("GET", server.path) == 200)
    #expect(server.status("GET", server.path + "api/start", ["Origin": own, "Sec-Fetch-Site": "same-origin"]) == 200)
    // A page of somebody else that knows the address.
    #expect(server.status("GET", server.path, ["Origin": "http://evil.example"]) == 403)
    #expect(server.status("POST", server.path + "api/discard", ["Origin": "http://evil.example"], body: "{}") == 403)
    #expect(server.status("POST", server.path + "api/discard", ["Origin": "null"], body: "{}") == 403)
    #expect(server.status("GET", server.path, ["Sec-Fetch-Site": "cross-site"]) == 403)
    // A name that leads here.
    #expect(server.status("GET", server.path, ["Host": "evil.example"]) == 403)
    #expect(server.status("GET", server.path, ["Host": "evil.example:\(server.port)"]) == 403)
    // Somebody who does not know the token.
    for path in ["/", "/api/start", "/\(String(repeating: "0", count: 32))/", server.path.uppercased() + "/"] {
      #expect(server.status("GET", path) == 404, "\(path)")
    }
  }

  @Test func pathsLeadNowhere() throws {
    try program.folder.write("secret", to: "secret.txt")
    let server = try StudioServer(program)
    let paths = [
      "../secret.txt", "%2e%2e/secret.txt", "%2e%2e/%2e%2e/%2e%2e/etc/hostname", "..%2fsecret.txt", "secret.txt",
      "./secret.txt", "api/../secret.txt", "\u{0}", "api/photo?id=../secret.txt", "api/look?name=./secret.tint",
    ]
    for path in paths {
      #expect(server.status("GET", server.path + path) == 404, "\(path)")
      let answer = server.exchange(
        Array("GET \(server.path)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n".utf8))
      #expect(answer?.contains("secret\n") != true && answer?.hasSuffix("secret") != true)
    }
    #expect(server.status("GET", "/../../../etc/hostname") == 404)
  }

  @Test func hugeUploadsAreRefusedUnread() throws {
    let server = try StudioServer(program)
    let tooMuch = ["Content-Length": "\(1 << 40)"]
    #expect(server.status("POST", server.path + "api/photo", tooMuch) == 413)
    #expect(server.status("POST", server.path + "api/recipe", ["Content-Length": "\(5 << 20)"]) == 413)
    #expect(
      server.status("POST", server.path + "api/recipe", ["Transfer-Encoding": "chunked", "Content-Length": ""]) != 200)
    // It is there for the next one.
    #expect(server.status("GET", server.path) == 200)
  }

  @Test func oddBytesDoNotEndIt() throws {
    let server = try StudioServer(program)
    var numbers = SplitMix64(seed: 3)
    for length in [0, 1, 7, 300, 5000] {
      _ = server.exchange(
        (0..<length).map { _ in UInt8(truncatingIfNeeded: numbers.next()) } + [13, 10, 13, 10], seconds: 1)
    }
    _ = server.exchange(Array("GET \(server.path)api/photo?id=%FF%FE&edge=1e999 HTTP/1.1\r\n\r\n".utf8), seconds: 1)
    #expect(server.status("GET", server.path) == 200)
  }

  @Test func itListensHereAlone() throws {
    let server = try StudioServer(program)
    #expect(server.exchange([], host: "127.0.0.2", seconds: 1) == nil)
    #expect(server.end() == 0)
  }

  @Test func whatIsWrongIsSaidBefore() throws {
    expectFailure(try program("studio", "--no-open", "--photo", "none.jpg"), 66, "none.jpg: cannot be opened")
    expectFailure(try program("studio", "--no-open", "--folder", "none"), 66, "none: is no folder")
    expectFailure(try program("studio", "--no-open", "no-look"), 66, "no-look: there is no look of this name")
    #expect(try program("studio", "--no-open", "--port", "80").status == 64)
    let server = try StudioServer(program)
    expectFailure(
      try program("studio", "--no-open", "--port", "\(server.port)"), 73, "port \(server.port) cannot be had")
  }

  /// A request over a connection that stays open waits for no timer of TCP.
  @Test func answersComeAtOnce() throws {
    let server = try StudioServer(program)
    let request = Array("GET \(server.path)style.css HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n".utf8)
    let times = (0..<9).map { _ in
      let start = ContinuousClock.now
      _ = server.exchange(request)
      return start.duration(to: .now)
    }.sorted()
    #expect(times[4] < .milliseconds(35), "\(times)")
  }
}
