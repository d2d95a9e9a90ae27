internal import CTintypeCodec
internal import CTintypeJPEG

/// libjpeg's decoder for one file.
final class JPEGDecoder: PixelDecoder {
  /// Open as long as the decoder reads from it.
  private let file: InputFile
  private let codec: OpaquePointer
  private var status: LibraryStatus

  init(_ file: InputFile, _ onCorrupt: OnCorrupt) throws(ImageError) {
    guard let codec = tt_jpeg_reader_create(file.descriptor, onCorrupt == .salvage) else {
      throw ImageError(.limit, "out of memory")
    }
    self.file = file
    self.codec = codec
    status = LibraryStatus(tt_jpeg_reader_failure(codec))
  }

  deinit { tt_jpeg_reader_destroy(codec) }

  func readHeader() throws(ImageError) -> JPEGHeader {
    var header = tt_jpeg_header()
    try status.checkReading(tt_jpeg_reader_header(codec, &header))
    return JPEGHeader(header)
  }

  /// An eighth, a quarter and a half: each block of 8 x 8 samples is made from its lowest frequencies.
  private static let eighths = [1, 2, 4]

  func smallerSizes(of format: PictureFormat) -> [(width: Int, height: Int)] {
    Self.eighths.map { ((format.width * $0 + 7) / 8, (format.height * $0 + 7) / 8) }
  }

  func scale(to index: Int) throws(ImageError) -> (width: Int, height: Int) {
    var (width, height): (UInt32, UInt32) = (0, 0)
    try status.checkReading(tt_jpeg_reader_scale(codec, UInt32(Self.eighths[index]), &width, &height))
    return (Int(width), Int(height))
  }

  func start() throws(ImageError) { try status.checkReading(tt_jpeg_reader_start(codec)) }

  func readRows(_ count: Int, into rows: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    guard let base = rows.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    try status.checkReading(tt_jpeg_reader_rows(codec, base, rowBytes, UInt32(count)))
  }

  func finish() throws(ImageError) { try status.checkReading(tt_jpeg_reader_finish(codec)) }

  var loss: Loss? { status.loss }
  var notes: [String] { status.notes }
}
