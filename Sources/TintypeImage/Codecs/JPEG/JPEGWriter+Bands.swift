internal import CTintypeJPEG

/// Bands of a few MCU rows. The next one of the eight restart markers follows each MCU row.
extension JPEGWriter: BandWriter {
  /// Pixel rows in an MCU row.
  private var mcuRowHeight: Int { 8 * Int(settings.down) }

  /// A band and its encoded bytes fit into the second-level cache.
  public var bandRows: Int { 4 * mcuRowHeight }

  /// An encoder for one thread.
  public func bandEncoder() throws(ImageError) -> any BandEncoder { try JPEGBandEncoder(settings) }

  /// Appends the next band; see `BandWriter`.
  public func append(_ band: UnsafeRawBufferPointer, rows: Int) throws(ImageError) {
    precondition(rows <= format.height - rowsWritten, "the picture has \(format.height - rowsWritten) rows left")
    precondition(format.height > bandRows, "a picture of one band is written by rows")
    if rowsWritten == 0 {
      try check(tt_jpeg_writer_begin_bands(codec))
      isInBands = true
    } else {
      try appendMarker(0xD0 + UInt8((rowsWritten / mcuRowHeight - 1) & 7))
    }
    try check(tt_jpeg_writer_append(codec, band.baseAddress?.assumingMemoryBound(to: UInt8.self), band.count))
    rowsWritten += rows
    if rowsWritten == format.height { try appendMarker(0xD9) }  // EOI
  }

  private func appendMarker(_ code: UInt8) throws(ImageError) {
    try check(tt_jpeg_writer_append(codec, [0xFF, code], 2))
  }
}
