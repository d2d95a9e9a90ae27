import Testing
import TintypeDiagnostics
import TintypeEditing
import TintypeImage
import TintypeJSON
import TintypeTestSupport

@testable import TintypeLanguageServer

/// The protocol itself: messages, positions, and clients that misbehave.
@Suite struct ProtocolTests {
  private static let uri = "file:///nowhere/x.tint"

  @Test func messagesAreFoundInAnyCut() {
    let messages = ["{\"a\": 1}", "", "{\"b\": \"\u{1F3DE}\"}"]
    let stream = messages.flatMap { Array("Content-Length: \($0.utf8.count)\r\nX-Other: 1\r\n\r\n\($0)".utf8) }
    for size in [1, 2, 7, 64, stream.count] {
      var reader = MessageReader()
      var found: [String] = []
      for start in stride(from: 0, to: stream.count, by: size) {
        reader.take(Array(stream[start..<min(start + size, stream.count)]))
        while let message = reader.next() { found.append(String(decoding: message, as: UTF8.self)) }
      }
      #expect(found == messages && !reader.hasMetJunk, "\(size) bytes at once")
    }
  }

  @Test func junkIsPassedOver() {
    var reader = MessageReader()
    reader.take(Array("GET / HTTP/1.1\r\n\r\nContent-Length: 99999999999\r\n\r\n".utf8))
    #expect(reader.next() == nil && reader.hasMetJunk)
    var other = MessageReader()
    other.take(Array("nonsense\n\nContent-Length: -4\r\n\r\nContent-Length: 2\r\n\r\n{}".utf8))
    #expect(other.next() == Array("{}".utf8))
  }

  @Test(arguments: [("utf-8", 7), ("utf-16", 4), ("utf-32", 3)])
  func columnsAreThoseOfTheEncoding(_ encoding: String, _ column: Int) throws {
    let encoding = try #require(PositionEncoding(rawValue: encoding))
    let positions = TextPositions(Array("a\r\nö\u{1F3DE}x = 1\rb\n".utf8), encoding)
    // ö is 2 bytes, 1 unit; the emoji 4 bytes, 2 units.
    let place = Array("a\r\nö\u{1F3DE}x".utf8).count
    #expect(positions.position(of: place) == ["line": 1, "character": JSONValue(column)])
    #expect(positions.offset(line: 1, character: column) == place)
    for offset in [0, 1, 3, 5, 9, 10, place, 15, 16, 17] {
      #expect(positions.offset(of: positions.position(of: offset)) == offset)
    }
    #expect(positions.offset(line: 1, character: 99) == positions.line(1).end)
    #expect(positions.offset(line: 99, character: 0) == positions.text.count)
    #expect(positions.offset(line: -1, character: -1) == 0)
  }

