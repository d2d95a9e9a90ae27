internal import CTintypeCodec

/// What a raw file says of its photo.
///
/// Most raw files are directories of TIFF, with the camera data where a TIFF has them. Canon's CR3 has them in boxes,
/// Fujifilm's RAF in a JPEG within. Of other kinds the few facts that LibRaw knows are taken. The maker's note is not
/// carried: it can be larger than a JPEG's camera data may be.
enum RawMetadata {
  static func read(_ file: InputFile, _ sensor: tt_sensor) -> (metadata: PictureMetadata, notes: [String]) {
    let (block, packet) = (try? own(file)) ?? ([], [])
    let exif = block.isEmpty ? known(sensor) : block
    var metadata = PictureMetadata(
      source: .raw,
      items: RawForm.items(.exif, holding: exif) + (packet.isEmpty ? [] : RawForm.items(.xmp, holding: packet)))
    // LibRaw says how the rows are to be turned, for all kinds.
    metadata.edit(exif: { $0.setOrientation(1) }, xmp: { $0.setOrientation(1) })
    return (metadata, [])
  }

  /// Camera data and XMP; empty where the file has none that are understood.
  private static func own(_ file: InputFile) throws(ImageError) -> (exif: [UInt8], xmp: [UInt8]) {
    let start = try file.bytes(at: 0, count: min(file.size, 32))
    if TIFFHeader.rawMarks.contains(where: start.starts) {
      let header = try TIFFHeader(raw: file)
      let directory = try TIFFDirectory(at: header.firstDirectory, of: header)
      let packet = directory.entry(TIFFTag.xmp).flatMap { directory.bytes(of: $0, atMost: TIFFMetadata.maxBytes) }
      return (TIFFMetadata.cameraData(ofRaw: directory), packet ?? [])
    }
    if start.dropFirst(4).starts(with: "ftypcrx ".utf8) { return (try boxed(file), []) }
    if start.starts(with: "FUJIFILMCCD-RAW".utf8) { return (try within(file), []) }
    return ([], [])
  }

  // MARK: Canon's boxes

  /// The directories in the boxes CMT1, CMT2 and CMT4 of the box `uuid` in `moov`: the photo's, EXIF's, and the
  /// position's.
  private static func boxed(_ file: InputFile) throws(ImageError) -> [UInt8] {
    guard let movie = try boxes(in: 0..<file.size, of: file).first(where: { $0.type == "moov" }) else { return [] }
    for box in try boxes(in: movie.content, of: file) where box.type == "uuid" && box.content.count > 16 {
      var directories: [String: TIFFDirectory] = [:]
      let inner = (box.content.lowerBound + 16)..<box.content.upperBound
      for part in try boxes(in: inner, of: file) where part.type.hasPrefix("CMT") && part.content.count <= 1 << 20 {
        let block = try file.bytes(at: part.content.lowerBound, count: part.content.count)
        guard let mark = TIFFHeader.marks.prefix(2).firstIndex(where: block.starts) else { continue }
        let header = TIFFHeader(block: block, isBigEndian: mark == 1)
        directories[part.type] = try? TIFFDirectory(at: header.firstDirectory, of: header)
      }
      guard let main = directories["CMT1"] else { continue }
      return TIFFMetadata.cameraData(ofRaw: main, exif: directories["CMT2"], position: directories["CMT4"])
    }
    return []
  }

  /// The boxes that follow each other in a range, until one makes no sense (ISO/IEC 14496-12, 4.2).
  private static func boxes(
    in range: Range<Int>, of file: InputFile
  ) throws(ImageError) -> [(type: String, content: Range<Int>)] {
    var (place, found) = (range.lowerBound, [(type: String, content: Range<Int>)]())
    while place <= range.upperBound - 8, found.count < 64 {
      let head = try file.bytes(at: place, count: 8)
      var (size, headSize) = (head.bigEndian32(at: 0), 8)
      if size == 1, place <= range.upperBound - 16 {
        let long = try file.bytes(at: place + 8, count: 8)
        guard long.bigEndian32(at: 0) == 0 else { break }
        (size, headSize) = (long.bigEndian32(at: 4), 16)
      }
      guard size >= headSize, size <= range.upperBound - place else { break }
      found.append((String(decoding: head[4...], as: UTF8.self), (place + headSize)..<(place + size)))
      place += size
    }
    return found
  }

  // MARK: Fujifilm's JPEG

  /// The camera data of the JPEG that lies in the file.
  private static func within(_ file: InputFile) throws(ImageError) -> [UInt8] {
    guard file.size >= 92 else { return [] }
    let places = try file.bytes(at: 84, count: 8)
    return try JPEGSegments(of: file, at: places.bigEndian32(at: 0)).metadata.exif ?? []
  }

  // MARK: What LibRaw knows

