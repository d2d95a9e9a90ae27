internal import CTintypeCodec

extension PictureFileType {
  /// AVIF: 8 to 12 bits, alpha. Built in with the trait AVIF.
  public static let avif = PictureFileType(AVIFCodec())
}

/// AVIF by libavif: pictures of one or more tiles, coded as AV1. 10 and 12 bits become 16, and 16 bits are written as
/// 10 or 12.
struct AVIFCodec: LibraryCodec, WritableCodec {
  let name = "avif"
  let title = "AVIF"
  let fileExtensions = ["avif"]
  var form: any MetadataForm.Type { AVIFForm.self }

  let depths = [SampleDepth.eight, .sixteen]
  let codeBits = [10, 12]
  let statesHighDynamicRange = true
  let hasAlpha = true
  let subsamplesChroma = true

  let trait: String? = "AVIF"
  let hasPoorRecord = true
  let library = CodecLibrary(TT_AVIF)
  let libraryName = "libavif"

  func recognizes(_ start: [UInt8]) -> Bool {
    let brands = brands(of: start)
    return brands.first == "avif" || brands.first == "avis" || brands.first == "mif1" && brands.contains("avif")
  }

  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture {
    var opened = try open(file, limits: limits) { (PictureMetadata($0, .avif), []) }
    try addToneMap(ItemBoxes(of: file), to: &opened, in: file, tt_header())
    return opened
  }

  func compressedPicture(in file: InputFile, atMost count: Int) throws(ImageError) -> [UInt8] {
    try ItemBoxes(of: file)?.primaryPicture(atMost: count) ?? []
  }

  /// AV1's sizes have 16 bits.
  private static let longestSide = 65536

  func encodingMemory(_ format: PictureFormat) -> ByteCount {
    CodedWriter.memory(format, besideRows: (format.depth == .sixteen ? 14 : 11) * format.channels)
  }

  func writer(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata, options: EncodingOptions
  ) throws(ImageError) -> any RowWriter {
    guard library?.table.can_write() == true else {
      throw ImageError(.formatNotBuiltIn, "the libavif that is here writes no AVIF: it was built without aom")
    }
    guard max(format.width, format.height) <= Self.longestSide else {
      throw ImageError(.limit, "\(format.width) x \(format.height) is too large for an AVIF")
    }
    return try CodedWriter(.avif, to: descriptor, format, metadata, options)
  }
}

private enum AVIFForm: ItemForm {
  static var type: PictureFileType { .avif }
}
