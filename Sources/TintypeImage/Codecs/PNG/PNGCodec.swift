internal import CTintypePNG

extension PictureFileType {
  /// PNG: 8 or 16 bits, alpha.
  public static let png = PictureFileType(PNGCodec())
}

/// PNG by libpng: reads every kind as RGB or RGBA, where 16 bits stay 16; writes RGB or RGBA, not interlaced.
struct PNGCodec: PacketCodec {
  let name = "png"
  let title = "PNG"
  let fileExtensions = ["png"]
  var libraries: [BuiltInLibrary] {
    [
      BuiltInLibrary(name: "libpng", version: String(cString: tt_png_libpng_version())),
      BuiltInLibrary(name: "zlib", version: String(cString: tt_png_zlib_version())),
    ]
  }
  var form: any MetadataForm.Type { PNGForm.self }
  let depths = [PictureFormat.Depth.eight, .sixteen]
  let hasAlpha = true

  private static let reader = LibraryReader(
    create: tt_png_reader_create, failure: tt_png_reader_failure, start: tt_png_reader_start,
    rows: tt_png_reader_rows, finish: tt_png_reader_finish, destroy: tt_png_reader_destroy)

  func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: PNGChunks.signature) }

  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture {
    let decoder = try LibraryDecoder(Self.reader, file, limits.onCorrupt)
    var header = tt_png_header()
    try decoder.check { tt_png_reader_header($0, &header) }
    try header.checkPlausible(fileBytes: file.size)
    try limits.check(width: header.format.width, height: header.format.height)
    let picture = PictureHeader(
      format: header.format, samples: header.gray ? .gray : .rgb, decodingMemory: header.decodingMemory)
    let (metadata, notes) = try PNGChunks.metadata(of: file)
    return OpenedPicture(decoder: decoder, header: picture, metadata: metadata, notes: notes)
  }

  func compressedPicture(in file: InputFile, atMost count: Int) throws(ImageError) -> [UInt8] {
    try PNGChunks.pixels(of: file, atMost: count)
  }

  func writer(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata, options: EncodingOptions
  ) throws(ImageError) -> any RowWriter {
    try PNGWriter(to: descriptor, format: format, metadata: metadata)
  }

  func copy(_ file: InputFile, packet: [UInt8], to descriptor: Int32) throws(ImageError) {
    let payload = try item(holding: packet).payload
    try copy(
      file, replacing: try PNGChunks.packet(of: file), by: PNGChunks.chunk("iTXt", payload), to: descriptor)
  }
}
