internal import CTintypeCodec
internal import CTintypePNG

/// libpng's decoder for one file.
final class PNGDecoder: PixelDecoder {
  /// Open as long as the decoder reads from it.
  private let file: InputFile
  private let codec: OpaquePointer
  private var status: LibraryStatus

  init(_ file: InputFile, _ onCorrupt: OnCorrupt) throws(ImageError) {
    guard let codec = tt_png_reader_create(file.descriptor, onCorrupt == .salvage) else {
      throw ImageError(.limit, "out of memory")
    }
    self.file = file
    self.codec = codec
    status = LibraryStatus(tt_png_reader_failure(codec))
  }

  deinit { tt_png_reader_destroy(codec) }

  func readHeader() throws(ImageError) -> PNGHeader {
    var header = tt_png_header()
    try status.checkReading(tt_png_reader_header(codec, &header))
    return PNGHeader(header)
  }

  func start() throws(ImageError) { try status.checkReading(tt_png_reader_start(codec)) }

  func readRows(_ count: Int, into rows: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    guard let base = rows.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    try status.checkReading(tt_png_reader_rows(codec, base, rowBytes, UInt32(count)))
  }

  func finish() throws(ImageError) { try status.checkReading(tt_png_reader_finish(codec)) }

  var loss: Loss? { status.loss }
  var notes: [String] { status.notes }
}
