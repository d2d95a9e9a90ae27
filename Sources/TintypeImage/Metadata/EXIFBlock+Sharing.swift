/// Artist and copyright in camera data.
extension EXIFBlock {
  /// Artist and copyright; nil without both.
  var rights: (artist: String?, copyright: String?)? {
    let (artist, copyright) = (text(of: Tag.artist), text(of: Tag.copyright))
    return artist == nil && copyright == nil ? nil : (artist, copyright)
  }

  /// A new block of artist and copyright (TIFF 6.0, section 2).
  static func block(rights: (artist: String?, copyright: String?)) -> [UInt8] {
    let texts = [(Tag.artist, rights.artist), (Tag.copyright, rights.copyright)].compactMap { tag, text in
      text.map { (tag, Array($0.utf8) + [0]) }
    }
    var block = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, UInt8(texts.count)]
    var values: [UInt8] = []
    let start = 8 + 2 + 12 * texts.count + 4
    for (tag, text) in texts {
      block += [UInt8(tag >> 8), UInt8(tag & 0xFF), 0, 2]
      block.appendBigEndian32(text.count)
      if text.count <= 4 {
        block += text + [UInt8](repeating: 0, count: 4 - text.count)
      } else {
        block.appendBigEndian32(start + values.count)
        values += text + [UInt8](repeating: 0, count: text.count % 2)
      }
    }
    return block + [0, 0, 0, 0] + values
  }
}
