internal import CTintypeCodec

/// Encodes bands of a JPEG whose MCU rows end with restart markers.
final class JPEGBandEncoder: BandEncoder {
  private let library = tt_codec_of(TT_JPEG).pointee
  private let codec: UnsafeMutablePointer<tt_state>
  private var status: LibraryStatus
  private var settings: tt_settings
  private var rowsLeft = 0
  /// The number, 0 to 7, of the restart marker after the band's first MCU row.
  private var firstMarker: Int32 = 0

  /// - Parameter settings: those of the whole picture.
  init(_ settings: tt_settings) throws(ImageError) {
    status = try LibraryStatus(of: tt_jpeg_create_in_memory())
    codec = status.codec
    self.settings = settings
    self.settings.jfif = false
  }

  deinit { library.destroy(codec) }

  func begin(_ rows: Range<Int>) throws(ImageError) {
    settings.height = UInt32(rows.count)
    rowsLeft = rows.count
    firstMarker = Int32(rows.lowerBound / (8 * Int(settings.down)) & 7)
    try status.checkWriting(library.begin(codec, &settings))
  }

  func encode(_ rows: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError) {
    let format = PictureFormat(width: Int(settings.width), height: Int(settings.height), channels: 3, depth: .eight)
    requireRows(rows, of: format, rowBytes: rowBytes, within: source.count, rowsLeft: rowsLeft)
    guard rows > 0, let base = source.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    try status.checkWriting(library.append(codec, base, rowBytes, UInt32(rows)))
    rowsLeft -= rows
  }

  func end() throws(ImageError) -> UnsafeRawBufferPointer {
    precondition(rowsLeft == 0, "a band ends with \(rowsLeft) rows missing")
    var (bytes, count): (UnsafePointer<UInt8>?, Int) = (nil, 0)
    try status.checkWriting(library.end(codec))
    try status.checkWriting(tt_jpeg_scan(codec, firstMarker, &bytes, &count))
    return UnsafeRawBufferPointer(start: bytes, count: count)
  }

  /// A thumbnail as EXIF holds it in files of every format (EXIF 2.32, 4.5.8): a 4:2:0 JPEG without a JFIF header.
  ///
  /// - Parameter pixels: RGB of 8 bits, row by row.
  static func thumbnail(_ pixels: [UInt8], width: Int, height: Int, quality: Int) throws(ImageError) -> [UInt8] {
    let encoder = try JPEGBandEncoder(tt_settings(width, height, quality, 2, 2))
    try encoder.begin(0..<height)
    try pixels.withBytes { bytes throws(ImageError) in
      try encoder.encode(height, from: bytes, rowBytes: width * 3)
    }
    try encoder.status.checkWriting(encoder.library.end(encoder.codec))
    var (bytes, count): (UnsafePointer<UInt8>?, Int) = (nil, 0)
    tt_jpeg_file(encoder.codec, &bytes, &count)
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
