/// The head of a request of HTTP/1.1 (RFC 9112): what stands in front of its content.
package struct RequestHead: Equatable, Sendable {
  /// The most bytes of a head; browsers send less than 2,000.
  package static let largest = 16 << 10

  package var method: String
  /// As it was sent, up to the question mark.
  package var path: String
  /// The query after the question mark, decoded; of duplicate names the first counts.
  package var query: [String: String]
  /// By their names in lower case; fields of one name are joined by commas.
  package var fields: [String: String] = [:]
  /// Whether the connection stays open for the next request.
  package private(set) var isKeptAlive: Bool

  /// Reads a head without the empty line behind it; nil for what is none.
  package init?(_ bytes: ArraySlice<UInt8>) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    let words = lines[0].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[2].starts(with: "HTTP/1.".utf8), !words[0].isEmpty, !words[1].isEmpty else {
      return nil
    }
    method = String(decoding: words[0], as: UTF8.self)
    let halves = words[1].split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    path = String(decoding: halves[0], as: UTF8.self)
    query = Self.query(halves.count > 1 ? halves[1] : [])
    for line in lines.dropFirst() {
      let halves = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      // A space in front would join it to the line before, or hide its name from others.
      guard halves.count == 2, !halves[0].isEmpty, halves[0].allSatisfy({ (0x21...0x7E).contains($0) }) else {
        return nil
      }
      let name = String(decoding: halves[0], as: UTF8.self).lowercased()
      let value = Self.trimmed(String(decoding: halves[1], as: UTF8.self))
      fields[name] = fields[name].map { "\($0), \(value)" } ?? value
    }
    isKeptAlive = words[2].elementsEqual("HTTP/1.1".utf8) && fields["connection"]?.lowercased() != "close"
  }

  /// The length of the content; nil if the head states none, or if it is chunked.
  package var contentLength: Int? {
    guard fields["transfer-encoding"] == nil, let text = fields["content-length"],
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  /// Whether some content follows, of any length.
  package var hasContent: Bool {
    fields["transfer-encoding"] != nil || fields["content-length"].map { $0 != "0" } ?? false
  }

  /// What a gate asks.
  package var forGate: StudioGate.Head {
    StudioGate.Head(
      method, path, host: fields["host"], origin: fields["origin"], site: fields["sec-fetch-site"],
      contentLength: contentLength, isChunked: fields["transfer-encoding"] != nil)
  }

  /// The end of the head, without and with the empty line; nil while the head is incomplete.
  ///
  /// - Parameter start: where to search: a few bytes before the newest bytes.
  package static func end(in bytes: [UInt8], from start: Int) -> (head: Int, content: Int)? {
    var place = start
    while let line = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) {
      let next = bytes[(line + 1)...].prefix(2)
      if next.first == UInt8(ascii: "\n") { return (line, line + 2) }
      if next.elementsEqual("\r\n".utf8) { return (line, line + 3) }
      place = line + 1
    }
    return nil
  }

  private static func query(_ text: ArraySlice<UInt8>) -> [String: String] {
    let pairs = text.split(separator: UInt8(ascii: "&")).map { pair in
      let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return (decoded(halves[0]), halves.count > 1 ? decoded(halves[1]) : "")
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> String {
    var (bytes, rest) = ([UInt8](), text)
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func trimmed(_ text: String) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
