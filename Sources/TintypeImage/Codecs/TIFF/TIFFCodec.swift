internal import CTintypeTIFF

extension PictureFileType {
  /// TIFF: 8 or 16 bits, alpha. Built in with the trait TIFF.
  public static let tiff = PictureFileType(TIFFCodec())
}

/// TIFF: read by libtiff, where floats become 16 bits; written as RGB or RGBA in deflated strips.
struct TIFFCodec: WritableCodec {
  let name = "tiff"
  let title = "TIFF"
  let fileExtensions = ["tif", "tiff"]
  var form: any MetadataForm.Type { TIFFForm.self }
  let depths = [PictureFormat.Depth.eight, .sixteen]
  let hasAlpha = true

  let trait: String? = "TIFF"
  let hasPoorRecord = true
  var isBuiltIn: Bool { tt_tiff_built_in() }
  var libraries: [BuiltInLibrary] { [BuiltInLibrary(name: "libtiff", version: String(cString: tt_tiff_version()))] }

  private static let reader = LibraryReader(
    create: tt_tiff_reader_create, failure: tt_tiff_reader_failure, start: tt_tiff_reader_start,
    rows: tt_tiff_reader_rows, finish: tt_tiff_reader_finish, destroy: tt_tiff_reader_destroy)

  func recognizes(_ start: [UInt8]) -> Bool {
    // Canon's raw files begin as TIFF does.
    return TIFFHeader.marks.contains(where: start.starts) && !start.dropFirst(8).starts(with: "CR".utf8)
  }

  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture {
    let (directory, pageNote) = try TIFFCodec.page(of: file)
    let decoder = try LibraryDecoder(Self.reader, file, limits.onCorrupt)
    var header = tt_tiff_header()
    try decoder.check { tt_tiff_reader_header($0, UInt64(directory.offset), &header) }
    let format = PictureFormat(
      width: Int(header.width), height: Int(header.height),
      channels: header.alpha || header.colors == TT_TIFF_INKS ? 4 : 3, depth: header.depth == 16 ? .sixteen : .eight)
    // A few bytes less than a header's worth are no lie.
    if ByteCount(clamping: header.least_bytes) > ByteCount(file.size) + 4096 {
      throw ImageError.impossible(format, fileBytes: file.size)
    }
    try limits.check(width: format.width, height: format.height)
    let samples: StoredSamples =
      switch header.colors {
      case TT_TIFF_GRAY: .gray
      case TT_TIFF_INKS: .inks
      default: .rgb
      }
    let (metadata, notes) = TIFFMetadata.read(directory)
    return OpenedPicture(
      decoder: decoder,
      header: PictureHeader(format: format, samples: samples, decodingMemory: ByteCount(clamping: header.memory)),
      metadata: metadata, notes: pageNote + notes)
  }

  func compressedPicture(in file: InputFile, atMost count: Int) throws(ImageError) -> [UInt8] {
    let directory = try TIFFCodec.page(of: file).directory
    let isTiled = directory.entry(TIFFDirectory.Tag.tileOffsets) != nil
    let tags: (offsets: Int, sizes: Int) =
      isTiled
      ? (TIFFDirectory.Tag.tileOffsets, TIFFDirectory.Tag.tileByteCounts)
      : (TIFFDirectory.Tag.stripOffsets, TIFFDirectory.Tag.stripByteCounts)
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
      let isRaw = directory.entry(TIFFDirectory.Tag.dngVersion) != nil
      let isReduced = (directory.numbers(TIFFDirectory.Tag.newSubfileType).first ?? 0) & 1 == 1
      if isRaw { throw KnownFormat.raw.error }
      if !isReduced {
        first = first ?? directory
        pages += 1
      }
      offset = directory.next
    }
    // Raw files begin with a preview and link their picture elsewhere.
    guard let first else { throw KnownFormat.raw.error }
    let count = seen.count == mostPages ? "\(mostPages) or more" : "\(pages)"
    return (first, pages > 1 ? ["the file has \(count) pages, and the first one is taken"] : [])
  }
}
