internal import CTintypeCodec
import TintypeColor
import TintypeRaw

/// What a raw file says of its photo.
///
/// Most raw files are directories of TIFF, with the camera data where a TIFF has them. Canon's CR3 has them in boxes,
/// Fujifilm's RAF in a JPEG within. Of other kinds the few facts that LibRaw knows are taken. The maker's note is not
/// carried: it can be larger than a JPEG's camera data may be.
struct RawMetadata {
  private let file: InputFile
  private let start: [UInt8]
  /// The directories that follow each other, and those that they link; none of files of another kind.
  private let directories: [TIFFDirectory]

  init(_ file: InputFile) throws(ImageError) {
    self.file = file
    start = try file.bytes(at: 0, count: min(file.size, 32))
    directories = Self.directories(of: file, start)
  }

  func read(_ sensor: tt_sensor) -> (metadata: PictureMetadata, notes: [String]) {
    let (block, packet) = (try? own(sensor)) ?? ([], [])
    let exif = block.isEmpty ? CaptureFacts(sensor).block : block
    var metadata = PictureMetadata(
      source: .raw,
      items: RawForm.items(.exif, holding: exif) + (packet.isEmpty ? [] : RawForm.items(.xmp, holding: packet)))
    // LibRaw says how the rows are to be turned, for all kinds.
    metadata.edit(exif: { $0.setOrientation(1) }, xmp: { $0.setOrientation(1) })
    return (metadata, [])
  }

  /// Camera data and XMP; empty where the file has none that are understood.
  private func own(_ sensor: tt_sensor) throws(ImageError) -> (exif: [UInt8], xmp: [UInt8]) {
    if let main = directories.first {
      let packet = main.entry(TIFFTag.xmp).flatMap { main.bytes(of: $0, atMost: TIFFMetadata.maxBytes) }
      return (TIFFMetadata.cameraData(ofRaw: main, sensitivity: CaptureFacts(sensor).sensitivity), packet ?? [])
    }
    if start.dropFirst(4).starts(with: "ftypcrx ".utf8) { return (try boxed(), []) }
    if start.starts(with: "FUJIFILMCCD-RAW".utf8) { return (try within(), []) }
    return ([], [])
  }

  // MARK: Canon's boxes

