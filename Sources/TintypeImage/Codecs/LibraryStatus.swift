internal import CTintypeCodec

/// The errors and notes of one reader or writer of a C library.
///
/// After a failure the library's state is undefined, so the first failure is final: every later call repeats it.
struct LibraryStatus {
  /// The reader or writer in C.
  let codec: UnsafeMutablePointer<tt_state>
  private var failure: ImageError?

  /// - Parameter codec: what a library returned for a new reader or writer; nil when memory is out.
  init(of codec: UnsafeMutablePointer<tt_state>?) throws(ImageError) {
    guard let codec else { throw ImageError(.limit, "out of memory") }
    self.codec = codec
  }

  /// Calls a reader.
  mutating func checkReading(_ call: @autoclosure () -> tt_status) throws(ImageError) {
    try check(call) { status, message in
      switch status {
      case TT_UNSUPPORTED: ImageError(.unsupported, message)
      case TT_LOST: ImageError(.corrupt, message, remedy: .salvage)
      case TT_LIMIT: ImageError(.limit, message)
      case TT_IO: ImageError(.unreadable, "cannot be read: \(message)")
      default: ImageError(.corrupt, message)
      }
    }
  }

  /// Calls a writer, which can fail only for lack of memory or an error of the disk.
  mutating func checkWriting(_ call: @autoclosure () -> tt_status) throws(ImageError) {
    try check(call) { status, message in
      status == TT_IO ? ImageError(.io, "cannot be written: \(message)") : ImageError(.limit, message)
    }
  }

  private mutating func check(
    _ call: () -> tt_status, error: (tt_status, String) -> ImageError
  ) throws(ImageError) {
    if let failure { throw failure }
    let status = call()
    guard status != TT_OK else { return }
    let new = error(status, codecSentence(tt_state_message(codec)))
    failure = new
    throw new
  }

  /// What is missing from a salvaged picture, known after the last row.
  var loss: Loss? {
    let loss = codec.pointee.loss
    return loss.any ? Loss(row: Int(loss.row), stage: Int(loss.stage)) : nil
  }

  /// Harmless complaints so far.
  var notes: [String] {
    (0..<codec.pointee.note_count).map { codecSentence(tt_state_note(codec, $0)) }
  }
}
