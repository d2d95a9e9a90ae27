internal import CTintypeCodec
internal import CTintypeJPEG

/// Writes a baseline JPEG: JFIF or EXIF, standard Huffman tables, slow integer DCT, a restart marker after each MCU
/// row.
///
/// Equal input gives equal bytes.
public final class JPEGWriter: RowWriter {
  /// The largest width and height, in pixels.
  public static let maxSide = 65_500

  /// The shape of the rows it takes.
  public let format: PictureFormat
  /// The metadata that the format could not hold, each a sentence.
  public let notes: [String]
  let codec: OpaquePointer
  let settings: tt_jpeg_settings
  var rowsWritten = 0
  /// Whether the rows came as bands.
  var isInBands = false
  private var status: LibraryStatus
  private let descriptor: Int32
  private var exif = EXIFSlot()

  /// Begins a file with its header and metadata.
  ///
  /// - Parameters:
  ///   - descriptor: where the bytes go; stays open until `finish` has returned.
  ///   - format: RGB of 8 bits.
  ///   - metadata: what to carry; a JPEG's own segments go byte for byte. A JFIF header is written unless they come
  ///     from a JPEG that has none.
  ///   - quality: 1 to 100, as libjpeg counts.
  ///   - subsampling: the resolution of chroma; what cannot be written becomes full resolution.
  /// - Throws: `.limit` for a side above `maxSide`, `.io` when the disk is full.
  public init(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata = PictureMetadata(), quality: Int = 95,
    subsampling: ChromaSubsampling = .full444
  ) throws(ImageError) {
    precondition(format.channels == 3 && format.depth == .eight, "a JPEG holds RGB of 8 bits")
    precondition((1...100).contains(quality), "quality is 1 to 100")
    guard max(format.width, format.height) <= JPEGWriter.maxSide else {
      throw ImageError(.limit, "\(format.width) x \(format.height) is too large for a JPEG: \(maxSideText)")
    }
    guard let codec = tt_jpeg_writer_create(descriptor) else { throw ImageError(.limit, "out of memory") }
    self.codec = codec
    status = LibraryStatus(tt_jpeg_writer_failure(codec))
    self.format = format
    self.descriptor = descriptor
    let carried = metadata.carried(into: .jpeg)
    notes = carried.notes
    var settings = tt_jpeg_settings()
    settings.width = UInt32(format.width)
    settings.height = UInt32(format.height)
    settings.quality = Int32(quality)
    settings.across = UInt8(subsampling.lumaFactors.across)
    settings.down = UInt8(subsampling.lumaFactors.down)
    settings.setHeader(from: carried.items, isRequired: metadata.source != .jpeg)
    self.settings = settings
    try check(tt_jpeg_writer_start(codec, &settings))
    // After SOI and JFIF's header.
    var offset = settings.jfif ? 20 : 2
    for item in carried.items where item.kind != .density {
      exif.note(item, at: offset + 4)
      offset += 4 + item.payload.count
      try writeSegment(item)
    }
  }

  deinit {
    tt_jpeg_writer_destroy(codec)
  }

  /// Encodes the next `count` rows; see `RowWriter`.
  public func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError) {
    requireRows(count, of: format, rowBytes: rowBytes, within: source.count, rowsLeft: format.height - rowsWritten)
    guard count > 0, let base = source.baseAddress else { return }
    try check(tt_jpeg_writer_rows(codec, base.assumingMemoryBound(to: UInt8.self), rowBytes, UInt32(count)))
    rowsWritten += count
  }

  /// Ends the file; see `RowWriter`.
  public func finish() throws(ImageError) {
    precondition(rowsWritten == format.height, "\(rowsWritten) of \(format.height) rows were written")
    if isInBands { return }
    try check(tt_jpeg_writer_finish(codec))
  }

  /// Overwrites the camera data; see `RowWriter`.
  public func replaceExif(with block: [UInt8]) throws(ImageError) {
    guard let (item, offset) = exif.replaced(with: block) else { return }
    try overwrite(item.payload, at: offset, of: descriptor)
  }

  private func writeSegment(_ item: MetadataItem) throws(ImageError) {
    guard let marker = item.segmentMarker else { return }
    try check(tt_jpeg_writer_segment(codec, Int32(marker), item.payload, item.payload.count))
  }

  func check(_ call: @autoclosure () -> tt_status) throws(ImageError) { try status.checkWriting(call()) }
}

private let maxSideText = "a side has at most \(JPEGWriter.maxSide) pixels"

extension tt_jpeg_settings {
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
