import CTintypeFont
public import TintypeLettering

/// More pieces of outlines than this in a line are refused: 200 letters of the most intricate scripts have fewer.
private let mostPieces = 50_000

/// The font in a file's bytes.
///
/// TrueType and OpenType only, by the first bytes: what else FreeType reads (pictures of letters, compressed files) no recipe needs.
///
/// - Parameters:
///   - bytes: the whole file.
///   - name: what the font is called.
///   - fingerprint: of the bytes.
public func readFont(_ bytes: [UInt8], name: String, fingerprint: UInt64) throws(FontProblem) -> LetterFont {
  let kind = bytes.prefix(4)
  guard kind.elementsEqual([0, 1, 0, 0]) || ["OTTO", "true"].contains(where: { kind.elementsEqual($0.utf8) }) else {
    let isCollection = kind.elementsEqual("ttcf".utf8)
    throw FontProblem(
      reason: isCollection
        ? "it is a collection of fonts, of which one has to be taken out" : "it is neither TrueType nor OpenType")
  }
  // What every font is asked for: its capital's height, and a letter that it may not have.
  _ = try outline(of: "H", in: bytes)
  return LetterFont(name: name, fingerprint: fingerprint) { text in try? outline(of: text, in: bytes) }
}

private func outline(of text: String, in bytes: [UInt8]) throws(FontProblem) -> LetterOutline {
  var line = tt_font_line()
  let letters = text.unicodeScalars.map(\.value)
  let result = tt_font_set(bytes, bytes.count, letters, letters.count, mostPieces, &line)
  defer { tt_font_free(&line) }
  switch Int(result) {
  case TT_FONT_DONE: break
  case TT_FONT_ABSENT:
    throw FontProblem(reason: "fonts need FreeType: build tintype with 'swift build --traits FreeType'")
  case TT_FONT_NO_OUTLINES: throw FontProblem(reason: "its letters are pictures and have no outlines")
  case TT_FONT_TOO_INTRICATE: throw FontProblem(reason: "its letters are too intricate")
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
