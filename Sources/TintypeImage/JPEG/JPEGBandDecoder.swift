internal import CTintypeJPEG

/// Decodes bands of a JPEG between its restart markers.
final class JPEGBandDecoder: BandDecoder {
  private let codec: OpaquePointer
  /// Open as long as the decoder reads from it.
  private let file: InputFile
  private let frame: JPEGBands
  /// Rows that are decoded and not wanted all fall here.
  private let unwanted: UnsafeMutableRawBufferPointer
  private var rowsLeft = 0
  private var rowsBelow = 0
  private var isLast = false

  init(_ file: InputFile, _ frame: JPEGBands) throws(ImageError) {
    guard let codec = tt_jpeg_band_reader_create(file.descriptor) else { throw ImageError(.limit, "out of memory") }
    self.codec = codec
    self.file = file
    self.frame = frame
    unwanted = .allocate(byteCount: frame.format.rowBytes, alignment: 64)
  }

  deinit {
    tt_jpeg_band_reader_destroy(codec)
    unwanted.deallocate()
  }

  func begin(_ rows: Range<Int>) throws(ImageError) {
    let steps = frame.rows.steps(for: rows)
    let decoded = frame.rows.rows(of: steps, wanted: rows)
    isLast = steps.upperBound == frame.rows.steps
    rowsLeft = rows.count
    rowsBelow = decoded.upperBound - rows.upperBound
    try start(steps, try frame.markers.data(of: steps), rows: decoded.count)
    try drop(rows.lowerBound - decoded.lowerBound)
  }

  private func start(_ steps: Range<Int>, _ data: Range<Int>, rows: Int) throws(ImageError) {
    var place = tt_jpeg_band_place()
    place.height_offset = Int64(frame.heightOffset)
    place.scan_offset = Int64(frame.scanOffset)
    (place.start, place.end) = (Int64(data.lowerBound), Int64(data.upperBound))
    (place.width, place.height) = (UInt32(frame.format.width), UInt32(rows))
    place.components = UInt32(frame.format.channels)
    place.first_marker = UInt32(steps.lowerBound * frame.rows.markersInStep & 7)
    try check(tt_jpeg_band_reader_start(codec, &place))
  }

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    requireRows(count, of: frame.format, rowBytes: rowBytes, within: destination.count, rowsLeft: rowsLeft)
    guard count > 0, let base = destination.baseAddress else { return }
    try check(tt_jpeg_band_reader_rows(codec, base.assumingMemoryBound(to: UInt8.self), rowBytes, UInt32(count)))
    rowsLeft -= count
  }

  func end() throws(ImageError) {
    precondition(rowsLeft == 0, "a band ends with \(rowsLeft) rows missing")
    try drop(rowsBelow)
    try check(tt_jpeg_band_reader_finish(codec))
    if isLast { try checkNothingIsLeft() }
  }

  /// Of the data behind the last marker libjpeg may hold a few bytes already and say nothing of them, or not. There are none too
  /// many if the rows lack something without the last one.
  private func checkNothingIsLeft() throws(ImageError) {
    let last = frame.rows.steps - 1..<frame.rows.steps
    let data = try frame.markers.data(of: last)
    guard data.count > 2 else { throw .notOnItsOwn }
    let isStuffed = try file.bytes(at: data.upperBound - 2, count: 2) == [0xFF, 0]
    let rows = frame.rows.rows(of: last, wanted: 0..<frame.rows.height)
    do throws(ImageError) {
      try start(last, data.lowerBound..<data.upperBound - (isStuffed ? 2 : 1), rows: rows.count)
      try drop(rows.count)
    } catch {
      return
    }
    throw .notOnItsOwn
  }

  private func drop(_ count: Int) throws(ImageError) {
    guard count > 0, let base = unwanted.baseAddress else { return }
    try check(tt_jpeg_band_reader_rows(codec, base.assumingMemoryBound(to: UInt8.self), 0, UInt32(count)))
  }

  private func check(_ isFlawless: Bool) throws(ImageError) {
    if !isFlawless { throw .notOnItsOwn }
  }
}
