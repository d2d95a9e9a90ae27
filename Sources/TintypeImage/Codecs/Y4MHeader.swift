/// The header line of a Y4M stream, a sequence of uncompressed frames that `ffmpeg -f yuv4mpegpipe` and x264 use.
///
/// The format is that of mjpegtools' yuv4mpeg(5): `YUV4MPEG2 W1920 H1080 F25:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED`.
public struct Y4MHeader: Hashable, Sendable {
  /// The chroma subsampling.
  public enum Chroma: Hashable, Sendable {
    /// No chroma.
    case gray
    /// At full resolution.
    case full444
    /// Half across; samples are co-sited with the left one of two pixels.
    case half422
    /// Half across and down.
    case quarter420(Siting)
  }

  /// The position of a chroma sample among its four pixels.
  public enum Siting: Hashable, Sendable {
    /// The center (JPEG, MPEG-1).
    case middle
    /// The left column, between the rows (MPEG-2, H.264).
    case left
    /// The top left pixel (BT.2020, and ffmpeg's `paldv`).
    case topLeft
  }

  /// Pixels of a row.
  public let width: Int

  /// Rows.
  public let height: Int

  /// The chroma subsampling.
  public let chroma: Chroma

  /// Bits of a sample, 8 to 16; above 8, samples are little-endian 16-bit numbers.
  public let bits: Int

  /// Whether the tag states full range (true) or limited range (false); nil without a tag.
  public let isFullRange: Bool?

  /// Whether a frame consists of two fields.
  public let isInterlaced: Bool

  /// All words after the first, unchanged.
  private let words: [ArraySlice<UInt8>]

  /// The limit of a header's length.
  public static let maxBytes = 4_096

  /// The limit of width and height.
  public static let maxSide = 65_535

  static let magic = Array("YUV4MPEG2".utf8)

  /// Parses a header line without its newline.
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
          throw ImageError(.corrupt, "the header declares \(text([letter][...])) twice")
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

  /// Parses the value of the C tag: `420mpeg2`, `422p10`, `mono12`.
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
    // The tags of deeper 4:2:0 do not state the siting; that of H.264 is usual.
    let kinds: [(String, Chroma)] = [
      ("420p", .quarter420(.left)), ("422p", .half422), ("444p", .full444), ("mono", .gray),
    ]
    for (start, chroma) in kinds where word.hasPrefix(start) {
      if let bits = (9...16).first(where: { word.dropFirst(start.count) == "\($0)" }) { return (chroma, bits) }
    }
    throw ImageError(
      .unsupported, "samples stored as '\(word.prefix(20))' are not read, only 420, 422, 444 and mono of 8 to 16 bits")
  }

  /// The header line for other frames; all that stays true of them is unchanged.
  ///
  /// - Parameters:
  ///   - isFullRange: the range of their samples; nil for that of the tag, or none.
  ///   - isTurned: whether they are turned by a quarter: pixels that were wide are tall, and rows are of no field.
  public func line(width: Int, height: Int, isFullRange: Bool? = nil, isTurned: Bool = false) -> [UInt8] {
    var line = Self.magic
    let range = isFullRange.map { "XCOLORRANGE=\($0 ? "FULL" : "LIMITED")" }
    var isRangeStated = range == nil
    for word in words {
      line.append(space)
      switch word.first {
      case UInt8(ascii: "W"): line += "W\(width)".utf8
      case UInt8(ascii: "H"): line += "H\(height)".utf8
      case UInt8(ascii: "A") where isTurned:
        let sides = word.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        line += sides.count == 2 ? "A\(text(sides[1])):\(text(sides[0]))".utf8[...] : text(word).utf8[...]
      case UInt8(ascii: "I") where isTurned: line += "Ip".utf8
      case UInt8(ascii: "X") where range != nil && text(word).hasPrefix("XCOLORRANGE="):
        line += (range ?? "").utf8
        isRangeStated = true
      default: line += word
      }
    }
    if let range, !isRangeStated { line += " \(range)".utf8 }
    return line + [newline]
  }
}

private let space = UInt8(ascii: " ")
let newline = UInt8(ascii: "\n")

private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
