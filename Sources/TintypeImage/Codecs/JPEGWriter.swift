internal import CTintypeCodec

/// Writes a baseline JPEG: JFIF or EXIF, standard Huffman tables, slow integer DCT, a restart marker after each MCU
/// row.
///
/// Equal input gives equal bytes. A band is a few MCU rows; the restart markers continue from band to band.
final class JPEGWriter: LibraryWriter, BandWriter {
  private var settings = tt_settings()
  /// Holds the blocks that are moved.
  private var source: LibraryDecoder?

  /// libjpeg's JPEG_MAX_DIMENSION.
  private static let maxSide = 65_500

  /// Begins a file of RGB of 8 bits with its header and metadata; a JPEG's own segments go byte for byte.
  ///
  /// A JFIF header is written unless the metadata come from a JPEG that has none.
  init(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata, _ options: EncodingOptions
  ) throws(ImageError) {
    precondition(format.channels == 3 && format.depth == .eight, "a JPEG holds RGB of 8 bits")
    precondition((1...100).contains(options.quality), "quality is 1 to 100")
    guard max(format.width, format.height) <= Self.maxSide else {
      throw ImageError(
        .limit,
        "\(format.width) x \(format.height) is too large for a JPEG: a side has at most \(Self.maxSide) pixels")
    }
    let factors = options.subsampling.lumaFactors
    try super.init(.jpeg, to: descriptor, format, metadata)
    settings = tt_settings(format.width, format.height, options.quality, factors.across, factors.down)
    settings.setHeader(from: items, isRequired: metadata.source != .jpeg)
    try begin(settings)
    // The segments follow SOI and the JFIF header; marker and length precede a payload.
    try write(items.filter { $0.kind != .density }, at: settings.jfif ? 20 : 2, head: 4, tail: 0)
  }

  /// Begins a file of another one's blocks: with its tables of quantization, and its colors.
  init(
    to descriptor: Int32, moving move: BlockMove, of decoder: LibraryDecoder, metadata: PictureMetadata
  ) throws(ImageError) {
    let (width, height) = move.size
    try super.init(
      .jpeg, to: descriptor,
      PictureFormat(width: width, height: height, channels: 3, depth: .eight), metadata)
    rowsWritten = height
    settings.setHeader(from: items, isRequired: false)
    var placing = tt_jpeg_move(
      left: UInt32(move.columns.lowerBound), top: UInt32(move.rows.lowerBound),
      width: UInt32(move.columns.count), height: UInt32(move.rows.count),
      exchanges_axes: move.orientation.exchangesAxes, from_right: move.orientation.countsFromRight,
      from_bottom: move.orientation.countsFromBottom)
    var start = 0
    try decoder.check { tt_jpeg_read_blocks($0) }
    try decoder.lend { (reader) throws(ImageError) in
      try check(tt_jpeg_begin_moved(codec, reader, &placing, &settings, &start))
    }
    source = decoder
    try write(items.filter { $0.kind != .density }, at: start, head: 4, tail: 0)
  }

  // MARK: Bands

  /// Pixel rows in an MCU row.
  private var mcuRowHeight: Int { 8 * Int(settings.down) }

  /// A band and its encoded bytes fit into the second-level cache.
  var bandRows: Int { 4 * mcuRowHeight }

  func bandEncoder() throws(ImageError) -> any BandEncoder { try JPEGBandEncoder(settings) }

  func append(_ band: UnsafeRawBufferPointer, rows: Int) throws(ImageError) {
    precondition(rows <= format.height - rowsWritten, "the picture has \(format.height - rowsWritten) rows left")
    precondition(format.height > bandRows, "a picture of one band is written by rows")
    if rowsWritten == 0 {
      try check(tt_jpeg_begin_bands(codec))
    } else {
      try appendMarker(0xD0 + UInt8((rowsWritten / mcuRowHeight - 1) & 7))
    }
    try check(tt_jpeg_append_band(codec, band.baseAddress?.assumingMemoryBound(to: UInt8.self), band.count))
    rowsWritten += rows
    guard rowsWritten == format.height else { return }
    try appendMarker(0xD9)  // EOI
    isEnded = true
  }

  private func appendMarker(_ code: UInt8) throws(ImageError) {
    try check(tt_jpeg_append_band(codec, [0xFF, code], 2))
  }
}

extension tt_settings {
  init(_ width: Int, _ height: Int, _ quality: Int, _ across: Int, _ down: Int) {
    self.init()
    (self.width, self.height, self.quality) = (UInt32(width), UInt32(height), UInt8(quality))
    (self.across, self.down) = (UInt8(across), UInt8(down))
  }

  /// A JFIF header with the density of the items. Without a density there is no header, unless it is required.
  fileprivate mutating func setHeader(from items: [MetadataItem], isRequired: Bool) {
    let header = items.first { $0.kind == .density }
    let density = header.flatMap(JPEGForm.density) ?? PixelDensity(.ratio, x: 1, y: 1)
    jfif = header != nil || isRequired
    (jfif_major, jfif_minor) = (1, 1)
    if let payload = header?.payload, payload.count >= 7 { (jfif_major, jfif_minor) = (payload[5], payload[6]) }
    density_unit = density.unit.rawValue
    density_x = UInt16(clamping: density.x)
    density_y = UInt16(clamping: density.y)
  }
}
