/// What the decoders of a JPEG's bands share.
struct JPEGBands {
  /// The shape of the whole picture's rows.
  let format: PictureFormat
  let rows: JPEGRows
  let markers: RestartMarkers
  let heightOffset: Int
  let scanOffset: Int

  /// Nil for a file whose rows depend on those above them.
  ///
  /// Baseline and extended sequential pictures with one scan, Huffman coding, and restart markers where rows of blocks begin.
  /// Whether the markers are there is seen as the bands are asked for.
  init?(_ file: InputFile, _ header: JPEGHeader, _ format: PictureFormat) {
    guard let rows = JPEGRows(header), let heightOffset = try? JPEGSegments.heightOffset(of: file),
      let height = try? file.bytes(at: heightOffset, count: 2), height.bigEndian16(at: 0) == header.height
    else { return nil }
    (self.format, self.rows, self.heightOffset) = (format, rows, heightOffset)
    scanOffset = header.scanOffset
    markers = RestartMarkers(file, rows, from: scanOffset)
  }
}
