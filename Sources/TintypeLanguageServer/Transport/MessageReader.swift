import TintypeJSON

/// Finds messages in a stream of bytes: a header with `Content-Length`, an empty line, and that many bytes of JSON.
struct MessageReader {
  /// A longer message is passed over.
  static let mostBytes = 64 << 20

  private var pending: [UInt8] = []
  /// Bytes of a message that is too long and still to come.
  private var ignored = 0
  /// Whether something in the stream belonged to no message.
  private(set) var hasMetJunk = false

  /// Takes bytes as they come.
  mutating func take(_ bytes: [UInt8]) {
    let skipped = min(ignored, bytes.count)
    ignored -= skipped
    pending += bytes[skipped...]
  }

  /// The next whole message; nil while it is not complete.
  mutating func next() -> [UInt8]? {
    while let end = endOfHeader() {
      guard let length = length(inHeader: pending[..<end]) else {
        // Whatever this was, the next header begins a line of its own.
        hasMetJunk = true
        pending.removeFirst(end)
        continue
      }
      guard length <= Self.mostBytes else {
        hasMetJunk = true
        pending.removeFirst(end)
        let skipped = min(length, pending.count)
        pending.removeFirst(skipped)
        ignored = length - skipped
        continue
      }
      guard pending.count - end >= length else { return nil }
      let message = Array(pending[end..<end + length])
      pending.removeFirst(end + length)
      return message
    }
    return nil
  }

  /// The position after the empty line; also of a header that is too long to be one.
  private func endOfHeader() -> Int? {
    var lineIsEmpty = true
    for (index, byte) in pending.enumerated() {
      switch byte {
      case UInt8(ascii: "\n"):
        if lineIsEmpty { return index + 1 }
        lineIsEmpty = true
      case UInt8(ascii: "\r"): break
      default: lineIsEmpty = false
      }
      if index >= Self.mostHeaderBytes { return index + 1 }
    }
    return nil
  }

  private static let mostHeaderBytes = 4096

  private func length(inHeader header: ArraySlice<UInt8>) -> Int? {
    let lines = header.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    for line in lines {
      let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased().hasSuffix("content-length") else { continue }
      let digits = parts[1].drop { $0 == " " }
      return digits.utf8.allSatisfy { (48...57).contains($0) } ? Int(digits) : nil
    }
    return nil
  }
}

/// A message to a client, with its header.
func framed(_ message: JSONValue) -> [UInt8] {
  let content = message.encoded
  return Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
}
