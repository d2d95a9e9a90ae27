internal import CTintypeCodec

/// The entry points of a C library's reader.
struct LibraryReader: Sendable {
  let create: @Sendable (_ descriptor: Int32, _ salvages: Bool) -> OpaquePointer?
  let failure: @Sendable (OpaquePointer?) -> UnsafePointer<tt_failure>?
  let start: @Sendable (OpaquePointer?) -> tt_status
  let rows: @Sendable (OpaquePointer?, UnsafeMutablePointer<UInt8>?, _ stride: Int, _ count: UInt32) -> tt_status
  let finish: @Sendable (OpaquePointer?) -> tt_status
  let destroy: @Sendable (OpaquePointer?) -> Void
  /// Chooses decoding at some eighths of the size; nil for a library that decodes whole pictures only.
  var scale:
    (
      @Sendable (OpaquePointer?, _ eighths: UInt32, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<UInt32>?) ->
        tt_status
    )?
}

/// Decodes one file with a C library.
final class LibraryDecoder: PixelDecoder {
  /// Open as long as the decoder reads from it.
  private let file: InputFile
  private let library: LibraryReader
  private let codec: OpaquePointer
  private var status: LibraryStatus

  init(_ library: LibraryReader, _ file: InputFile, _ onCorrupt: OnCorrupt) throws(ImageError) {
    let codec = library.create(file.descriptor, onCorrupt == .salvage)
    status = try LibraryStatus(library.failure, of: codec)
    (self.file, self.library, self.codec) = (file, library, status.codec)
  }

  deinit { library.destroy(codec) }

  /// Calls the reader; throws what it reports.
  func check(_ call: (OpaquePointer) -> tt_status) throws(ImageError) { try status.checkReading(call(codec)) }

  /// Lends the reader to a writer that takes what it has read.
  func lend(_ body: (OpaquePointer) throws(ImageError) -> Void) throws(ImageError) { try body(codec) }

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

  func start() throws(ImageError) { try check(library.start) }

  func readRows(_ count: Int, into rows: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    let base = rows.baseAddress?.assumingMemoryBound(to: UInt8.self)
    try check { library.rows($0, base, rowBytes, UInt32(count)) }
  }

  func finish() throws(ImageError) { try check(library.finish) }

  var loss: Loss? { status.loss }
  var notes: [String] { status.notes }
}
