import Foundation
import Testing
import TintypeTestSupport

#if canImport(Glibc)
  import Glibc
#endif

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

  /// What is saved has the bytes of the command that is shown, whatever differs: dates, crops, turns, values, formats,
  /// quality and tags.
  @Test(.slow) func theCommandGivesTheSameBytes() throws {
    let own = "tintype 1\nlook \"own\" { working display }\nparam by: scalar = 0.5 in 0...1\noutput "
    try program.folder.write(own + "source * by |> turn(by: 90deg)\n", to: "own.tint")
    try TestPicture(48, 32, seed: 4).write(program.folder, "photo.png")
    _ = try program.shell("touch -d '2019-05-04 10:20:30' photo.png; echo 'set contrast = 2' > photo.png.tint")
    let server = try StudioServer(program, "--photo", "photo.png")
    let start = try object(server, "GET", "api/start")
    let id = try #require((start["photo"] as? [String: Any])?["id"] as? String)
    let tags: [String: Any] = ["tags": ["album:summer time", "it's"], "format": "jpeg", "quality": 71]
    let forms: [[String: Any]] = [[:], ["format": "png"], tags]
    for name in ["original", "date-camera", "tumble-down", "warm-negative", program.folder.path + "/own.tint"] {
      let query = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      var text = try #require(try object(server, "GET", "api/look?name=\(query)")["text"] as? String)
      if name == "tumble-down" {
        let edit = ["name": name, "text": text, "set": ["contrast=2"]] as [String: Any]
        text = try #require(try object(server, "POST", "api/edit", edit)["text"] as? String)
      }
      for form in forms where form.isEmpty || name == "date-camera" || name == "tumble-down" {
        let message = form.merging(["id": id, "name": name, "text": text, "photo": id]) { $1 }
        let shown = try #require(try object(server, "POST", "api/recipe", message)["command"] as? String)
        let saved = try object(server, "POST", "api/save", message)
        #expect(saved["command"] as? String == shown && !shown.contains("#"), "\(shown)")
        let result = try #require((saved["photo"] as? [String: Any])?["path"] as? String)
        let ending = try #require(result.split(separator: ".").last)
        let line = "\"$0\"" + shown.dropFirst("tintype".count).replacing("OUT.\(ending)", with: "command.\(ending)")
        #expect(try program.shell(line).status == 0, "\(line)")
        let bytes = try #require(program.folder.bytes(of: "command.\(ending)"))
        #expect(Array(try Data(contentsOf: URL(fileURLWithPath: result))) == bytes, "\(shown)")
        _ = try program.shell("rm command.\(ending)")
      }
    }
    // A text that is saved nowhere is no command yet.
    let message = ["id": id, "name": "original", "text": own + "source\n", "photo": id]
    #expect((try object(server, "POST", "api/recipe", message)["command"] as? String)?.contains("\n# ") == true)
  }

  private func object(
    _ server: StudioServer, _ method: String, _ path: String, _ message: [String: Any] = [:]
  ) throws -> [String: Any] {
    let body = method == "POST" ? try JSONSerialization.data(withJSONObject: message) : Data()
    let head = "\(method) \(server.path)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
    let request = Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
    let answer = try #require(server.exchange(request, seconds: 60))
    let content = try #require(answer.components(separatedBy: "\r\n\r\n").dropFirst().first)
    let object = try JSONSerialization.jsonObject(with: Data(content.utf8)) as? [String: Any]
    return try #require(object, "\(path): \(content)")
  }

  /// A head is bounded in size before anything is made of it.
  @Test func longHeadsAreRefused() throws {
    let server = try StudioServer(program)
    func status(_ count: Int) -> String? {
      let filling = (0..<(count / 1000)).map { "X-\($0): \(String(repeating: "a", count: 990))\r\n" }.joined()
      let head = "GET \(server.path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(filling)\r\n"
      return server.exchange(Array(head.utf8)).map { String($0.prefix(12).suffix(3)) }
    }
    let start = ContinuousClock.now
    #expect(status(15_000) == "200" && status(20_000) == "431" && status(1_000_000) == "431")
    let noLine = server.exchange([UInt8](repeating: UInt8(ascii: "A"), count: 1 << 20))
    #expect(noLine?.hasPrefix("HTTP/1.1 431") == true)
    #expect(server.exchange(Array("nonsense\r\n\r\n".utf8))?.hasPrefix("HTTP/1.1 400") == true)
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  /// Connections that send nothing, or a byte at a time, block no others, and are closed.
  @Test(.slow) func slowConnectionsKeepNobodyOut() throws {
    let server = try StudioServer(program)
    let sockets = (0..<60).map { _ in server.connection() }
    defer { for socket in sockets { close(socket) } }
    for socket in sockets.prefix(20) { _ = send(socket, "GET ", 4, Int32(MSG_NOSIGNAL)) }
    #expect(server.status("GET", server.path) == 200)
    let drops = server.connection()
    defer { close(drops) }
    let start = ContinuousClock.now
    var answer = [UInt8](repeating: 0, count: 1 << 12)
    for byte in "GET \(server.path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n".utf8 {
      guard send(drops, [byte], 1, Int32(MSG_NOSIGNAL)) == 1 else { break }
      usleep(80_000)
      guard recv(drops, &answer, 1, Int32(MSG_DONTWAIT | MSG_PEEK)) <= 0 else { break }
    }
    let count = recv(drops, &answer, answer.count, 0)
    #expect(String(decoding: answer.prefix(max(count, 0)), as: UTF8.self).hasPrefix("HTTP/1.1 408"))
    #expect(ContinuousClock.now - start > .seconds(4) && ContinuousClock.now - start < .seconds(9))
    #expect(server.status("GET", server.path) == 200)
  }

  /// Byte after byte, and request after request, over one connection.
  @Test func requestsComeInPieces() throws {
    let server = try StudioServer(program)
    let socket = server.connection()
    defer { close(socket) }
    let request = "GET \(server.path)style.css HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
    for byte in (request + request).utf8 { _ = send(socket, [byte], 1, Int32(MSG_NOSIGNAL)) }
    var (answers, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while String(decoding: answers, as: UTF8.self).components(separatedBy: "HTTP/1.1 200").count < 3 {
      let count = recv(socket, &part, part.count, 0)
      try #require(count > 0)
      answers += part[..<count]
    }
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
