internal import CTintypeCodec

/// Decodes one file with a C library.
final class LibraryDecoder: PixelDecoder {
  /// Open as long as the decoder reads from it.
  private let file: InputFile
  private let library: tt_codec
  private let codec: UnsafeMutablePointer<tt_state>
  private var status: LibraryStatus

  init(_ library: CodecLibrary, _ file: InputFile, _ onCorrupt: OnCorrupt) throws(ImageError) {
    (self.file, self.library) = (file, library.table)
    status = try LibraryStatus(of: library.table.open(file.descriptor, onCorrupt == .salvage))
    codec = status.codec
  }

  deinit { library.close(codec) }

  /// Calls the reader; throws what it reports.
  func check(_ call: (UnsafeMutablePointer<tt_state>) -> tt_status) throws(ImageError) {
    try status.checkReading(call(codec))
  }

  /// Lends the reader to a writer that takes what it has read.
  func lend(_ body: (UnsafeMutablePointer<tt_state>) throws(ImageError) -> Void) throws(ImageError) { try body(codec) }

  /// An eighth, a quarter and a half: each block of 8 x 8 samples is computed from its lowest frequencies.
  private static let eighths = [1, 2, 4]

  func smallerSizes(of format: PictureFormat) -> [(width: Int, height: Int)] {
    guard library.scale != nil else { return [] }
    return Self.eighths.map { ((format.width * $0 + 7) / 8, (format.height * $0 + 7) / 8) }
  }

  func scale(to index: Int) throws(ImageError) -> (width: Int, height: Int) {
    guard let scale = library.scale else { preconditionFailure("there are no smaller sizes") }
    var (width, height): (UInt32, UInt32) = (0, 0)
    try check { scale($0, UInt32(Self.eighths[index]), &width, &height) }
    return (Int(width), Int(height))
  }

  func start() throws(ImageError) { try check { library.start($0) } }

  func readRows(_ count: Int, into rows: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    let base = rows.baseAddress?.assumingMemoryBound(to: UInt8.self)
    try check { library.rows($0, base, rowBytes, UInt32(count)) }
  }

  func finish() throws(ImageError) { try check { library.finish?($0) ?? TT_OK } }

  var loss: Loss? { status.loss }
  var notes: [String] { status.notes }
}
