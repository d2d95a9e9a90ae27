import CTintypeFont
public import TintypeText

/// The largest number of outline segments in a line. 200 letters of the most complex scripts have fewer.
private let segmentLimit = 50_000

/// Reads a font.
///
/// Accepts only TrueType and OpenType, recognized by their first bytes. Recipes do not need the other formats that
/// FreeType reads, such as bitmap or compressed fonts.
///
/// - Parameters:
///   - bytes: the contents of the file.
///   - name: the name of the font.
///   - fingerprint: a hash of the bytes.
/// - Throws: the reason why the font cannot be read.
public func readFont(_ bytes: [UInt8], name: String, fingerprint: UInt64) throws(FontProblem) -> LetterFont {
  let kind = bytes.prefix(4)
  guard kind.elementsEqual([0, 1, 0, 0]) || ["OTTO", "true"].contains(where: { kind.elementsEqual($0.utf8) }) else {
    let isCollection = kind.elementsEqual("ttcf".utf8)
    throw FontProblem(
      reason: isCollection
        ? "it is a font collection; extract a single font from it" : "it is neither TrueType nor OpenType")
  }
  // Fail now rather than at the first text: every line needs the cap height.
  _ = try outline(of: "H", in: bytes)
  return LetterFont(name: name, fingerprint: fingerprint) { text in try? outline(of: text, in: bytes) }
}

private func outline(of text: String, in bytes: [UInt8]) throws(FontProblem) -> LetterOutline {
  var line = tt_font_line()
  let letters = text.unicodeScalars.map(\.value)
  let result = tt_font_set(bytes, bytes.count, letters, letters.count, segmentLimit, &line)
  defer { tt_font_free(&line) }
  switch Int(result) {
  case TT_FONT_DONE: break
  case TT_FONT_ABSENT:
    throw FontProblem(reason: "fonts need FreeType: build tintype with 'swift build --traits FreeType'")
  case TT_FONT_NO_OUTLINES: throw FontProblem(reason: "it is a bitmap font without outlines")
  case TT_FONT_TOO_INTRICATE: throw FontProblem(reason: "its outlines are too complex")
  case TT_FONT_NO_MEMORY: throw FontProblem(reason: "there is not enough memory for it")
  default: throw FontProblem(reason: "it is damaged")
  }
  func point(_ piece: tt_font_piece, _ index: Int) -> SIMD2<Double> {
    let (x, y) =
      switch index {
      case 0: (piece.x.0, piece.y.0)
      case 1: (piece.x.1, piece.y.1)
      default: (piece.x.2, piece.y.2)
      }
    return SIMD2((x - line.left) / line.capital, 1 - y / line.capital)
  }
  let pieces = UnsafeBufferPointer(start: line.pieces, count: line.count).map { piece -> LetterOutline.Piece in
    switch piece.kind {
    case 0: .move(point(piece, 0))
    case 1: .line(point(piece, 0))
    case 2: .quadratic(point(piece, 0), point(piece, 1))
    default: .cubic(point(piece, 0), point(piece, 1), point(piece, 2))
    }
  }
  return LetterOutline(pieces: pieces, width: (line.right - line.left) / line.capital)
}