  private static func known(_ sensor: tt_sensor) -> [UInt8] {
    var block = TIFFBlock(isBigEndian: false)
    func text(_ tag: Int, _ text: String) -> TIFFBlock.Field? {
      let bytes = Array(text.utf8) + [0]
      return text.isEmpty ? nil : TIFFBlock.Field(tag: tag, type: 2, count: bytes.count, bytes: bytes)
    }
    func fraction(_ tag: Int, _ number: Float, of whole: Int) -> TIFFBlock.Field? {
      guard number > 0, number < 100_000 else { return nil }
      let part = Int((Double(number) * Double(whole)).rounded())
      let bytes = block.number(part, bytes: 4) + block.number(whole, bytes: 4)
      return part > 0 ? TIFFBlock.Field(tag: tag, type: 5, count: 1, bytes: bytes) : nil
    }
    // Short exposures are one over a number.
    let time = sensor.exposure_time
    let exposure =
      time > 0 && time < 0.5
      ? TIFFBlock.Field(
        tag: TIFFTag.exposureTime, type: 5, count: 1,
        bytes: block.number(1, bytes: 4) + block.number(Int(min(1 / time, 1e6).rounded()), bytes: 4))
      : fraction(TIFFTag.exposureTime, time, of: 10)
    let sensitivity =
      sensor.iso >= 1 && sensor.iso <= 65_535 ? block.field(TIFFTag.sensitivity, [Int(sensor.iso.rounded())]) : nil
    let fields = [
      exposure, fraction(TIFFTag.fNumber, sensor.aperture, of: 10), sensitivity,
      text(TIFFTag.dateTimeOriginal, date(sensor.date)), fraction(TIFFTag.focalLength, sensor.focal_length, of: 10),
    ]
    let place = block.append(fields.compactMap(\.self))
    let main = [text(TIFFTag.make, string(sensor.make)), text(TIFFTag.model, string(sensor.model))]
    block.setFirstDirectory(
      block.append(main.compactMap(\.self) + [block.field(TIFFTag.exifDirectory, [place], bytes: 4)]))
    return block.bytes
  }

  private static func string<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// `2019:05:31 12:00:00`; empty for 0 and before. LibRaw takes the clock of the camera for local time.
  private static func date(_ seconds: Int64) -> String {
    guard seconds > 0, seconds < 1 << 33 else { return "" }
    let parts = localParts(ofSeconds: Int(seconds)).map { $0 < 10 ? "0\($0)" : "\($0)" }
    return parts[..<3].joined(separator: ":") + " " + parts[3...].joined(separator: ":")
  }
}

// MARK: Directories

extension RawMetadata {
  /// Filters of a sensor's colors, and linear light of a DNG (TIFF/EP; DNG 1.6, "PhotometricInterpretation").
  private static let photometries: Set = [32_803, 34_892]

  /// Whether a file that begins as TIFF does is a raw file: it states a DNG's version, or a picture in it, or linked
  /// from one, is of a sensor's samples.
  static func isRaw(_ file: InputFile) -> Bool {
    let directories = directories(of: file)
    return directories.first?.entry(TIFFTag.dngVersion) != nil || directories.contains(where: holdsSamples)
  }

  /// The crop that a DNG states, within its active area: left, top, width, height (DNG 1.6, "DefaultCropOrigin" and
  /// "DefaultCropSize"); nil for none.
  ///
  /// - Throws: `.unsupported` for samples that are floats, which LibRaw takes for whole numbers in some sizes.
  static func crop(of file: InputFile) throws(ImageError) -> [Int]? {
    let start = try file.bytes(at: 0, count: min(file.size, 4))
    guard TIFFHeader.marks.contains(where: start.starts) else { return nil }
    let main = directories(of: file).first { directory in
      holdsSamples(directory) && (directory.numbers(TIFFTag.newSubfileType).first ?? 0) == 0
    }
    guard let main else { return nil }
    if main.numbers(TIFFTag.sampleFormat).first == 3 {
      throw ImageError(.unsupported, "a DNG of floats is not read; a DNG converter can write one of whole numbers")
    }
    let crop = wholeNumbers(TIFFTag.cropOrigin, of: main) + wholeNumbers(TIFFTag.cropSize, of: main)
    return crop.count == 4 && crop.allSatisfy { $0 <= Int(Int32.max) } ? crop : nil
  }

  private static func holdsSamples(_ directory: TIFFDirectory) -> Bool {
    directory.numbers(TIFFTag.photometric).first.map(photometries.contains) ?? false
  }

  /// The directories that follow each other, and those that they link.
  private static func directories(of file: InputFile) -> [TIFFDirectory] {
    guard let header = try? TIFFHeader(file) else { return [] }
    var (next, seen, found) = ([header.firstDirectory], Set<Int>(), [TIFFDirectory]())
    while let offset = next.popLast(), seen.count < 32 {
      guard offset > 0, seen.insert(offset).inserted, let directory = try? TIFFDirectory(at: offset, of: header) else {
        continue
      }
      found.append(directory)
      next += [directory.next] + directory.numbers(TIFFTag.subDirectories, atMost: 8)
    }
    return found
  }

  /// Two numbers, which may be fractions.
  private static func wholeNumbers(_ tag: Int, of directory: TIFFDirectory) -> [Int] {
    guard let entry = directory.entry(tag), entry.type == 5, entry.count == 2 else {
      return directory.numbers(tag, atMost: 2)
    }
    guard let bytes = directory.bytes(of: entry, atMost: 16) else { return [] }
    let parts = stride(from: 0, to: 16, by: 4).map {
      TIFFHeader.number(bytes[$0..<($0 + 4)], directory.header.isBigEndian)
    }
    return parts[1] > 0 && parts[3] > 0 ? [parts[0] / parts[1], parts[2] / parts[3]] : []
  }
}
