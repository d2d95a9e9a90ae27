/// The format that the first bytes of a file announce.
enum PictureSignature: Hashable {
  case jpeg
  case png
  /// A picture format that is not read, with its article and name.
  case foreign(String)
  case empty
  case unknown

  /// Looks at the first 32 bytes, or fewer in a shorter file.
  init(_ start: [UInt8]) {
    func holds(_ text: String, at offset: Int = 0) -> Bool {
      start.dropFirst(offset).starts(with: text.utf8)
    }
    if start.isEmpty {
      self = .empty
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if start.starts(with: PNGChunks.signature) {
      self = .png
    } else if start.starts(with: [0x49, 0x49, 0x2A, 0]) || start.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      self = .foreign("a TIFF or camera raw file")
    } else if holds("ftyp", at: 4) {
      let brand = start.dropFirst(8).prefix(4)
      let isPicture = ["heic", "heix", "mif1", "msf1", "avif", "crx "].contains { brand.elementsEqual($0.utf8) }
      self = .foreign(isPicture ? "a HEIF, AVIF or CR3 file" : "a film or a file of its family")
    } else if start.starts(with: [0xFF, 0x0A]) || holds("JXL ", at: 4) {
      self = .foreign("a JPEG XL file")
    } else if holds("RIFF"), holds("WEBP", at: 8) {
      self = .foreign("a WebP file")
    } else if holds("GIF8") {
      self = .foreign("a GIF file")
    } else if holds("jP  ", at: 4) {
      self = .foreign("a JPEG 2000 file")
    } else if start.starts(with: [0x76, 0x2F, 0x31, 0x01]) {
      self = .foreign("an OpenEXR file")
    } else if holds("BM"), start.dropFirst(6).prefix(4).allSatisfy({ $0 == 0 }), start.count >= 26 {
      self = .foreign("a BMP file")
    } else {
      self = .unknown
    }
  }
}
