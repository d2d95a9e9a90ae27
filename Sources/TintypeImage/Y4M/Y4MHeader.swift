/// The first line of a Y4M stream: uncompressed frames of planes, as `ffmpeg -f yuv4mpegpipe` and x264 speak it.
///
/// The format is that of mjpegtools' yuv4mpeg(5): `YUV4MPEG2 W1920 H1080 F25:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED`.
public struct Y4MHeader: Hashable, Sendable {
  /// How much coarser than lightness color is stored.
  public enum Chroma: Hashable, Sendable {
    /// No color.
    case gray
    /// At full resolution.
    case full444
    /// Half across; a sample stands where the left one of its two pixels does.
    case half422
    /// Half across and down.
    case quarter420(Siting)
  }

  /// Where a sample of color stands among its four pixels.
  public enum Siting: Hashable, Sendable {
    /// In the middle (JPEG, MPEG-1).
    case middle
    /// At the left, between the rows (MPEG-2, H.264).
    case left
    /// On the left pixel of the upper row (BT.2020, and what ffmpeg calls PAL DV).
    case topLeft
  }

  /// Pixels of a row.
  public let width: Int

  /// Rows.
  public let height: Int

  /// How color is stored.
  public let chroma: Chroma

  /// Bits of a sample, 8 to 16; above 8 a sample takes two bytes, the lower first.
  public let bits: Int

  /// Whether the tag says that samples use all codes, or only those of broadcasting; nil where there is none.
  public let isFullRange: Bool?

  /// Whether a frame holds two fields.
  public let isInterlaced: Bool

  /// Everything as it came, without the first word.
  private let words: [ArraySlice<UInt8>]

  /// More is no header.
  public static let maxBytes = 4_096

  /// Sides above this are refused; no film has them.
  public static let maxSide = 65_535

  static let magic = Array("YUV4MPEG2".utf8)

  /// Reads a line, without its end.
  ///
  /// - Throws: `.corrupt`; `.unsupported` for a layout of planes that is not read.
  public init(line: [UInt8]) throws(ImageError) {
    guard line.starts(with: Self.magic), line.count == Self.magic.count || line[Self.magic.count] == space else {
      throw ImageError(.unsupported, "this is no Y4M stream: it does not begin with YUV4MPEG2")
    }
    words = line.dropFirst(Self.magic.count).split(separator: space)
    var known: [UInt8: ArraySlice<UInt8>] = [:]
    var range: Bool?
    for word in words {
      let value = word.dropFirst()
      switch word[word.startIndex] {
      case UInt8(ascii: "X"):
        if value.elementsEqual("COLORRANGE=FULL".utf8) { range = true }
        if value.elementsEqual("COLORRANGE=LIMITED".utf8) { range = false }
      case let letter:
        guard known.updateValue(value, forKey: letter) == nil else {
          throw ImageError(.corrupt, "the header says \(text([letter][...])) twice")
        }
      }
    }
    isFullRange = range
    width = try Self.side("W", "width", known)
    height = try Self.side("H", "height", known)
    isInterlaced = known[UInt8(ascii: "I")].map { ["t", "b", "m"].contains(text($0)) } ?? false
    (chroma, bits) = try Self.layout(known[UInt8(ascii: "C")].map(text) ?? "420jpeg")
  }

  private static func side(
    _ letter: Character, _ name: String, _ known: [UInt8: ArraySlice<UInt8>]
  ) throws(ImageError) -> Int {
    guard let word = letter.asciiValue.flatMap({ known[$0] }) else {
      throw ImageError(.corrupt, "the header names no \(name)")
    }
    let isDigits = word.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isDigits, word.count <= 9, let number = Int(text(word)), number > 0 else {
      throw ImageError(.corrupt, "'\(text(word.prefix(20)))' is no \(name)")
    }
    guard number <= maxSide else {
      throw ImageError(.limit, "a \(name) of \(number) pixels is too large: at most \(maxSide) are read")
    }
    return number
  }

  /// What stands behind C: `420mpeg2`, `422p10`, `mono12`.
  private static func layout(_ word: String) throws(ImageError) -> (Chroma, Int) {
    switch word {
    case "420", "420jpeg": return (.quarter420(.middle), 8)
    case "420mpeg2": return (.quarter420(.left), 8)
    case "420paldv": return (.quarter420(.topLeft), 8)
    case "422": return (.half422, 8)
    case "444": return (.full444, 8)
    case "mono": return (.gray, 8)
    default: break
    }
    // The siting of deeper 4:2:0 has no word; nearly all of it is sited as H.264 is.
    let kinds: [(String, Chroma)] = [
      ("420p", .quarter420(.left)), ("422p", .half422), ("444p", .full444), ("mono", .gray),
    ]
    for (start, chroma) in kinds where word.hasPrefix(start) {
      if let bits = (9...16).first(where: { word.dropFirst(start.count) == "\($0)" }) { return (chroma, bits) }
    }
    throw ImageError(
      .unsupported, "samples stored as '\(word.prefix(20))' are not read, only 420, 422, 444 and mono of 8 to 16 bits")
  }

  /// The line for frames of another size, with everything else as it came.
  public func line(width: Int, height: Int) -> [UInt8] {
    var line = Self.magic
    for word in words {
      line.append(space)
      switch word.first {
      case UInt8(ascii: "W"): line += "W\(width)".utf8
      case UInt8(ascii: "H"): line += "H\(height)".utf8
      default: line += word
      }
    }
    return line + [newline]
  }
}

private let space = UInt8(ascii: " ")
let newline = UInt8(ascii: "\n")

private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
