/// A text chunk of a PNG, taken apart: tEXt, zTXt or iTXt.
struct PNGText {
  var keyword: [UInt8]

  /// The text without compression: Latin-1, or UTF-8 in iTXt.
  var text: [UInt8]

  private let type: [UInt8]

  /// The language tag and translated keyword of iTXt, with the zero bytes that end them.
  private(set) var language: [UInt8] = []

  /// Nil for other types of chunk, for a broken chunk, and for text that inflates to more than `maxBytes`.
  init?(type: [UInt8], _ payload: [UInt8], maxBytes: Int = 8 << 20) {
    guard let end = payload.firstIndex(of: 0) else { return nil }
    self.type = type
    keyword = Array(payload[..<end])
    var rest = payload[(end + 1)...]
    var isCompressed = false
    switch type {
    case Array("tEXt".utf8):
      break
    case Array("zTXt".utf8):
      guard rest.popFirst() == 0 else { return nil }
      isCompressed = true
    case Array("iTXt".utf8):
      guard let flag = rest.popFirst(), let method = rest.popFirst(), flag <= 1, method == 0,
        let languageEnd = rest.firstIndex(of: 0),
        let translationEnd = rest[(languageEnd + 1)...].firstIndex(of: 0)
      else { return nil }
      isCompressed = flag == 1
      language = Array(rest[...translationEnd])
      rest = rest[(translationEnd + 1)...]
    default:
      return nil
    }
    guard isCompressed else {
      text = Array(rest)
      return
    }
    guard let inflated = inflate(Array(rest), maxBytes: maxBytes) else { return nil }
    text = inflated
  }

  /// The text as UTF-8.
  var utf8: [UInt8] {
    if type == Array("iTXt".utf8) { return text }
    return Array(String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) })).utf8)
  }

  /// Whether the text is a block of another format in hexadecimal digits.
  var isRawProfile: Bool { keyword.starts(with: RawProfile.prefix.utf8) }

  /// The payload for the current text, compressed in zTXt alone.
  var payload: [UInt8] {
    switch type {
    case Array("iTXt".utf8): keyword + [0, 0, 0] + language + text
    case Array("zTXt".utf8): keyword + [0, 0] + deflate(text)
    default: keyword + [0] + text
    }
  }
}
