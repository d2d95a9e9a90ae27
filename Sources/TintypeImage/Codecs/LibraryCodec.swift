internal import CTintypeCodec

/// A format that a C library reads, and most often writes.
protocol LibraryCodec: ImageCodec {
  /// The format's table of functions in C.
  var library: CodecLibrary? { get }

  /// What the library's authors call it.
  var libraryName: String { get }
}

extension LibraryCodec {
  var isBuiltIn: Bool { library != nil }

  var libraries: [BuiltInLibrary] {
    library?.table.version().map { [BuiltInLibrary(name: libraryName, version: String(cString: $0))] } ?? []
  }

  func prepare() { library?.table.prepare?() }

  /// Opens a file with the library.
  ///
  /// - Parameters:
  ///   - request: what a reader has to know beforehand.
  ///   - metadata: reads the metadata, with notes on them, once the size is accepted.
  func open(
    _ file: InputFile, limits: PictureLimits, request: tt_header = tt_header(),
    metadata: (tt_header) throws(ImageError) -> (PictureMetadata, notes: [String])
  ) throws(ImageError) -> OpenedPicture {
    guard let library else { throw ImageError(.formatNotBuiltIn, "this build does not read \(title)") }
    let decoder = try LibraryDecoder(library, file, limits.onCorrupt)
    var header = request
    try decoder.check { library.table.header($0, &header) }
    let picture = PictureHeader(header)
    if ByteCount(clamping: header.least_bytes) > ByteCount(file.size) {
      throw ImageError.impossible(picture.format, fileBytes: file.size)
    }
    try limits.check(width: picture.format.width, height: picture.format.height)
    let (metadata, notes) = try metadata(header)
    return OpenedPicture(
      decoder: decoder, header: picture, metadata: metadata, notes: notes,
      orientation: header.orientation > 0 ? Orientation(exif: Int(header.orientation)) : nil)
  }
}

/// The functions of a C library, which never change.
struct CodecLibrary: @unchecked Sendable {
  private let place: UnsafePointer<tt_codec>

  /// Nil where the format's package trait is off.
  init?(_ format: tt_format) {
    guard let place = tt_codec_of(format) else { return nil }
    self.place = place
  }

  var table: tt_codec { place.pointee }
}

extension PictureHeader {
  /// What a library's reader says.
  fileprivate init(_ header: tt_header) {
    samples =
      switch header.colors {
      case TT_GRAY: .gray
      case TT_INKS: .inks
      case TT_INVERTED_INKS: .invertedInks
      default: .rgb
      }
    format = PictureFormat(
      width: Int(header.width), height: Int(header.height), channels: header.alpha || samples.hasInks ? 4 : 3,
      depth: header.is_float ? (header.depth == 16 ? .half : .float) : header.depth == 16 ? .sixteen : .eight)
    decodingMemory = ByteCount(clamping: header.memory)
    let (across, down) = (header.across, header.down)
    let factors = [(across.0, down.0), (across.1, down.1), (across.2, down.2), (across.3, down.3)]
    if header.components > 0 {
      subsampling =
        samples == .gray
        ? .gray : ChromaSubsampling(factors.prefix(Int(header.components)).map { (Int($0), Int($1)) })
    }
    if header.block_width > 0 {
      blocks = BlockGrid(
        width: Int(header.block_width), height: Int(header.block_height),
        memory: ByteCount(clamping: header.block_memory))
    }
  }
}
