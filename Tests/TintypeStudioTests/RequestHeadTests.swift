import Testing
import TintypeTestSupport

@testable import TintypeStudio

/// Heads of requests, right and wrong.
@Suite struct RequestHeadTests {
  private func read(_ text: String) -> RequestHead? { RequestHead(Array(text.utf8)[...]) }

  @Test func theHeadOfABrowser() throws {
    let head = try #require(
      read("POST /t/api/photo?name=a%20b%C3%A9+c&x&name=2 HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Length:  12 \r"))
    #expect(head.method == "POST" && head.path == "/t/api/photo" && head.query == ["name": "a bé+c", "x": ""])
    #expect(head.fields == ["host": "127.0.0.1:80", "content-length": "12"])
    #expect(head.contentLength == 12 && head.hasContent && head.isKeptAlive)
  }

  @Test func whatIsNone() {
    let texts = [
      "", "GET", "GET /", "GET  / HTTP/1.1", "GET / HTTP/2.0", " GET / HTTP/1.1", "GET / HTTP/1.1\r\n Host: a",
      "GET / HTTP/1.1\r\nHost : a", "GET / HTTP/1.1\r\n: a", "GET / HTTP/1.1\r\nHost", "GET / HTTP/1.1\r\n\0: a",
    ]
    for text in texts { #expect(read(text) == nil, "\(text.debugDescription)") }
  }

  /// Two lengths are invalid, and so are signs; two hosts match no host.
  @Test func whatCanBeMisunderstood() throws {
    for field in [
      "Content-Length: 1\r\nContent-Length: 2", "Content-Length: +1", "Content-Length: -1", "Content-Length:",
    ] {
      #expect(try #require(read("POST / HTTP/1.1\r\n\(field)\r")).contentLength == nil, "\(field)")
    }
    let chunked = try #require(read("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r"))
    #expect(chunked.contentLength == nil && chunked.hasContent && chunked.forGate.isChunked)
    #expect(try #require(read("GET / HTTP/1.1\r\nHost: a\r\nHOST: b\r")).forGate.host == "a, b")
    #expect(try #require(read("GET / HTTP/1.0\r")).isKeptAlive == false)
    #expect(try #require(read("GET / HTTP/1.1\r\nConnection: Close\r")).isKeptAlive == false)
  }

  @Test func itEndsAtAnEmptyLine() {
    let bytes = Array("GET / HTTP/1.1\r\nA: b\r\n\r\nrest".utf8)
    for count in 0..<(bytes.count - 4) { #expect(RequestHead.end(in: Array(bytes[..<count]), from: 0) == nil) }
    let end = RequestHead.end(in: bytes, from: 0)
    #expect(end?.head == 21 && end?.content == 24)
    #expect(RequestHead.end(in: Array("a\n\nb".utf8), from: 0)?.content == 3)
  }

  /// Whatever comes, nothing traps.
  @Test func randomBytes() {
    var numbers = SplitMix64(seed: 8)
    let alphabet = Array("GET / HTTP/1.1\r\n: %?&=a0\0\u{FF}".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<(numbers.next() % 60)).map { _ in alphabet[Int(numbers.next() % UInt64(alphabet.count))] }
      _ = RequestHead.end(in: bytes, from: 0)
      if let head = RequestHead(bytes[...]) { _ = head.forGate }
    }
  }
}
