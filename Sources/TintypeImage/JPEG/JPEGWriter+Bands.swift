internal import CTintypeJPEG

/// Bands of eight rows of blocks: restart markers count from 0 to 7, so the next band begins with 0 again.
extension JPEGWriter: BandWriter {
  /// Rows of eight rows of blocks.
  public var bandRows: Int { 8 * 8 * Int(settings.down) }

  /// An encoder for one thread.
  public func bandEncoder() throws(ImageError) -> any BandEncoder { try JPEGBandEncoder(settings) }

  /// Puts the next band behind the others; see `BandWriter`.
  public func append(_ band: UnsafeRawBufferPointer, rows: Int) throws(ImageError) {
    precondition(rows <= format.height - rowsWritten, "the picture has \(format.height - rowsWritten) rows left")
    precondition(format.height > bandRows, "a picture of one band is written by rows")
    if rowsWritten == 0 {
      try check(tt_jpeg_writer_begin_bands(codec))
      isInBands = true
    } else {
      try appendMarker(0xD7)  // RST7
    }
    try check(tt_jpeg_writer_append(codec, band.baseAddress?.assumingMemoryBound(to: UInt8.self), band.count))
    rowsWritten += rows
    if rowsWritten == format.height { try appendMarker(0xD9) }  // EOI
  }

  private func appendMarker(_ code: UInt8) throws(ImageError) {
    try check(tt_jpeg_writer_append(codec, [0xFF, code], 2))
  }
}
