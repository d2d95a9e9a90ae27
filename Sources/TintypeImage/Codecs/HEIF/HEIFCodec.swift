internal import CTintypeCodec
internal import CTintypeHEIF

extension PictureFileType {
  /// HEIF, HEIC among it: 8 to 12 bits, alpha; only read. Built in with the trait HEIF.
  public static let heif = PictureFileType(HEIFCodec())
}

/// HEIF by libheif, as telephones write it: pictures of one or more tiles, coded as HEVC. 10 and 12 bits become 16.
///
/// The library decodes pictures as a whole, and crops them as their boxes say; see ``HEIFTurn`` for turning.
struct HEIFCodec: ImageCodec {
  let name = "heif"
  let title = "HEIF"
  let fileExtensions = ["heic", "heif", "hif"]
  var form: any MetadataForm.Type { HEIFForm.self }

  let trait: String? = "HEIF"
  let hasPoorRecord = true
  var isBuiltIn: Bool { tt_heif_built_in() }
  var libraries: [BuiltInLibrary] { [BuiltInLibrary(name: "libheif", version: String(cString: tt_heif_version()))] }

  private static let reader = LibraryReader(
    create: tt_heif_reader_create, failure: tt_heif_reader_failure, start: tt_heif_reader_start,
    rows: tt_heif_reader_rows, finish: tt_heif_reader_finish, destroy: tt_heif_reader_destroy)

  /// Brands of HEVC pictures and their sequences, and of pictures whatever codes them (ISO/IEC 23008-12, B.4 and C).
  private static let brandsRead: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]

  func recognizes(_ start: [UInt8]) -> Bool {
    let brands = brands(of: start)
    return brands.first.map(Self.brandsRead.contains) ?? false && !brands.contains("avif")
  }

  func prepare() { tt_heif_prepare() }

  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture {
    let decoder = try LibraryDecoder(Self.reader, file, limits.onCorrupt)
    var header = tt_coded_header()
    try decoder.check { tt_heif_reader_header($0, &header) }
    if let orientation = try HEIFTurn.orientation(of: file) {
      try decoder.check { tt_heif_reader_leave_turning($0, UInt8(orientation), &header) }
    }
    return try OpenedPicture(decoder, header, .heif, limits: limits)
  }
}

private enum HEIFForm: ItemForm {
  static var type: PictureFileType { .heif }
}
