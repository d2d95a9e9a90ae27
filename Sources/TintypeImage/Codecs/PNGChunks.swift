internal import CTintypeCodec

/// Collects the metadata of a PNG from its chunks.
enum PNGChunks {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The limits on metadata, so that a file cannot fill memory or time with it.
  static let maxBytes = 64 << 20
  static let maxItems = 4_096
  static let maxChunks = 1_000_000
  /// Each may inflate to 8 MiB.
  static let maxRawProfiles = 8

  /// The items in file order, and notes on what was left out.
  ///
  /// Stops where the structure breaks, without a note: the decoder reports that.
  static func metadata(of file: InputFile) throws(ImageError) -> (metadata: PictureMetadata, notes: [String]) {
    var items: [MetadataItem] = []
    var notes = NoteList()
    var bytesLeft = maxBytes
    var offset = signature.count
    var isAfterPixels = false
    var rawProfiles = 0
    for _ in 0..<maxChunks {
      guard let chunk = try next(in: file, at: offset) else { break }
      offset = chunk.payload.upperBound + 4
      switch String(decoding: chunk.type, as: UTF8.self) {
      case "IDAT": isAfterPixels = true
      case "IEND": return (PictureMetadata(source: .png, items: items), notes.notes)
      case "acTL": notes.append("the picture is animated; its default image is taken")
      default: break
      }
      let isAncillary = chunk.type[0] & 0x20 != 0
      guard isAncillary else { continue }
      guard chunk.payload.count <= bytesLeft, items.count < maxItems else {
        notes.append("metadata beyond \(maxBytes >> 20) MiB or \(maxItems) chunks was left out")
        break
      }
      guard let payload = try checkedPayload(of: chunk, in: file) else {
        notes.append("a chunk of metadata has a wrong checksum and was left out")
        continue
      }
      rawProfiles += RawProfile.isNamed(payload) ? 1 : 0
      guard rawProfiles <= maxRawProfiles else {
        notes.append("metadata behind \(maxRawProfiles) raw profiles was left out")
        break
      }
      guard let item = PNGForm.item(type: chunk.type, payload, afterPixels: isAfterPixels) else { continue }
      if PNGForm.single.contains(item.kind), items.contains(where: { $0.kind == item.kind }) {
        notes.append("a second block of \(item.kind) was left out")
        continue
      }
      items.append(item)
      bytesLeft -= payload.count
    }
    return (PictureMetadata(source: .png, items: items), notes.notes)
  }

  /// The first bytes of the compressed pixels, however they are divided into chunks.
  static func pixels(of file: InputFile, atMost count: Int) throws(ImageError) -> [UInt8] {
    var pixels: [UInt8] = []
    var offset = signature.count
    for _ in 0..<maxChunks {
      guard pixels.count < count, let chunk = try next(in: file, at: offset) else { break }
      offset = chunk.payload.upperBound + 4
      guard chunk.type == Array("IDAT".utf8) else { continue }
      pixels += try file.bytes(
        at: chunk.payload.lowerBound, count: min(chunk.payload.count, count - pixels.count))
    }
    return pixels
  }

  /// The chunk of the XMP packet with length and checksum; without one the empty range in front of the pixels, where a
  /// new chunk belongs.
  static func packet(of file: InputFile) throws(ImageError) -> Range<Int> {
    var offset = signature.count
    var place: Int?
    for _ in 0..<maxChunks {
      guard let chunk = try next(in: file, at: offset) else { break }
      let whole = offset..<(chunk.payload.upperBound + 4)
      offset = whole.upperBound
      let keyword = PNGForm.xmpKeyword + [0]
      let start = try file.bytes(at: chunk.payload.lowerBound, count: min(chunk.payload.count, keyword.count))
      if ["tEXt", "zTXt", "iTXt"].contains(where: { chunk.type.elementsEqual($0.utf8) }), start == keyword {
        return whole
      }
      if place == nil, chunk.type == Array("IDAT".utf8) { place = whole.lowerBound }
    }
    let end = place ?? signature.count
    return end..<end
  }

  /// A chunk with its length and checksum.
  static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBigEndian32(payload.count)
    let covered = Array(type.utf8) + payload
    bytes += covered
    bytes.appendBigEndian32(Int(tt_zlib_crc(covered, covered.count)))
    return bytes
  }

  private struct Chunk {
    var type: [UInt8]
    var payload: Range<Int>
  }

  /// The chunk at `offset`; nil when the file ends before its checksum, and where the type is not four letters.
  private static func next(in file: InputFile, at offset: Int) throws(ImageError) -> Chunk? {
    guard offset + 12 <= file.size else { return nil }
    let head = try file.bytes(at: offset, count: 8)
    let end = offset + 8 + head.bigEndian32(at: 0)
    guard end + 4 <= file.size, head[4...].allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else { return nil }
    return Chunk(type: Array(head[4...]), payload: (offset + 8)..<end)
  }

  /// The payload; nil when its checksum is wrong.
  private static func checkedPayload(of chunk: Chunk, in file: InputFile) throws(ImageError) -> [UInt8]? {
    // The checksum also covers the type, which precedes the payload.
    let bytes = try file.bytes(at: chunk.payload.lowerBound - 4, count: chunk.payload.count + 8)
    let payloadEnd = bytes.count - 4
    guard tt_zlib_crc(bytes, payloadEnd) == UInt32(bytes.bigEndian32(at: payloadEnd)) else { return nil }
    return Array(bytes[4..<payloadEnd])
  }
}
