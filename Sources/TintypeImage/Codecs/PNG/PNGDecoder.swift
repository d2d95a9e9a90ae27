internal import CTintypePNG

/// libpng's decoder for one file. The first failure is final: every later call repeats it.
final class PNGDecoder {
  /// Open as long as the decoder reads from it.
  private let file: InputFile
  private let codec: OpaquePointer
  private var failure: ImageError?

  init(_ file: InputFile, _ onCorrupt: OnCorrupt) throws(ImageError) {
    guard let codec = tt_png_reader_create(file.descriptor, onCorrupt == .salvage) else {
      throw ImageError(.limit, "out of memory")
    }
    self.file = file
    self.codec = codec
  }

  deinit {
    tt_png_reader_destroy(codec)
  }

  func readHeader() throws(ImageError) -> PNGHeader {
    var header = tt_png_header()
    try check { tt_png_reader_header($0, &header) }
    return PNGHeader(header)
  }

  func start() throws(ImageError) {
    try check { tt_png_reader_start($0) }
  }

  /// The buffer has room for the rows: `requireRows` has seen to it.
  func readRows(_ count: Int, into rows: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    guard count > 0, let base = rows.baseAddress else { return }
    try check { tt_png_reader_rows($0, base.assumingMemoryBound(to: UInt8.self), rowBytes, UInt32(count)) }
  }

  func finish() throws(ImageError) {
    try check { tt_png_reader_finish($0) }
  }

  /// What is missing, known after the last row.
  var loss: Loss? {
    let loss = tt_png_reader_loss(codec)
    return loss.any ? Loss(row: Int(loss.row), stage: Int(loss.pass)) : nil
  }

  var notes: [String] {
    (0..<tt_png_reader_note_count(codec)).map { codecSentence(tt_png_reader_note(codec, $0)) }
  }

  private func check(_ call: (OpaquePointer) -> tt_png_status) throws(ImageError) {
    if let failure { throw failure }
    let status = call(codec)
    guard status != TT_PNG_OK else { return }
    let message = codecSentence(tt_png_reader_message(codec))
    let error =
      switch status {
      case TT_PNG_LOST: ImageError(.corrupt, message, remedy: .salvage)
      case TT_PNG_LIMIT: ImageError(.limit, message)
      case TT_PNG_IO: ImageError(.unreadable, "cannot be read: \(message)")
      default: ImageError(.corrupt, message)
      }
    failure = error
    throw error
  }
}
