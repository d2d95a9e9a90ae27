/// The thumbnail in camera data.
extension EXIFBlock {
  /// Replaces an existing thumbnail by room for a new one.
  ///
  /// The room is that of the old thumbnail if it is large enough, or if it ends the block and can grow; else it is
  /// appended to the block. No other byte moves, so offsets in maker notes stay valid. Until the room is filled, IFD1
  /// describes all of it as the thumbnail.
  /// - Returns: whether there is room; if not, nothing has changed.
  mutating func reserveThumbnail() -> Bool {
    guard let main = mainDirectory, let directory = directory(at: main.next),
      directory.offset != main.offset, directory.link + 4 <= bytes.count
    else { return false }
    let old = thumbnailRanges(directory)
    guard !old.isEmpty else { return false }
    let before = self
    let taken = keptRanges + [directory.range]
    let free = old.filter { range in !taken.contains { $0.overlaps(range) } }
    for range in free { for index in range { bytes[index] = 0 } }
    guard let offset = directory.find(TIFFTag.thumbnailOffset), let length = directory.find(TIFFTag.thumbnailBytes),
      let start = value(of: offset), let count = value(of: length)
    else {
      if appendThumbnailDirectory(linkedFrom: main.link) { return true }
      self = before
      return false
    }
    let canStay = free.contains(start..<start + count)
    if canStay {
      // Only padding may follow a thumbnail that grows.
      let isLast = bytes.count - start - count < 4 && bytes[(start + count)...].allSatisfy { $0 == 0 }
      if isLast { grow(to: start + Self.thumbnailRoom) }
      let room = isLast ? bytes.count - start : count
      if room >= Self.goodThumbnailRoom {
        setValue(room, of: length)
        return true
      }
    }
    let end = (bytes.count + 1) & ~1
    if grow(to: end + Self.thumbnailRoom) {
      setValue(end, of: offset)
      setValue(Self.thumbnailRoom, of: length)
      return true
    }
    if canStay, count >= Self.leastThumbnailRoom { return true }
    self = before
    return false
  }

  /// Appends an IFD1 for a JPEG: TIFF 6.0, EXIF 2.32 section 4.6.2.
  private mutating func appendThumbnailDirectory(linkedFrom link: Int) -> Bool {
    let end = (bytes.count + 1) & ~1
    let room = end + 94
    guard grow(to: room + Self.thumbnailRoom) else { return false }
    var block = TIFFBlock(isBigEndian: isBigEndian, from: end)
    // The standard requires a resolution; nobody uses it.
    _ = block.append([
      block.field(TIFFTag.compression, [6]), block.rational(TIFFTag.resolutionAcross, 72),
      block.rational(TIFFTag.resolutionDown, 72), block.field(TIFFTag.resolutionUnit, [2]),
      block.field(TIFFTag.thumbnailOffset, [room], bytes: 4),
      block.field(TIFFTag.thumbnailBytes, [Self.thumbnailRoom], bytes: 4),
    ])
    bytes.replaceSubrange(end..<room, with: block.bytes)
    set(link, to: end, bytes: 4)
    return true
  }

  /// The size of the room in bytes; nil without a thumbnail.
  var thumbnailRoom: Int? { thumbnailDirectory.flatMap(jpegRange)?.count }

  /// Writes a thumbnail into its room.
  mutating func fillThumbnail(_ jpeg: [UInt8], width: Int, height: Int) {
    guard let directory = thumbnailDirectory, let room = jpegRange(directory), jpeg.count <= room.count else { return }
    for index in room { bytes[index] = index - room.lowerBound < jpeg.count ? jpeg[index - room.lowerBound] : 0 }
    let values = [
      (TIFFTag.thumbnailBytes, jpeg.count), (TIFFTag.compression, 6), (TIFFTag.orientation, 1), (TIFFTag.width, width),
      (TIFFTag.height, height),
    ]
    for (tag, value) in values {
      if let entry = directory.find(tag) { setValue(value, of: entry) }
    }
  }

  /// Unlinks IFD1 and overwrites the thumbnail with zeros, or removes it if it ends the block.
  mutating func dropThumbnail() {
    guard let main = mainDirectory, main.link + 4 <= bytes.count else { return }
    let thumbnails = thumbnailDirectory.map(thumbnailRanges) ?? []
    let kept = keptRanges
    set(main.link, to: 0, bytes: 4)
    for thumbnail in thumbnails where !kept.contains(where: { $0.overlaps(thumbnail) }) {
      // The thumbnail of the iteration before may have been removed.
      for index in thumbnail.clamped(to: bytes.indices) { bytes[index] = 0 }
      let padding = bytes[min(thumbnail.upperBound, bytes.count)...]
      if padding.count < 4, padding.allSatisfy({ $0 == 0 }), thumbnail.lowerBound < bytes.count {
        bytes.removeSubrange(thumbnail.lowerBound...)
      }
    }
  }

  /// Enough for a thumbnail of 160 x 120 pixels at a good quality.
  private static let thumbnailRoom = 10_240

  /// Smaller room is replaced by new room at the end, if possible.
  private static let goodThumbnailRoom = 3_072

  /// The least room for a useful thumbnail.
  private static let leastThumbnailRoom = 1_024

  /// The limit of a JPEG segment, the lowest of all formats: 65,533 bytes with the prefix.
  private static let maxBytes = 65_533 - prefix.count

  /// Appends zeros; false if the block would exceed the limit.
  @discardableResult
  private mutating func grow(to count: Int) -> Bool {
    guard count <= Self.maxBytes else { return false }
    if count > bytes.count { bytes += [UInt8](repeating: 0, count: count - bytes.count) }
    return true
  }

  /// Ranges that a thumbnail may not overlap.
  private var keptRanges: [Range<Int>] {
    [0..<8] + [mainDirectory, exifDirectory].compactMap { $0?.range }
  }

  private var thumbnailDirectory: TIFFDirectory? { mainDirectory.flatMap { directory(at: $0.next) } }

  private func jpegRange(_ directory: TIFFDirectory) -> Range<Int>? {
    range(TIFFTag.thumbnailOffset, TIFFTag.thumbnailBytes, directory)
  }

  /// The ranges of the thumbnail's bytes: one JPEG, or one strip of uncompressed pixels.
  private func thumbnailRanges(_ directory: TIFFDirectory) -> [Range<Int>] {
    [
      range(TIFFTag.thumbnailOffset, TIFFTag.thumbnailBytes, directory),
      range(TIFFTag.stripOffsets, TIFFTag.stripByteCounts, directory),
    ]
    .compactMap { $0 }
  }

  func range(_ start: Int, _ length: Int, _ directory: TIFFDirectory) -> Range<Int>? {
    guard let from = directory.find(start).flatMap(value), from < bytes.count,
      let count = directory.find(length).flatMap(value)
    else { return nil }
    return from..<min(from + count, bytes.count)
  }
}
