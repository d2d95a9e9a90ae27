/// Collects the metadata of a JPEG from its segments, from the start to the first scan.
enum JPEGSegments {
  /// The limits on metadata, so that a file cannot fill memory or time with it.
  static let maxBytes = 64 << 20
  static let maxItems = 4_096
  static let maxMarkers = 100_000

  /// The items in file order, and notes on what was left out.
  ///
  /// Stops where the structure breaks, without a note: the decoder reports that.
  static func metadata(of file: InputFile) throws(ImageError) -> (metadata: PictureMetadata, notes: [String]) {
    var items: [MetadataItem] = []
    var notes = NoteList()
    var bytesLeft = maxBytes
    var offset = 2
    for _ in 0..<maxMarkers {
      guard let segment = try next(in: file, from: offset) else { break }
      offset = segment.payload.upperBound
      guard isMetadata(segment.marker) else { continue }
      guard segment.payload.count <= bytesLeft, items.count < maxItems else {
        notes.append("metadata beyond \(maxBytes >> 20) MiB or \(maxItems) segments was left out")
        break
      }
      let payload = try file.bytes(at: segment.payload.lowerBound, count: segment.payload.count)
      if let kind = JPEGForm.kind(marker: segment.marker, payload) {
        items.append(MetadataItem(kind, at: .segment(marker: segment.marker), payload))
        bytesLeft -= payload.count
      } else if JPEGForm.isMultiPicture(payload) {
        notes.append("the file holds further pictures, which are left out")
      }
    }
    return (PictureMetadata(source: .jpeg, items: items), notes.notes)
  }

  private static func isMetadata(_ marker: UInt8) -> Bool {
    (JPEGForm.Marker.app0...JPEGForm.Marker.app15).contains(marker) || marker == JPEGForm.Marker.comment
  }

  /// The next marker and what belongs to it; nil at the first scan, at the end, and where no segment begins.
  private static func next(
    in file: InputFile, from start: Int
  ) throws(ImageError) -> (marker: UInt8, payload: Range<Int>)? {
    var offset = start
    while offset + 4 <= file.size {
      let head = try file.bytes(at: offset, count: 4)
      switch (head[0], head[1]) {
      case (0xFF, 0x01), (0xFF, 0xD0...0xD8):  // markers without a length
        return (head[1], (offset + 2)..<(offset + 2))
      case (0xFF, 0xD9), (0xFF, 0xDA):  // end, first scan
        return nil
      case (0xFF, 0x02...0xFE):
        let end = offset + 2 + head.bigEndian16(at: 2)
        guard end >= offset + 4, end <= file.size else { return nil }
        return (head[1], (offset + 4)..<end)
      default:  // fill bytes among them
        guard let marker = try marker(in: file, behind: offset) else { return nil }
        offset = marker
      }
    }
    return nil
  }

  /// The offset of the next marker after bytes that belong to no segment, which libjpeg skips, too; nil if there is
  /// none within `maxGap` bytes.
  private static func marker(in file: InputFile, behind start: Int) throws(ImageError) -> Int? {
    let bytes = try file.bytes(at: start, count: min(maxGap, file.size - start))
    return bytes.indices.dropLast().first { index in
      bytes[index] == 0xFF && bytes[index + 1] != 0 && bytes[index + 1] != 0xFF
    }.map { start + $0 }
  }

  /// The most bytes between two segments that are skipped.
  private static let maxGap = 4_096
}
