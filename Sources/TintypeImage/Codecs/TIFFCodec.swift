internal import CTintypeCodec

extension PictureFileType {
  /// TIFF: 8 or 16 bits or floats of 16 or 32, alpha. Built in with the trait TIFF.
  public static let tiff = PictureFileType(TIFFCodec())
}

/// TIFF: read by libtiff; written as RGB or RGBA in deflated strips.
struct TIFFCodec: LibraryCodec, WritableCodec {
  let name = "tiff"
  let title = "TIFF"
  let fileExtensions = ["tif", "tiff"]
  var form: any MetadataForm.Type { TIFFForm.self }
  let depths = SampleDepth.allCases
  let hasAlpha = true

  let trait: String? = "TIFF"
  let hasPoorRecord = true
  let library = CodecLibrary(TT_TIFF)
  let libraryName = "libtiff"

  func recognizes(_ start: [UInt8]) -> Bool {
    // Canon's raw files begin as TIFF does.
    return TIFFHeader.marks.contains(where: start.starts) && !start.dropFirst(8).starts(with: "CR".utf8)
  }

  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture {
    let (directory, pageNote) = try TIFFCodec.page(of: file)
    var request = tt_header()
    request.directory = UInt64(directory.offset)
    return try open(file, limits: limits, request: request) { _ in
      let (metadata, notes) = TIFFMetadata.read(directory)
      return (metadata, pageNote + notes)
    }
  }

  func compressedPicture(in file: InputFile, atMost count: Int) throws(ImageError) -> [UInt8] {
    let directory = try TIFFCodec.page(of: file).directory
    let isTiled = directory.entry(TIFFTag.tileOffsets) != nil
    let tags: (offsets: Int, sizes: Int) =
      isTiled
      ? (TIFFTag.tileOffsets, TIFFTag.tileByteCounts)
      : (TIFFTag.stripOffsets, TIFFTag.stripByteCounts)
    let offsets = directory.numbers(tags.offsets, atMost: count)
    let sizes = directory.numbers(tags.sizes, atMost: count)
    var bytes: [UInt8] = []
    for (offset, size) in zip(offsets, sizes) where bytes.count < count && offset < file.size {
      bytes += try file.bytes(at: offset, count: min(size, count - bytes.count, file.size - offset))
    }
    return bytes
  }

  func writer(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata, options: EncodingOptions
  ) throws(ImageError) -> any RowWriter {
    try TIFFWriter(to: descriptor, format: format, metadata: metadata)
  }

  /// More pages are not counted.
  private static let mostPages = 64

  /// The directory of the first picture in full size, and a note on further pages.
  ///
  /// - Throws: `.formatNotBuiltIn` for a raw file, whose first picture is a preview.
  private static func page(of file: InputFile) throws(ImageError) -> (directory: TIFFDirectory, note: [String]) {
    let header = try TIFFHeader(file)
    var offset = header.firstDirectory
    var seen: Set<Int> = []
    var (first, pages) = (TIFFDirectory?.none, 0)
    while offset != 0, seen.count < mostPages, seen.insert(offset).inserted {
      let directory: TIFFDirectory
      do throws(ImageError) {
        directory = try TIFFDirectory(at: offset, of: header)
      } catch {
        // A broken page behind the first one is not needed.
        if first == nil { throw error }
        break
      }
      let isRaw = directory.entry(TIFFTag.dngVersion) != nil
      let isReduced = (directory.numbers(TIFFTag.newSubfileType).first ?? 0) & 1 == 1
      if isRaw { throw KnownFormat.raw.notRead }
      if !isReduced {
        first = first ?? directory
        pages += 1
      }
      offset = directory.next
    }
    // Raw files begin with a preview and link their picture elsewhere.
    guard let first else { throw KnownFormat.raw.notRead }
    let count = seen.count == mostPages ? "\(mostPages) or more" : "\(pages)"
    return (first, pages > 1 ? ["the file has \(count) pages, and the first one is taken"] : [])
  }
}
