internal import CTintypeAVIF
internal import CTintypeCodec

extension PictureFileType {
  /// AVIF: 8 to 12 bits, alpha; only read. Built in with the trait AVIF.
  public static let avif = PictureFileType(AVIFCodec())
}

/// AVIF by libavif: pictures of one or more tiles, coded as AV1. 10 and 12 bits become 16.
struct AVIFCodec: ImageCodec {
  let name = "avif"
  let title = "AVIF"
  let fileExtensions = ["avif"]
  var form: any MetadataForm.Type { AVIFForm.self }

  let trait: String? = "AVIF"
  let hasPoorRecord = true
  var isBuiltIn: Bool { tt_avif_built_in() }
  var libraries: [BuiltInLibrary] { [BuiltInLibrary(name: "libavif", version: String(cString: tt_avif_version()))] }

  private static let reader = LibraryReader(
    create: tt_avif_reader_create, failure: tt_avif_reader_failure, start: tt_avif_reader_start,
    rows: tt_avif_reader_rows, finish: tt_avif_reader_finish, destroy: tt_avif_reader_destroy)

  func recognizes(_ start: [UInt8]) -> Bool {
    let brands = brands(of: start)
    return brands.first == "avif" || brands.first == "avis" || brands.first == "mif1" && brands.contains("avif")
  }

  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture {
    let decoder = try LibraryDecoder(Self.reader, file, limits.onCorrupt)
    var header = tt_coded_header()
    try decoder.check { tt_avif_reader_header($0, &header) }
    return try OpenedPicture(decoder, header, .avif, limits: limits)
  }
}

private enum AVIFForm: ItemForm {
  static var type: PictureFileType { .avif }
}