  /// The directories in the boxes CMT1, CMT2 and CMT4 of the box `uuid` in `moov`: the photo's, EXIF's, and the
  /// position's.
  private func boxed() throws(ImageError) -> [UInt8] {
    guard let movie = try boxes(in: 0..<file.size).first(where: { $0.type == "moov" }) else { return [] }
    for box in try boxes(in: movie.content) where box.type == "uuid" && box.content.count > 16 {
      var directories: [String: TIFFDirectory] = [:]
      let inner = (box.content.lowerBound + 16)..<box.content.upperBound
      for part in try boxes(in: inner) where part.type.hasPrefix("CMT") && part.content.count <= 1 << 20 {
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
  private func boxes(in range: Range<Int>) throws(ImageError) -> [(type: String, content: Range<Int>)] {
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
  private func within() throws(ImageError) -> [UInt8] {
    guard file.size >= 92 else { return [] }
    let places = try file.bytes(at: 84, count: 8)
    return try JPEGSegments(of: file, at: places.bigEndian32(at: 0)).metadata.exif ?? []
  }
}

// MARK: Directories

extension RawMetadata {
  /// Filters of a sensor's colors, and linear light of a DNG (TIFF/EP; DNG 1.6, "PhotometricInterpretation").
  private static let photometries: Set = [32_803, 34_892]

  /// Whether a file that begins as TIFF does is a raw file: it states a DNG's version, or a picture in it, or linked
  /// from one, is of a sensor's samples.
  var isRaw: Bool { isDNG || directories.contains(where: Self.holdsSamples) }

  private var isDNG: Bool { directories.first?.entry(TIFFTag.dngVersion) != nil }

  /// Of the full size.
  private var samples: TIFFDirectory? {
    directories.first { Self.holdsSamples($0) && ($0.numbers(TIFFTag.newSubfileType).first ?? 0) == 0 }
  }

  /// The crop that a DNG states, within its active area: left, top, width, height (DNG 1.6, "DefaultCropOrigin" and
  /// "DefaultCropSize"); nil for none.
  ///
  /// - Throws: `.unsupported` for samples that are floats, which LibRaw takes for whole numbers in some sizes.
  func crop() throws(ImageError) -> [UInt32]? {
    guard let samples else { return nil }
    if samples.numbers(TIFFTag.sampleFormat).first == 3 {
      throw ImageError(.unsupported, "a DNG of floats is not read; a DNG converter can write one of whole numbers")
    }
    let crop = [TIFFTag.cropOrigin, TIFFTag.cropSize].flatMap { samples.reals($0, count: 2) ?? [] }
    return crop.count == 4 && crop.allSatisfy { (0...Double(Int32.max)).contains($0) } ? crop.map { UInt32($0) } : nil
  }

  private static func holdsSamples(_ directory: TIFFDirectory) -> Bool {
    directory.numbers(TIFFTag.photometric).first.map(photometries.contains) ?? false
  }

  private static func directories(of file: InputFile, _ start: [UInt8]) -> [TIFFDirectory] {
    let isRawMark = TIFFHeader.rawMarks.contains(where: start.starts)
    guard let header = isRawMark ? try? TIFFHeader(raw: file) : try? TIFFHeader(file) else { return [] }
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
}

// MARK: Colors of a DNG

extension RawMetadata {
  /// What a DNG states of its colors, and the white that it states in place of a neutral color; nil for other files,
  /// and where the matrices make no sense.
  func profile() -> (profile: CameraProfile, white: SIMD2<Double>?)? {
    guard isDNG, let main = directories.first else { return nil }
    let calibrations = (0..<2).map { calibration($0, of: main) }
    guard let first = calibrations[0] ?? calibrations[1] else { return nil }
    let second = calibrations[1].flatMap { $0.kelvins > 0 && first.kelvins > 0 ? $0 : nil }
    let white = main.reals(TIFFTag.asShotWhite, count: 2).map { SIMD2($0[0], $0[1]) }
    return (CameraProfile(first, second), white)
  }

  private func calibration(_ index: Int, of main: TIFFDirectory) -> CameraProfile.Calibration? {
    func matrix(_ tag: Int) -> Matrix3? {
      main.reals(tag, count: 9).map { n in
        Matrix3(SIMD3(n[0], n[1], n[2]), SIMD3(n[3], n[4], n[5]), SIMD3(n[6], n[7], n[8]))
      }
    }
    guard let fromXYZ = matrix(TIFFTag.colorMatrices[index]), fromXYZ.inverse != nil else { return nil }
    let gains = main.reals(TIFFTag.analogBalance, count: 3) ?? [1, 1, 1]
    let balance = Matrix3(SIMD3(gains[0], 0, 0), SIMD3(0, gains[1], 0), SIMD3(0, 0, gains[2]))
    let light = main.numbers(TIFFTag.calibrationLights[index]).first ?? 0
    return CameraProfile.Calibration(
      kelvins: Self.kelvins[light] ?? 0, fromXYZ: fromXYZ, forward: matrix(TIFFTag.forwardMatrices[index]),
      individual: balance * (matrix(TIFFTag.cameraCalibrations[index]) ?? Self.identity))
  }

  private static let identity = Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

  /// Temperatures of EXIF's light sources (EXIF 2.32, 4.6.5, "LightSource"; the standard lights of CIE 015:2018), the
  /// middle of a range where it states one.
  private static let kelvins: [Int: Double] = [
    1: 5_500, 2: 4_150, 3: 2_856, 4: 5_500, 9: 5_500, 10: 6_500, 11: 7_500, 12: 6_400, 13: 5_050, 14: 4_150, 15: 3_525,
    17: 2_856, 18: 4_874, 19: 6_774, 20: 5_503, 21: 6_504, 22: 7_504, 23: 5_003, 24: 3_200,
  ]
}

// MARK: What LibRaw knows

extension CaptureFacts {
  fileprivate init(_ sensor: tt_sensor) {
    self.init()
    func text<Characters>(_ characters: Characters) -> String? {
      let text = withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      return text.isEmpty ? nil : text
    }
    func number(_ number: Float) -> Double? { number > 0 && number < 100_000 ? Double(number) : nil }
    (make, model) = (text(sensor.make), text(sensor.model))
    (exposureTime, aperture) = (number(sensor.exposure_time), number(sensor.aperture))
    focalLength = number(sensor.focal_length)
    sensitivity = sensor.iso >= 1 && sensor.iso <= 65_535 ? Int(sensor.iso.rounded()) : nil
    // LibRaw takes the clock of the camera for local time.
    guard sensor.date > 0, sensor.date < 1 << 33 else { return }
    let parts = localParts(ofSeconds: Int(sensor.date)).map { $0 < 10 ? "0\($0)" : "\($0)" }
    date = parts[..<3].joined(separator: ":") + " " + parts[3...].joined(separator: ":")
  }
}