  @Test func filesAreNamedByURIs() {
    for (uri, wanted) in [
      ("file:///a/b%20c.tint", "/a/b c.tint"), ("file://localhost/x", "/x"), ("FILE:///%C3%A4", "/ä"),
    ] { #expect(path(of: uri) == wanted) }
    for uri in ["http://a/b", "file://host/x", "file:///a%00b", "file:///a%zz", "untitled:1", ""] {
      #expect(path(of: uri) == nil)
    }
  }

  private func path(of uri: String) -> String? {
    Document(uri: uri, version: 1, text: "").path.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test func everythingHasItsTime() {
    var sent: [JSONValue] = []
    let server = LanguageServer(threads: 1, temporaryFolder: "/tmp") { sent.append($0) }
    func code(_ method: String) -> Int? {
      server.receive(["id": 1, "method": .string(method), "params": [:]])
      return sent.last?["error"]?["code"]?.integer
    }
    #expect(code("textDocument/hover") == -32002)
    #expect(code("initialize") == nil)
    #expect(code("initialize") == -32600)
    #expect(code("textDocument/nothing") == -32601)
    #expect(code("textDocument/hover") == -32602)
    #expect(code("shutdown") == nil)
    #expect(code("textDocument/hover") == -32600)
    server.receive(["method": "exit"])
    #expect(server.exitStatus == 0)
    let other = LanguageServer(threads: 1, temporaryFolder: "/tmp") { _ in }
    other.receive(["method": "exit"])
    #expect(other.exitStatus == 1)
  }

  /// A request that is cancelled is answered once: by who cancels it, or by who works on it.
  @Test func cancelledRequestsHaveOneAnswer() {
    let inbox = Inbox()
    for id in 1...3 { inbox.add(["id": .whole(Int64(id)), "method": "x"]) }
    inbox.add(["id": 4, "result": .null])
    #expect(inbox.next()?["id"] == 1)
    #expect(inbox.cancel(2) && !inbox.cancel(2), "one that waits")
    #expect(inbox.cancel(1) && !inbox.cancel(1) && !inbox.finish(1), "one that is worked on")
    #expect(inbox.next()?["id"] == 3)
    #expect(inbox.finish(3) && !inbox.cancel(3), "one that is done")
    #expect(!inbox.cancel(4), "an answer of the client is no request")
    #expect(inbox.next()?["id"] == 4)
    inbox.end(dropsWaiting: false)
    #expect(inbox.next() == nil && inbox.isEmpty)
  }

  @Test func changesOutdateWhatIsWorkedOut() {
    let inbox = Inbox()
    inbox.add(["id": 1, "method": "textDocument/hover"])
    #expect(!inbox.holdsChange)
    inbox.add(["method": "textDocument/didChange"])
    #expect(inbox.holdsChange)
    var sent: [JSONValue] = []
    var isOutdated = false
    let server = LanguageServer(threads: 1, temporaryFolder: "/tmp", isOutdated: { isOutdated }) { sent.append($0) }
    server.receive(["id": 1, "method": "initialize", "params": [:]])
    let document: JSONValue = ["uri": .string(Self.uri), "version": 1, "text": "nonsense"]
    server.receive(["method": "textDocument/didOpen", "params": ["textDocument": document]])
    isOutdated = true
    sent = []
    server.settle()
    #expect(sent == [])
    isOutdated = false
    server.settle()
    #expect(sent.first?["method"] == "textDocument/publishDiagnostics")
    sent = []
    server.settle()
    #expect(sent == [])
  }

  @Test(arguments: ["x", 1e300, 71, 8193] as [JSONValue]) func theSizeOfAPreviewIsANumber(_ edge: JSONValue) {
    let client = EditorClient()
    client.open(Self.uri, "tintype 1\nlook \"x\" { about \"A.\" working display }\noutput source\n")
    let answer = client.answer("tintype/preview", ["textDocument": ["uri": .string(Self.uri)], "longEdge": edge])
    #expect(answer["error"]?["message"]?.text?.contains("a whole number from 72 to 8192") == true)
  }

  /// Every request with parameters of every wrong kind is answered.
  @Test(.slow) func nonsenseIsAnswered() {
    let client = EditorClient()
    client.open(Self.uri, "tintype 1\nlook \"x\" { about \"A.\" working display }\noutput source\n")
    let document: JSONValue = ["uri": .string(Self.uri)]
    let far: JSONValue = ["line": 4_000_000_000, "character": -7]
    let backward: JSONValue = ["start": ["line": 9, "character": 9], "end": ["line": 0, "character": 0]]
    let parameters: [JSONValue] = [
      .null, [:], [], 7, ["textDocument": 3], ["textDocument": document], ["textDocument": document, "position": far],
      ["textDocument": document, "position": far, "newName": "1x", "range": backward],
      ["textDocument": document, "positions": [far, 3], "range": backward, "color": ["red": "blue"]],
      ["textDocument": document, "range": backward, "longEdge": -3, "set": ["nothing": 3]],
      ["command": "tintype.strip", "arguments": [.string(Self.uri), "nothing"]],
      ["data": ["uri": .string(Self.uri), "text": "expect nothing"]],
    ]
    for method in LanguageServer.requests.keys.sorted() {
      for parameters in parameters {
        let answer = client.answer(method, parameters)
        #expect((answer["result"] != nil) != (answer["error"] != nil), "\(method)")
      }
    }
    for method in ["didOpen", "didChange", "didClose", "didSave"] {
      for parameters in parameters { client.notify("textDocument/" + method, parameters) }
    }
    client.server.settle()
  }

  /// A text that was typed with mistakes means what the same text means in a fresh server.
  @Test(arguments: 0..<12) func randomEditsEndWhereAFreshStartDoes(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let client = EditorClient()
    var text = Array(
      "tintype 1\r\nlook \"x\" { about \"ä🏞.\" working display }\r\nlet a = 0.5\noutput source * a\n".utf16)
    client.open(Self.uri, String(decoding: text, as: UTF16.self))
    let pieces = [
      "a", "\n", "\r\n", "(", ")", "{", "}", "\"", "🏞", "ä", "kernel k(c: rgb) -> rgb { return c }", " ", "#f", "|>",
    ]
    for step in 0..<60 {
      var (start, end) = (
        Int.random(in: 0...text.count, using: &random), Int.random(in: 0...text.count, using: &random)
      )
      if start > end { swap(&start, &end) }
      if step % 3 > 0 { end = start }
      // No client cuts a character in two.
      while start > 0, start < text.count, UTF16.isTrailSurrogate(text[start]) { start -= 1 }
      while end < text.count, UTF16.isTrailSurrogate(text[end]) { end += 1 }
      // And none counts the place between the two characters of a line end.
      if start > 0, start < text.count, text[start] == 10, text[start - 1] == 13 { start -= 1 }
      if end > 0, end < text.count, text[end] == 10, text[end - 1] == 13 { end += 1 }
      let new = pieces.randomElement(using: &random) ?? ""
      let positions = TextPositions(Array(String(decoding: text, as: UTF16.self).utf8), .utf16)
      func position(_ unit: Int) -> JSONValue {
        positions.position(of: Array(String(decoding: text[..<unit], as: UTF16.self).utf8).count)
      }
      client.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": .string(Self.uri), "version": JSONValue(step + 2)],
          "contentChanges": [["range": ["start": position(start), "end": position(end)], "text": .string(new)]],
        ])
      text.replaceSubrange(start..<end, with: Array(new.utf16))
      if step % 7 == 0 { client.server.settle() }
    }
    client.server.settle()
    let fresh = EditorClient()
    fresh.open(Self.uri, String(decoding: text, as: UTF16.self))
    #expect(client.diagnostics(Self.uri) == fresh.diagnostics(Self.uri))
    for method in ["semanticTokens/full", "documentSymbol", "foldingRange", "inlayHint", "codeLens", "documentColor"] {
      let parameters: JSONValue = ["textDocument": ["uri": .string(Self.uri)]]
      #expect(
        client.request("textDocument/" + method, parameters) == fresh.request("textDocument/" + method, parameters))
    }
  }
}
