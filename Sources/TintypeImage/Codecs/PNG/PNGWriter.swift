internal import CTintypeCodec
internal import CTintypePNG

/// Writes a PNG: RGB or RGBA, 8 or 16 bits, not interlaced, without a new time stamp.
///
/// Equal input gives equal bytes from one version of zlib.
public final class PNGWriter: RowWriter {
  /// The shape of the rows it takes.
  public let format: PictureFormat
  /// The metadata that the format could not hold, each a sentence.
  public let notes: [String]
  private let codec: OpaquePointer
  private let itemsAfterPixels: [MetadataItem]
  private var rowsWritten = 0
  private var status: LibraryStatus
  private let descriptor: Int32
  private var exif = EXIFSlot()

  /// Begins a file with its header and the metadata that precedes the pixels.
  ///
  /// - Parameters:
  ///   - descriptor: where the bytes go; stays open until `finish` has returned.
  ///   - format: the shape of the rows, which the file keeps.
  ///   - metadata: what to carry; a PNG's own chunks go byte for byte.
  ///   - level: zlib's, 1 for speed to 9 for size.
  /// - Throws: `.io` when the disk is full, `.limit` without memory.
  public init(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata = PictureMetadata(), level: Int = 1
  ) throws(ImageError) {
    precondition((1...9).contains(level), "level is 1 to 9")
    guard max(format.width, format.height) <= 0x7FFF_FFFF else {
      throw ImageError(.limit, "\(format.width) x \(format.height) is too large for a PNG")
    }
    guard let codec = tt_png_writer_create(descriptor) else { throw ImageError(.limit, "out of memory") }
    self.codec = codec
    status = LibraryStatus(tt_png_writer_failure(codec))
    self.format = format
    self.descriptor = descriptor
    let carried = metadata.carried(into: .png)
    notes = carried.notes
    itemsAfterPixels = carried.items.filter(\.place.isAfterPixels)
    var settings = tt_png_settings()
    settings.width = UInt32(format.width)
    settings.height = UInt32(format.height)
    settings.depth = UInt8(format.depth.rawValue)
    settings.alpha = format.hasAlpha
    settings.level = UInt8(level)
    try status.checkWriting(tt_png_writer_start(codec, &settings))
    // After the signature and IHDR.
    var offset = 33
    for item in carried.items where !item.place.isAfterPixels {
      exif.note(item, at: offset + 8)
      offset += 12 + item.payload.count
      try writeChunk(item)
    }
  }

  deinit {
    tt_png_writer_destroy(codec)
  }

  /// Encodes the next `count` rows; see `RowWriter`.
  public func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError) {
    requireRows(count, of: format, rowBytes: rowBytes, within: source.count, rowsLeft: format.height - rowsWritten)
    guard count > 0, let base = source.baseAddress else { return }
    try status.checkWriting(
      tt_png_writer_rows(codec, base.assumingMemoryBound(to: UInt8.self), rowBytes, UInt32(count)))
    rowsWritten += count
  }

  /// Ends the file; see `RowWriter`.
  public func finish() throws(ImageError) {
    precondition(rowsWritten == format.height, "\(rowsWritten) of \(format.height) rows were written")
    for item in itemsAfterPixels { try writeChunk(item) }
    try status.checkWriting(tt_png_writer_finish(codec))
  }

  /// Overwrites the camera data in front of the pixels; see `RowWriter`.
  public func replaceExif(with block: [UInt8]) throws(ImageError) {
    guard let (item, offset) = exif.replaced(with: block) else { return }
    var bytes = item.place.tag + item.payload
    bytes.appendBigEndian32(Int(tt_png_crc(bytes, bytes.count)))
    try overwrite(bytes, at: offset - 4, of: descriptor)
  }

  private func writeChunk(_ item: MetadataItem) throws(ImageError) {
    guard let type = item.chunkType else { return }
    try status.checkWriting(tt_png_writer_chunk(codec, type, item.payload, item.payload.count))
  }
}
