internal import CTintypeJPEG

extension PictureFileType {
  /// JPEG: 8 bits, no alpha.
  public static let jpeg = PictureFileType(JPEGCodec())
}

/// JPEG by libjpeg-turbo: reads baseline to progressive and arithmetic, 8 bits; writes baseline.
struct JPEGCodec: WritableCodec {
  let name = "jpeg"
  let title = "JPEG"
  let fileExtensions = ["jpg", "jpeg", "jpe"]
  var form: any MetadataForm.Type { JPEGForm.self }
  let depths = [PictureFormat.Depth.eight]
  let hasAlpha = false

  func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: [0xFF, 0xD8, 0xFF]) }

  /// Gray and RGB come as RGB, inks as they are, four to a pixel.
  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> CodecReader {
    let decoder = try JPEGDecoder(file, limits.onCorrupt)
    let header = try decoder.readHeader()
    try header.checkColors()
    try header.checkPlausible(fileBytes: file.size)
    try limits.check(width: header.width, height: header.height)
    let picture = PictureHeader(
      format: PictureFormat(
        width: header.width, height: header.height, channels: header.samples.hasInks ? 4 : 3, depth: .eight),
      samples: header.samples, subsampling: ChromaSubsampling(across: header.across, down: header.down),
      decodingMemory: header.decodingMemory)
    return CodecReader(decoder, picture, try JPEGSegments.metadata(of: file))
  }

  func writer(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata, options: EncodingOptions
  ) throws(ImageError) -> any RowWriter {
    try JPEGWriter(
      to: descriptor, format: format, metadata: metadata, quality: options.quality, subsampling: options.subsampling)
  }
}
