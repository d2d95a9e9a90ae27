internal import CTintypeCodec

/// Writes a PNG: RGB or RGBA, 8 or 16 bits, not interlaced, without a new time stamp.
///
/// Equal input gives equal bytes from one version of zlib.
final class PNGWriter: LibraryWriter {
  /// Begins a file with its header and the metadata that precede the pixels; a PNG's own chunks go byte for byte.
  ///
  /// - Parameter range: how samples are coded, as a chunk cICP states before all others; nil for what the metadata say.
  init(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata, _ range: HighDynamicRange? = nil
  ) throws(ImageError) {
    guard max(format.width, format.height) <= 0x7FFF_FFFF else {
      throw ImageError(.limit, "\(format.width) x \(format.height) is too large for a PNG")
    }
    try super.init(.png, to: descriptor, format, metadata)
    try begin(tt_settings(format))
    // The chunks follow the signature and IHDR; length and type precede a payload, a checksum follows it.
    let stated = range.map { range in
      // Primaries, transfer, RGB itself, full range (PNG, third edition, 11.3.2.6).
      let points = [CodePoints.rec2020, range.transfer, 0, 1].map { UInt8($0) }
      return MetadataItem(.color, at: .chunk(type: Array("cICP".utf8), afterPixels: false), points)
    }
    try write([stated].compactMap { $0 } + items.filter { !$0.place.isAfterPixels }, at: 33, head: 8, tail: 4)
  }

  override func finish() throws(ImageError) {
    for item in items where item.place.isAfterPixels { try write(item) }
    try super.finish()
  }

  override func overwrite(_ item: MetadataItem, at offset: Int, of descriptor: Int32) throws(ImageError) {
    var bytes = item.place.tag + item.payload
    bytes.appendBigEndian32(Int(tt_zlib_crc(bytes, bytes.count)))
    try writeAll(bytes, to: descriptor, at: offset - 4)
  }
}
