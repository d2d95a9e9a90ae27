internal import CTintypeCodec
internal import CTintypeJPEG

/// Encodes bands of a JPEG whose MCU rows end with restart markers.
final class JPEGBandEncoder: BandEncoder {
  private let codec: OpaquePointer
  private var status: LibraryStatus
  private var settings: tt_jpeg_settings
  private var rowsLeft = 0
  /// Which of the eight restart markers follows the band's first MCU row.
  private var firstMarker: Int32 = 0

  /// - Parameter settings: those of the whole picture.
  init(_ settings: tt_jpeg_settings) throws(ImageError) {
    guard let codec = tt_jpeg_band_create() else { throw ImageError(.limit, "out of memory") }
    self.codec = codec
    status = LibraryStatus(tt_jpeg_band_failure(codec))
    self.settings = settings
    self.settings.jfif = false
  }

  deinit {
    tt_jpeg_band_destroy(codec)
  }

  func begin(_ rows: Range<Int>) throws(ImageError) {
    settings.height = UInt32(rows.count)
    rowsLeft = rows.count
    firstMarker = Int32(rows.lowerBound / (8 * Int(settings.down)) & 7)
    try check(tt_jpeg_band_start(codec, &settings))
  }

  func encode(_ rows: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError) {
    let format = PictureFormat(width: Int(settings.width), height: Int(settings.height), channels: 3, depth: .eight)
    requireRows(rows, of: format, rowBytes: rowBytes, within: source.count, rowsLeft: rowsLeft)
    guard rows > 0, let base = source.baseAddress else { return }
    try check(tt_jpeg_band_rows(codec, base.assumingMemoryBound(to: UInt8.self), rowBytes, UInt32(rows)))
    rowsLeft -= rows
  }

  func end() throws(ImageError) -> UnsafeRawBufferPointer {
    precondition(rowsLeft == 0, "a band ends with \(rowsLeft) rows missing")
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    try check(tt_jpeg_band_finish(codec, firstMarker, &bytes, &count))
    return UnsafeRawBufferPointer(start: bytes, count: count)
  }

  /// The finished band as a complete JPEG.
  var file: [UInt8] {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    tt_jpeg_band_file(codec, &bytes, &count)
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  private func check(_ call: @autoclosure () -> tt_status) throws(ImageError) { try status.checkWriting(call()) }
}
