internal import CTintypeCodec

extension PictureFileType {
  /// JPEG: 8 bits, no alpha.
  public static let jpeg = PictureFileType(JPEGCodec())
}

/// JPEG by libjpeg-turbo: reads baseline to progressive and arithmetic, 8 bits; writes baseline, and moved blocks as
/// they were.
struct JPEGCodec: LibraryCodec, BlockCodec {
  let name = "jpeg"
  let title = "JPEG"
  let fileExtensions = ["jpg", "jpeg", "jpe"]
  let library = CodecLibrary(TT_JPEG)
  let libraryName = "libjpeg-turbo"
  var form: any MetadataForm.Type { JPEGForm.self }
  let depths = [SampleDepth.eight]
  let hasAlpha = false
  let subsamplesChroma = true

  func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: [0xFF, 0xD8, 0xFF]) }

  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture {
    var segments: JPEGSegments?
    var opened = try open(file, limits: limits) { _ throws(ImageError) in
      let found = try JPEGSegments(of: file)
      segments = found
      return (found.metadata, found.notes.notes)
    }
    if let segments {
      let (gainMap, notes) = findGainMap(in: file, besides: segments, of: opened.header.format)
      opened.gainMap = gainMap
      opened.notes += notes
    }
    return opened
  }

  func compressedPicture(in file: InputFile, atMost count: Int) throws(ImageError) -> [UInt8] {
    try JPEGSegments.scans(of: file, atMost: count)
  }

  func writer(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata, options: EncodingOptions
  ) throws(ImageError) -> any RowWriter {
    try JPEGWriter(to: descriptor, format: format, metadata: metadata, options)
  }

  func writer(
    to descriptor: Int32, moving move: BlockMove, of decoder: any PixelDecoder, metadata: PictureMetadata
  ) throws(ImageError) -> any RowWriter {
    guard let decoder = decoder as? LibraryDecoder else { preconditionFailure("a JPEG is read by libjpeg") }
    return try JPEGWriter(to: descriptor, moving: move, of: decoder, metadata: metadata)
  }

  func copy(_ file: InputFile, packet: [UInt8], to descriptor: Int32) throws(ImageError) {
    let payload = try item(holding: packet).payload
    let length = payload.count + 2
    let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    try copy(file, replacing: try JPEGSegments.packet(of: file), by: segment, to: descriptor)
  }
}
