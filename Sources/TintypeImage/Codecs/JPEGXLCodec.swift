internal import CTintypeCodec

extension PictureFileType {
  /// JPEG XL: 8 to 16 bits, alpha. Built in with the trait JXL.
  public static let jpegXL = PictureFileType(JPEGXLCodec())
}

/// JPEG XL by libjxl: pictures with and without loss, and JPEGs that it packs. 9 to 16 bits, and floats, become 16.
/// 8 and 16 bits are written, without loss at the quality 100.
///
/// The library decodes pictures as a whole, and turns them.
struct JPEGXLCodec: LibraryCodec, WritableCodec {
  let name = "jxl"
  let title = "JPEG XL"
  let fileExtensions = ["jxl"]
  var form: any MetadataForm.Type { JPEGXLForm.self }

  let depths = [SampleDepth.eight, .sixteen]
  let statesHighDynamicRange = true
  let hasAlpha = true

  let trait: String? = "JXL"
  let hasPoorRecord = true
  let library = CodecLibrary(TT_JXL)
  let libraryName = "libjxl"

  /// A bare codestream, or boxes that begin with their signature (ISO/IEC 18181-2, 9.1).
  func recognizes(_ start: [UInt8]) -> Bool {
    start.starts(with: [0xFF, 0x0A]) || start.dropFirst(4).starts(with: Array("JXL \r\n".utf8) + [0x87, 0x0A])
  }

  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture {
    try open(file, limits: limits) { (PictureMetadata($0, .jpegXL), []) }
  }

  /// Of a bare codestream the file, otherwise what the boxes `jxlc` and `jxlp` hold; parts begin with their number.
  func compressedPicture(in file: InputFile, atMost count: Int) throws(ImageError) -> [UInt8] {
    if try file.bytes(at: 0, count: min(2, file.size)) == [0xFF, 0x0A] {
      return try file.bytes(at: 0, count: min(count, file.size))
    }
    var bytes: [UInt8] = []
    for box in try ItemBoxes.places(in: file) where ["jxlc", "jxlp"].contains(box.type) && bytes.count < count {
      let before = box.length + (box.type == "jxlp" ? 4 : 0)
      guard box.size > before else { continue }
      bytes += try file.bytes(at: box.start + before, count: min(box.size - before, count - bytes.count))
    }
    return bytes
  }

  func encodingMemory(_ format: PictureFormat) -> ByteCount {
    CodedWriter.memory(format, besideRows: 21 * format.channels)
  }

  func writer(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata, options: EncodingOptions
  ) throws(ImageError) -> any RowWriter {
    try CodedWriter(.jpegXL, to: descriptor, format, metadata, options)
  }
}

private enum JPEGXLForm: ItemForm {
  static var type: PictureFileType { .jpegXL }
}
