internal import CTintypeCodec

extension PictureFileType {
  /// HEIF, HEIC among it: 8 to 12 bits, alpha; only read. Built in with the trait HEIF.
  public static let heif = PictureFileType(HEIFCodec())
}

/// HEIF by libheif, as telephones write it: pictures of one or more tiles, coded as HEVC. 10 and 12 bits become 16.
///
/// The library decodes pictures as a whole, and crops them as their boxes say; see ``HEIFTurn`` for turning.
struct HEIFCodec: LibraryCodec {
  let name = "heif"
  let title = "HEIF"
  let fileExtensions = ["heic", "heif", "hif"]
  var form: any MetadataForm.Type { HEIFForm.self }

  let trait: String? = "HEIF"
  let hasPoorRecord = true
  let library = CodecLibrary(TT_HEIF)
  let libraryName = "libheif"

  /// Brands of HEVC pictures and their sequences, and of pictures whatever codes them (ISO/IEC 23008-12, B.4 and C).
  private static let brandsRead: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]

  func recognizes(_ start: [UInt8]) -> Bool {
    let brands = brands(of: start)
    return brands.first.map(Self.brandsRead.contains) ?? false && !brands.contains("avif")
  }

  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture {
    var request = tt_header()
    let boxes = try ItemBoxes(of: file)
    request.orientation = UInt8(boxes.flatMap(HEIFTurn.orientation) ?? 0)
    var hasGainMap = false
    var opened = try open(file, limits: limits, request: request) { header in
      hasGainMap = header.gain_map
      return (PictureMetadata(header, .heif), [])
    }
    try addToneMap(boxes, to: &opened, in: file, request)
    guard hasGainMap, opened.gainMap == nil else { return opened }
    do throws(GainMap.Flaw) {
      opened.gainMap = try gainMap(in: file, of: opened, request)
    } catch {
      opened.notes.append("the gain map \(error.reason), and is left out")
    }
    return opened
  }

  func compressedPicture(in file: InputFile, atMost count: Int) throws(ImageError) -> [UInt8] {
    try ItemBoxes(of: file)?.primaryPicture(atMost: count) ?? []
  }

  /// Apple's gain map, an auxiliary picture that is turned as its base is.
  private func gainMap(
    in file: InputFile, of base: OpenedPicture, _ request: tt_header
  ) throws(GainMap.Flaw) -> OpenedGainMap {
    var request = request
    request.gain_map = true
    let map = try openGainMap(file, request) { PictureMetadata($0, .heif) }
    return try OpenedGainMap(map, .apple(map.metadata, of: base.metadata), isGray: true, of: base.header.format)
  }
}

private enum HEIFForm: ItemForm {
  static var type: PictureFileType { .heif }
}
