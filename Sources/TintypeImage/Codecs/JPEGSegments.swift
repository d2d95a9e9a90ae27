/// What the segments of a JPEG hold, from its start to the first scan.
struct JPEGSegments {
  /// The items in file order, without those that must not be copied into another file.
  private(set) var metadata = PictureMetadata(source: .jpeg, items: [])

  /// Notes on what was left out.
  private(set) var notes = NoteList()

  /// The pictures behind this one; nil without a list of them.
  private(set) var multiPicture: MultiPicture?

  /// The formula of the gain map that this picture is, or empty for the base of one; nil for others.
  private(set) var gainMap: [UInt8]?

  /// The limits on metadata, so that a file cannot fill memory with it.
  static let maxBytes = 64 << 20
  static let maxItems = 4_096

  /// Reads them. Stops where the structure breaks, without a note: the decoder reports that.
  ///
  /// - Parameters:
  ///   - start: where the JPEG begins in the file.
  ///   - maxBytes: the most bytes of metadata.
  init(of file: InputFile, at start: Int = 0, maxBytes: Int = Self.maxBytes) throws(ImageError) {
    var bytesLeft = maxBytes
    var offset = start + 2
    while let segment = try Self.next(in: file, from: &offset) {
      offset = segment.payload.upperBound
      guard Self.isMetadata(segment.marker) else { continue }
      guard segment.payload.count <= bytesLeft, metadata.items.count < Self.maxItems else {
        notes.append("metadata beyond \(maxBytes >> 20) MiB or \(Self.maxItems) segments was left out")
        break
      }
      let payload = try file.bytes(at: segment.payload.lowerBound, count: segment.payload.count)
      bytesLeft -= payload.count
      if let kind = JPEGForm.kind(marker: segment.marker, payload) {
        metadata.items.append(MetadataItem(kind, at: .segment(marker: segment.marker), payload))
      } else if payload.starts(with: MultiPicture.prefix) {
        let place = segment.payload.lowerBound
        multiPicture = multiPicture ?? MultiPicture(payload, at: place, fileBytes: file.size)
      } else if payload.starts(with: GainMap.segmentPrefix), gainMap?.isEmpty ?? true {
        let content = payload.dropFirst(GainMap.segmentPrefix.count)
        gainMap = content.count > GainMap.versionBytes ? Array(content) : []
      }
    }
  }

  /// The first bytes from the first scan on, at most to the end of the picture.
  static func scans(of file: InputFile, atMost count: Int) throws(ImageError) -> [UInt8] {
    var offset = 2
    while let segment = try next(in: file, from: &offset) { offset = segment.payload.upperBound }
    let bytes = try file.bytes(at: min(offset, file.size), count: min(count, max(file.size - offset, 0)))
    // Behind the end there may be other pictures and what programs append.
    let end = bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 }
    return Array(bytes[..<(end ?? bytes.count)])
  }

  /// The segment of the XMP packet, marker included; without one the empty range behind the camera data, where a new
  /// segment belongs.
  static func packet(of file: InputFile) throws(ImageError) -> Range<Int> {
    var (offset, place) = (2, 2)
    while let segment = try next(in: file, from: &offset) {
      let whole = offset..<segment.payload.upperBound
      offset = whole.upperBound
      let longest = max(JPEGForm.prefix(of: .xmp).count, EXIFBlock.prefix.count)
      let start = try file.bytes(at: segment.payload.lowerBound, count: min(segment.payload.count, longest))
      switch isMetadata(segment.marker) ? JPEGForm.kind(marker: segment.marker, start) : .other {
      case .xmp: return whole
      case .density, .exif: place = whole.upperBound
      default: break
      }
    }
    return place..<place
  }

  /// APPn and COM.
  static func isMetadata(_ marker: UInt8) -> Bool {
    (0xE0...0xEF).contains(marker) || marker == 0xFE
  }

  /// The next segment with a length; nil at the first scan, at the end, and after more than `maxGap` other bytes. The
  /// offset moves to its marker.
  private static func next(
    in file: InputFile, from offset: inout Int
  ) throws(ImageError) -> (marker: UInt8, payload: Range<Int>)? {
    let start = offset
    while offset + 4 <= file.size, offset - start <= maxGap {
      let head = try file.bytes(at: offset, count: 4)
      guard head[0] == 0xFF, head[1] != 0 else {
        guard let marker = try marker(in: file, behind: offset) else { return nil }
        offset = marker
        continue
      }
      switch head[1] {
      case 0xFF:  // a fill byte
        offset += 1
      case 0x01, 0xD0...0xD8:  // markers without a length
        offset += 2
      case 0xD9, 0xDA:  // end, first scan
        return nil
      default:
        let end = offset + 2 + head.bigEndian16(at: 2)
        guard end >= offset + 4, end <= file.size else { return nil }
        return (head[1], (offset + 4)..<end)
      }
    }
    return nil
  }

  /// The offset of the next marker after bytes that belong to no segment, which libjpeg skips, too; nil beyond
  /// `maxGap`.
  private static func marker(in file: InputFile, behind start: Int) throws(ImageError) -> Int? {
    let bytes = try file.bytes(at: start, count: min(maxGap, file.size - start))
    return bytes.indices.dropLast().first { index in
      bytes[index] == 0xFF && bytes[index + 1] != 0 && bytes[index + 1] != 0xFF
    }.map { start + $0 }
  }

  /// The most bytes between two segments that are skipped. Reading them one by one takes a call each.
  private static let maxGap = 4_096
}
