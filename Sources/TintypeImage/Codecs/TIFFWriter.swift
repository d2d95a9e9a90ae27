/// Writes a TIFF: RGB or RGBA in deflated strips, each code as the difference to that of the pixel before (TIFF 6.0,
/// section 14), and floats byte by byte in this way, the highest bytes of a row first (Adobe Photoshop TIFF Technical
/// Notes 3, 2005).
///
/// ```
///  header and camera data | XMP | captions | profile | strips | directory | its values
///      └───────────────── the offset of the directory ─────────────┘
/// ```
/// The camera data are the beginning of the file, byte for byte, so that every offset in them stays valid; the
/// directory repeats the entries of theirs. Thumbnails are left out, because a TIFF would show them as a second page.
/// Equal input gives equal bytes from one version of zlib.
final class TIFFWriter: RowWriter, BandWriter {
  let format: PictureFormat
  let notes: [String]
  private let descriptor: Int32
  /// The camera data, at the beginning of the file.
  private let camera: EXIFBlock?
  private let isBigEndian: Bool
  private var fields: [TIFFBlock.Field] = []
  private var strips: [(offset: Int, size: Int)] = []
  private var end = 0
  private var rowsWritten = 0
  private let encoder: TIFFBandEncoder
  /// The rows of the strip that is not full yet.
  private var rowsHeld = 0

  /// Begins a file with the metadata.
  init(to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata) throws(ImageError) {
    (self.format, self.descriptor) = (format, descriptor)
    let (items, notes) = metadata.carried(into: .tiff)
    self.notes = notes
    var camera = items.first { $0.kind == .exif }.flatMap { EXIFBlock($0.payload) }
    camera?.dropThumbnail()
    self.camera = camera
    isBigEndian = camera?.isBigEndian ?? false
    encoder = TIFFBandEncoder(format, isBigEndian: isBigEndian)
    try append(camera?.bytes ?? TIFFBlock(isBigEndian: isBigEndian).bytes)
    func block(_ kind: MetadataItem.Kind) -> [UInt8] { items.filter { $0.kind == kind }.flatMap(\.payload) }
    let tags: [(Int, type: Int, block: [UInt8])] = [
      (TIFFTag.xmp, 1, block(.xmp)), (TIFFTag.photoshopResources, 1, block(.iptc)),
      // Many programs look for captions here only, and not in Photoshop's resources.
      (TIFFTag.captions, 7, PhotoshopResources.captions(in: block(.iptc)) ?? []),
      (TIFFTag.iccProfile, 7, block(.iccProfile)),
    ]
    for (tag, type, block) in tags where !block.isEmpty {
      // Short values lie in the directory.
      let place = block.count > 4 ? end : nil
      if place != nil { try append(block) }
      fields.append(TIFFBlock.Field(tag: tag, type: type, count: block.count, bytes: block, place: place))
    }
    if let density = items.first(where: { $0.kind == .density }).flatMap(TIFFForm.density(in:)) { add(density) }
  }

  /// The byte order of what is written.
  private var order: TIFFBlock { TIFFBlock(isBigEndian: isBigEndian) }

  private func add(_ tag: Int, _ values: [Int], bytes count: Int = 2) {
    fields.append(order.field(tag, values, bytes: count))
  }

  private func add(_ density: PixelDensity) {
    fields.append(order.rational(TIFFTag.resolutionAcross, density.x))
    fields.append(order.rational(TIFFTag.resolutionDown, density.y))
    add(TIFFTag.resolutionUnit, [density.unit == .ratio ? 1 : density.unit == .inch ? 2 : 3])
  }

  /// Appends bytes at an even offset.
  private func append(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    guard end + bytes.count < 0xFFFF_FFFF else { throw ImageError(.limit, "a TIFF has at most 4 GiB") }
    try writeAll(bytes, to: descriptor)
    end += bytes.count
    if end % 2 == 1 {
      try writeAll([0], to: descriptor)
      end += 1
    }
  }

  private func append(_ bytes: [UInt8]) throws(ImageError) {
    try bytes.withBytes { (bytes) throws(ImageError) in try append(bytes) }
  }

  // MARK: Rows and bands

  /// A strip: large enough for deflate's window, small enough for the cache.
  let bandRows = 32

  func bandEncoder() throws(ImageError) -> any BandEncoder { TIFFBandEncoder(format, isBigEndian: isBigEndian) }

