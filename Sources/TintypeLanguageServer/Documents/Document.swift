import TintypeDiagnostics
import TintypeEditing
package import TintypeImage
import TintypeJSON

/// A recipe that is open in the editor.
struct Document {
  /// As the client writes it.
  let uri: String
  /// Its file; nil for an unsaved text.
  let path: FilePath?
  var version: Int?
  var file: SourceFile

  init(uri: String, version: Int?, text: String) {
    (self.uri, self.version) = (uri, version)
    path = FilePath(fileURI: uri)
    file = SourceFile(name: path.map { String(decoding: $0.bytes, as: UTF8.self) } ?? uri, text: text)
  }

  /// Makes the edits of the client, each in the text that the one before it left.
  ///
  /// - Returns: false where one of them is none.
  mutating func apply(_ changes: [JSONValue], _ encoding: PositionEncoding) -> Bool {
    for change in changes {
      guard let text = change["text"]?.text else { return false }
      guard let range = change["range"] else {
        file = SourceFile(name: file.name, text: text)
        continue
      }
      guard let span = TextPositions(file.text, encoding).span(range) else { return false }
      file = SourceFile(
        name: file.name, text: file.text[..<span.start] + Array(text.utf8) + Array(file.text[span.end...]))
    }
    return true
  }
}

extension FilePath {
  /// The file of a `file:` URI (RFC 8089) on this machine; nil for any other.
  init?(fileURI uri: String) {
    let scheme = "file://"
    guard uri.lowercased().hasPrefix(scheme) else { return nil }
    var rest = uri.utf8.dropFirst(scheme.utf8.count)
    if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst("localhost".utf8.count) }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value != 0 else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    self.init(bytes: bytes)
  }

  /// The `file:` URI of an absolute path.
  package var fileURI: String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    return "file://"
      + bytes.map { byte in
        if plain.contains(byte) { return String(decoding: [byte], as: UTF8.self) }
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }.joined()
  }
}
