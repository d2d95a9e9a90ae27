internal import CTintypeJPEG

/// libjpeg's decoder for one file. The first failure is final: every later call repeats it.
final class JPEGDecoder {
  /// Open as long as the decoder reads from it.
  private let file: InputFile
  private let codec: OpaquePointer
  private var failure: ImageError?

  init(_ file: InputFile, _ onCorrupt: OnCorrupt) throws(ImageError) {
    guard let codec = tt_jpeg_reader_create(file.descriptor, onCorrupt == .salvage) else {
      throw ImageError(.limit, "out of memory")
    }
    self.file = file
    self.codec = codec
  }

  deinit {
    tt_jpeg_reader_destroy(codec)
  }

  func readHeader() throws(ImageError) -> JPEGHeader {
    var header = tt_jpeg_header()
    try check { tt_jpeg_reader_header($0, &header) }
    return JPEGHeader(header)
  }

  /// Chooses a smaller picture; its size.
  func scale(toEighths eighths: Int) throws(ImageError) -> (width: Int, height: Int) {
    var (width, height): (UInt32, UInt32) = (0, 0)
    try check { tt_jpeg_reader_scale($0, UInt32(eighths), &width, &height) }
    return (Int(width), Int(height))
  }

  func start() throws(ImageError) {
    try check { tt_jpeg_reader_start($0) }
  }

  /// The buffer has room for the rows: `requireRows` has seen to it.
  func readRows(_ count: Int, into rows: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    guard count > 0, let base = rows.baseAddress else { return }
    try check { tt_jpeg_reader_rows($0, base.assumingMemoryBound(to: UInt8.self), rowBytes, UInt32(count)) }
  }

  func finish() throws(ImageError) {
    try check { tt_jpeg_reader_finish($0) }
  }

  /// What is missing, known after the last row.
  var loss: Loss? {
    let loss = tt_jpeg_reader_loss(codec)
    return loss.any ? Loss(row: Int(loss.row), stage: Int(loss.scan)) : nil
  }

  var notes: [String] {
    (0..<tt_jpeg_reader_note_count(codec)).map { codecSentence(tt_jpeg_reader_note(codec, $0)) }
  }

  private func check(_ call: (OpaquePointer) -> tt_jpeg_status) throws(ImageError) {
    if let failure { throw failure }
    let status = call(codec)
    guard status != TT_JPEG_OK else { return }
    let message = codecSentence(tt_jpeg_reader_message(codec))
    let error =
      switch status {
      case TT_JPEG_UNSUPPORTED: ImageError(.unsupported, message)
      case TT_JPEG_LOST: ImageError(.corrupt, message, remedy: .salvage)
      case TT_JPEG_LIMIT: ImageError(.limit, message)
      case TT_JPEG_IO: ImageError(.unreadable, "cannot be read: \(message)")
      default: ImageError(.corrupt, message)
      }
    failure = error
    throw error
  }
}