  func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError) {
    requireRows(count, of: format, rowBytes: rowBytes, within: source.count, rowsLeft: format.height - rowsWritten)
    var first = 0
    while first < count {
      if rowsHeld == 0 { try encoder.begin(rowsWritten..<min(rowsWritten + bandRows, format.height)) }
      let rows = min(count - first, bandRows - rowsHeld)
      try encoder.encode(
        rows, from: UnsafeRawBufferPointer(rebasing: source[(first * rowBytes)...]), rowBytes: rowBytes)
      (rowsHeld, first, rowsWritten) = (rowsHeld + rows, first + rows, rowsWritten + rows)
      guard rowsHeld == bandRows || rowsWritten == format.height else { continue }
      try appendStrip(encoder.end())
      rowsHeld = 0
    }
  }

  func append(_ band: UnsafeRawBufferPointer, rows: Int) throws(ImageError) {
    precondition(rows <= format.height - rowsWritten, "the picture has \(format.height - rowsWritten) rows left")
    try appendStrip(band)
    rowsWritten += rows
  }

  private func appendStrip(_ strip: UnsafeRawBufferPointer) throws(ImageError) {
    strips.append((end, strip.count))
    try append(strip)
  }

  // MARK: Directory

  func finish() throws(ImageError) {
    precondition(rowsWritten == format.height, "\(rowsWritten) of \(format.height) rows were written")
    add(TIFFTag.newSubfileType, [0], bytes: 4)
    add(TIFFTag.width, [format.width], bytes: 4)
    add(TIFFTag.height, [format.height], bytes: 4)
    add(TIFFTag.bitsPerSample, [Int](repeating: format.depth.bits, count: format.channels))
    add(TIFFTag.compression, [8])  // deflate
    add(TIFFTag.photometric, [2])  // RGB
    add(TIFFTag.stripOffsets, strips.map(\.offset), bytes: 4)
    add(TIFFTag.samplesPerPixel, [format.channels])
    add(TIFFTag.rowsPerStrip, [bandRows], bytes: 4)
    add(TIFFTag.stripByteCounts, strips.map(\.size), bytes: 4)
    add(TIFFTag.planarConfiguration, [1])  // interleaved
    add(TIFFTag.predictor, [format.depth.isLight ? 3 : 2])  // differences of floats or of codes
    if format.depth.isLight { add(TIFFTag.sampleFormat, [Int](repeating: 3, count: format.channels)) }
    if format.hasAlpha { add(TIFFTag.extraSamples, [2]) }  // straight alpha
    let own = Set(fields.map(\.tag))
    fields += (camera?.fieldsOfMainDirectory() ?? []).filter { field in
      !own.contains(field.tag) && TIFFDirectory.subject(of: field.tag) != .pixels
    }
    if !fields.contains(where: { $0.tag == TIFFTag.orientation }) { add(TIFFTag.orientation, [1]) }
    let place = end
    var directory = TIFFBlock(isBigEndian: isBigEndian, from: place)
    _ = directory.append(fields)
    try append(directory.bytes)
    try writeAll(order.number(place, bytes: 4), to: descriptor, at: 4)
  }
}

extension EXIFBlock {
  /// The entries of the main directory, with the places of their values; those without values in the block are none.
  fileprivate func fieldsOfMainDirectory() -> [TIFFBlock.Field] {
    (mainDirectory?.entries ?? []).compactMap { entry in
      guard entry.isTypeKnown, entry.size <= 4 || valueRange(of: entry) != nil else { return nil }
      return TIFFBlock.Field(
        tag: entry.tag, type: entry.type, count: entry.count,
        bytes: Array(bytes[(entry.offset + 8)..<(entry.offset + 12)]),
        place: entry.size > 4 ? entry.place : nil)
    }
  }
}

/// Deflates strips of differences.
private final class TIFFBandEncoder: BandEncoder {
  private let format: PictureFormat
  /// Whether samples of 16 bits are turned round.
  private let swaps: Bool
  private var differences: [UInt8] = []
  /// Room for the deflated strip.
  private var deflated = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  init(_ format: PictureFormat, isBigEndian: Bool) {
    self.format = format
    swaps = format.depth == .sixteen && isBigEndian != (1.bigEndian == 1)
  }

  deinit { deflated.deallocate() }

  func begin(_ rows: Range<Int>) throws(ImageError) {
    differences.removeAll(keepingCapacity: true)
    differences.reserveCapacity(rows.count * format.rowBytes)
  }

  func encode(_ rows: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError) {
    let start = differences.count
    differences += [UInt8](repeating: 0, count: rows * format.rowBytes)
    differences.withUnsafeMutableBytes { result in
      for row in 0..<rows {
        let from = UnsafeRawBufferPointer(rebasing: source[(row * rowBytes)...].prefix(format.rowBytes))
        let place = start + row * format.rowBytes
        let to = UnsafeMutableRawBufferPointer(rebasing: result[place..<(place + format.rowBytes)])
        switch format.depth {
        case .eight: subtract(from, to, as: UInt8.self) { $0 }
        case .sixteen: subtract(from, to, as: UInt16.self) { swaps ? $0.byteSwapped : $0 }
        case .half, .float: subtractBytes(from, to)
        }
      }
    }
  }

  private func subtract<Sample: FixedWidthInteger & BitwiseCopyable>(
    _ from: UnsafeRawBufferPointer, _ to: UnsafeMutableRawBufferPointer, as type: Sample.Type,
    _ stored: (Sample) -> Sample
  ) {
    let size = MemoryLayout<Sample>.size
    for sample in 0..<(format.width * format.channels) {
      let value = from.loadUnaligned(fromByteOffset: sample * size, as: type)
      let before =
        sample < format.channels
        ? 0 : from.loadUnaligned(fromByteOffset: (sample - format.channels) * size, as: type)
      to.storeBytes(of: stored(value &- before), toByteOffset: sample * size, as: type)
    }
  }

  /// The bytes of all samples by their place, the highest first, each less the byte of the pixel before.
  private func subtractBytes(_ from: UnsafeRawBufferPointer, _ to: UnsafeMutableRawBufferPointer) {
    let (samples, size) = (format.width * format.channels, format.depth.bytes)
    let isLittle = 1.littleEndian == 1
    for place in 0..<size {
      let byte = isLittle ? size - 1 - place : place
      for sample in 0..<samples { to[place * samples + sample] = from[sample * size + byte] }
    }
    for index in stride(from: samples * size - 1, through: format.channels, by: -1) {
      to[index] &-= to[index - format.channels]
    }
  }

  /// Level 1, as for PNG: the size is near that of higher levels, at several times the speed.
  func end() throws(ImageError) -> UnsafeRawBufferPointer {
    let room = deflateBound(differences.count)
    if deflated.count < room {
      deflated.deallocate()
      deflated = .allocate(byteCount: room, alignment: 16)
    }
    let count = differences.withUnsafeBytes { deflate($0, into: deflated, level: 1) }
    return UnsafeRawBufferPointer(rebasing: deflated[..<count])
  }
}
