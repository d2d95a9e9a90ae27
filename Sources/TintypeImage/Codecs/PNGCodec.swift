internal import CTintypeCodec

extension PictureFileType {
  /// PNG: 8 or 16 bits, alpha.
  public static let png = PictureFileType(PNGCodec())
}

/// PNG by libpng: reads every kind as RGB or RGBA, where 16 bits stay 16; writes RGB or RGBA, not interlaced.
struct PNGCodec: LibraryCodec, PacketCodec {
  let name = "png"
  let title = "PNG"
  let fileExtensions = ["png"]
  let library = CodecLibrary(TT_PNG)
  let libraryName = "libpng"
  var form: any MetadataForm.Type { PNGForm.self }
  let depths = [SampleDepth.eight, .sixteen]
  let statesHighDynamicRange = true
  let hasAlpha = true

  func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: PNGChunks.signature) }

  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture {
    try open(file, limits: limits) { _ throws(ImageError) in try PNGChunks.metadata(of: file) }
  }

  func compressedPicture(in file: InputFile, atMost count: Int) throws(ImageError) -> [UInt8] {
    try PNGChunks.pixels(of: file, atMost: count)
  }

  func writer(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata, options: EncodingOptions
  ) throws(ImageError) -> any RowWriter {
    try PNGWriter(to: descriptor, format: format, metadata: metadata, options.range)
  }

  func copy(_ file: InputFile, packet: [UInt8], to descriptor: Int32) throws(ImageError) {
    let payload = try item(holding: packet).payload
    try copy(
      file, replacing: try PNGChunks.packet(of: file), by: PNGChunks.chunk("iTXt", payload), to: descriptor)
  }
}
