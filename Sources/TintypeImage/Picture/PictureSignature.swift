/// The format that the first bytes of a file announce.
enum PictureSignature: Hashable {
  case jpeg
  case png
  case notBuiltIn(KnownFormat)
  case empty
  case unknown

  /// Looks at the first 32 bytes, or fewer in a shorter file.
  init(_ start: [UInt8]) {
    if start.isEmpty {
      self = .empty
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if start.starts(with: PNGChunks.signature) {
      self = .png
    } else if let format = KnownFormat.recognized(by: start) {
      self = .notBuiltIn(format)
    } else {
      self = .unknown
    }
  }
}
