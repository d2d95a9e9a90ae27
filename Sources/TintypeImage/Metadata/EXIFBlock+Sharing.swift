/// Artist and copyright in camera data.
extension EXIFBlock {
  /// Artist and copyright; nil without both.
  var rights: (artist: String?, copyright: String?)? {
    let (artist, copyright) = (text(of: TIFFTag.artist), text(of: TIFFTag.copyright))
    return artist == nil && copyright == nil ? nil : (artist, copyright)
  }

  /// A new block of artist and copyright (TIFF 6.0, section 2).
  static func block(rights: (artist: String?, copyright: String?)) -> [UInt8] {
    var block = TIFFBlock(isBigEndian: true)
    let texts = [(TIFFTag.artist, rights.artist), (TIFFTag.copyright, rights.copyright)]
    let fields = texts.compactMap { tag, text in
      text.map { Array($0.utf8) + [0] }.map { TIFFBlock.Field(tag: tag, type: 2, count: $0.count, bytes: $0) }
    }
    block.setFirstDirectory(block.append(fields))
    return block.bytes
  }
}
