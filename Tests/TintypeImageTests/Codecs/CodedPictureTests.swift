import Foundation
import Testing
import TintypeColor
import TintypeTestSupport

@testable import TintypeImage

/// The picture of the fixtures and of what other programs make here: see Fixtures/heif-fixtures.c.
private struct LetterPicture {
  static let (width, height) = (24, 16)

  static func sample(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 {
    let isLetter = x < 4 || (y < 4 && x < 16) || ((7..<10).contains(y) && x < 12)
    switch channel {
    case 0: return UInt8(x * 10)
    case 1: return UInt8(y * 15)
    case 2: return isLetter ? 200 : 0
    default: return UInt8(255 - x * 5)
    }
  }

  /// The samples as an orientation shows them.
  static func samples(channels: Int = 3, _ orientation: Orientation = .upright) -> [UInt8] {
    let size = orientation.uprightSize(width: width, height: height)
    return (0..<size.height).flatMap { y in
      (0..<size.width).flatMap { x in
        let stored = orientation.storedPosition(x: x, y: y, stored: (width, height))
        return (0..<channels).map { sample(stored.x, stored.y, $0) }
      }
    }
  }

  /// Whether samples are those that the encoder got, but for turning colors into brightness and back.
  static func isNear(_ samples: [UInt8], _ others: [UInt8]) -> Bool {
    samples.count == others.count && zip(samples, others).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
  }

  static func png(_ scratch: Scratch, channels: Int = 3, _ metadata: PictureMetadata = PictureMetadata()) throws {
    let format = PictureFormat(width: width, height: height, channels: channels, depth: .eight)
    _ = try written(scratch, as: "in.png") {
      try encodeAll(
        samples(channels: channels), PictureFileType.png.writer(to: $0, format: format, metadata: metadata))
    }
  }
}

private func upright(_ reader: PictureReader) throws -> [UInt8] { try decodeAll(UprightReader(reader)) }

@Suite(.whereBuiltIn("heif")) struct HEIFTests {
  private func fixture(_ name: String) throws -> [UInt8] {
    try #require(TestFiles.bytes(of: TestFiles.folder(ofTarget: #filePath) + "/Fixtures/\(name).heic"))
  }

  /// The boxes turn the picture; the orientation of camera data and XMP does not count, and is upright afterwards.
  @Test(arguments: 1...8) func boxesTurnThePicture(_ number: Int) throws {
    let reader = try openPicture(fixture("orientation-\(number)"))
    let orientation = try #require(Orientation(rawValue: number))
    #expect(reader.orientation == orientation && reader.notes.isEmpty)
    #expect((reader.format.width, reader.format.height) == (24, 16))
    #expect(try LetterPicture.isNear(upright(reader), LetterPicture.samples(orientation)))
    #expect(reader.metadata.orientation == .upright)
    #expect((reader.metadata.exif != nil) == (number > 1) && (reader.metadata.xmp != nil) == (number > 1))
    #expect(reader.color.space == .srgb)
  }

  @Test func alpha() throws {
    let reader = try openPicture(fixture("alpha"))
    #expect(reader.format.hasAlpha && reader.notes.isEmpty)
    #expect(try LetterPicture.isNear(decodeAll(reader), LetterPicture.samples(channels: 4)))
  }

  @Test func tenBitsBecomeSixteen() throws {
    let reader = try openPicture(fixture("ten-bits"))
    #expect(reader.format.depth == .sixteen)
    let words = try decodeAll(reader).withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    let farthest = zip(words, LetterPicture.samples()).map { abs(Int($0) - Int($1) * 257) }.max() ?? 0
    // 10 bits are not those of 8, and colors were turned into brightness and back.
    #expect(farthest < 400 && words.contains { $0 % 257 != 0 })
  }

  /// An auxiliary picture by the name of its kind, put in the place of alpha.
  @Test(arguments: [
    ("urn:x:hdrgainmap", "gain map"), ("urn:x:portraiteffectsmatte", "a matte"), ("urn:x:y", "auxiliary"),
  ])
  func picturesBesideThePictureAreNamed(_ kind: String, _ name: String) throws {
    var file = try fixture("alpha")
    let alpha = Array("urn:mpeg:hevc:2015:auxid:1".utf8)
    let place = try #require(file.indices.first { file[$0...].starts(with: alpha) })
    let padded = Array(kind.utf8) + [UInt8](repeating: 0, count: alpha.count - kind.utf8.count)
    file.replaceSubrange(place..<(place + alpha.count), with: padded)
    let reader = try openPicture(file)
    #expect(!reader.format.hasAlpha)
    #expect(reader.notes.count == 1 && reader.notes[0].contains(name) && reader.notes[0].contains("left out"))
    #expect(try LetterPicture.isNear(decodeAll(reader), LetterPicture.samples()))
  }

  /// Apple's gain map is an auxiliary picture, turned as its base is.
  @Test(arguments: [false, true]) func gainMapOfApple(_ isApplied: Bool) throws {
    var file = try fixture("gain-map")
    let alpha = Array("urn:mpeg:hevc:2015:auxid:1".utf8)
    let place = try #require(file.firstRange(of: alpha))
    file.replaceSubrange(place, with: Array("urn:x:aux:hdrgainmap\0\0\0\0\0\0".utf8))
    var limits = PictureLimits()
    if isApplied { limits.onHighDynamicRange = .apply }
    let reader = try openPicture(file, limits: limits)
    #expect(reader.color.gainMap?.standard == "Apple" && reader.color.gainMap?.headroom == 4)
    guard isApplied else {
      #expect(reader.notes == ["the gain map (Apple) is left out, and with it light beyond white"])
      #expect(try LetterPicture.isNear(upright(reader), LetterPicture.samples(.quarterTurnRight)))
      return
    }
    #expect(reader.notes == ["the gain map (Apple) is applied: light up to 4 times as bright as white"])
    #expect(reader.format.depth == .half && reader.color.headroom == 4 && reader.orientation == .quarterTurnRight)
    let codes = LetterPicture.samples(.quarterTurnRight)
    let lit = try StoredPicture(decoding: UprightReader(reader))
    for (x, y) in [(3, 20), (8, 12), (12, 5)] {
      // The same column of the stored picture, where the map falls to the right from 255 by 5 a pixel.
      let g = (255 - 5 * Double(y)) / 255
      let linear = pow((g + 0.099) / 1.099, 1 / 0.45)
      for lane in 0..<2 {
        let code = Double(codes[(y * 16 + x) * 3 + lane]) / 255
        guard code > 0.2 else { continue }
        let wanted = RGBSpace.srgb.curves[0].light(of: code) * (1 + 3 * linear)
        let found = lit.number(column: x, row: y, channel: lane)
        #expect(log2(found / wanted).magnitude < 0.1, "\(x) \(y) \(lane): \(found) for \(wanted)")
      }
    }
  }

  @Test(.whereInstalled("heif-enc")) func metadataAndTiles() throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 700, height: 600, channels: 3, depth: .eight)
    var metadata = PictureMetadata()
    metadata.iccProfile = RGBSpace.displayP3.profile
    let gray = [UInt8](repeating: 119, count: format.pictureBytes.count)
    _ = try written(scratch, as: "in.png") {
      try encodeAll(gray, PictureFileType.png.writer(to: $0, format: format, metadata: metadata))
    }
    let made = try runProgram(
      try #require(programOnSearchPath("heif-enc")), ["-q", "90", "-o", "out.heic", "in.png"], in: scratch.folder.path)
    #expect(made.status == 0, "\(made.errors)")
    let reader = try openPicture(scratch.path("out.heic"))
    #expect(reader.color.space.isLike(.displayP3) && reader.color.statement == .profile)
    #expect(try decodeAll(reader, strip: 64).allSatisfy { abs(Int($0) - 119) <= 2 })
    #expect(reader.decodingMemory.count > 700 * 600 * 3)
  }

  /// Chroma of half the resolution has no middle of an odd side to turn about.
  @Test(.whereInstalled("heif-enc"), arguments: [(1, 8), (2, 3), (3, 6)]) func oddSidesTurn(
    _ turns: UInt8, _ number: Int
  ) throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 67, height: 53, channels: 3, depth: .eight)
    _ = try written(scratch, as: "in.png") {
      try encodeAll(testSamples(format.pictureBytes.count), PictureFileType.png.writer(to: $0, format: format))
    }
    let made = try runProgram(
      try #require(programOnSearchPath("heif-enc")), ["-q", "90", "-o", "out.heic", "in.png"], in: scratch.folder.path)
    #expect(made.status == 0, "\(made.errors)")
    var file = try scratch.bytes(of: "out.heic")
    let plain = try decodeAll(openPicture(file))
    // In the place of what says the bits of a sample.
    let place = try #require(file.indices.first { file[$0...].starts(with: "pixi".utf8) })
    file.replaceSubrange(place..<place + 5, with: Array("irot".utf8) + [turns])
    let reader = try openPicture(file)
    #expect(reader.orientation == Orientation(rawValue: number))
    #expect((reader.format.width, reader.format.height) == (67, 53))
    #expect(try decodeAll(reader) == plain)
  }

  /// A map that an item `tmap` states is a picture of its own, turned as its base is.
  @Test(arguments: [1, 3, 6], [false, true]) func gainMapOfISO(_ number: Int, _ isInline: Bool) throws {
    let tile = try fixture("orientation-\(number)")
    let file = try ToneMappedFile(
      base: tile, map: tile, payload: GainMappedFile.iso(stops: [(0, 2)], headroom: 2), isInline: isInline)
    let reader = try openPicture(file.bytes)
    #expect(reader.color.gainMap?.standard == "ISO 21496-1" && reader.color.gainMap?.headroom == 4)
    #expect(reader.notes == ["the gain map (ISO 21496-1) is left out, and with it light beyond white"])
    #expect(reader.orientation == Orientation(rawValue: number))
    var limits = PictureLimits()
    limits.onHighDynamicRange = .apply
    let lit = try openPicture(file.bytes, limits: limits)
    #expect(lit.notes == ["the gain map (ISO 21496-1) is applied: light up to 4 times as bright as white"])
    let (codes, rows) = (try upright(reader), UprightReader(lit))
    let (size, light) = (rows.format, try StoredPicture(decoding: rows))
    for (x, y) in [(1, 1), (12, 8), (20, 14), (5, 11)] where x < size.width && y < size.height {
      for channel in 0..<3 {
        let code = Double(codes[(y * size.width + x) * 3 + channel]) / 255
        let wanted = RGBSpace.srgb.curves[0].light(of: code) * exp2(2 * code)
        let made = light.number(column: x, row: y, channel: channel)
        #expect((made - wanted).magnitude <= 0.002 * max(wanted, 0.1), "\(x), \(y), \(channel): \(made) for \(wanted)")
      }
    }
  }

  @Test func aPictureWithoutASizeIsRefused() throws {
    var file = try fixture("orientation-1")
    while let place = file.indices.first(where: { file[$0...].starts(with: "ispe".utf8) }) { file[place] = 0x78 }
    let error = try imageError { _ = try openPicture(file) }
    #expect(error == ImageError(.corrupt, "the file does not state the picture's size (box 'ispe')"))
  }

  /// Boxes that turn are read here: whatever stands in them, and wherever they end.
  @Test func anyBoxesAreRead() throws {
    let whole = try fixture("orientation-5")
    let scratch = try Scratch()
    var numbers = SeededNumbers(3)
    let end = try #require(whole.indices.first { whole[$0...].starts(with: "mdat".utf8) })
    for round in 0..<(runsAllTests ? 2_000 : 400) {
      var bytes = Array(whole.prefix(round % 10 == 0 ? Int.random(in: 0..<end, using: &numbers) : end))
      for _ in 0..<3 where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &numbers)] =
          [0, 1, 127, 128, 255].randomElement(using: &numbers) ?? 0
      }
      let boxes = try? ItemBoxes(of: InputFile(scratch.write(bytes)))
      _ = boxes.flatMap(HEIFTurn.orientation)
      _ = try? boxes?.toneMap()
    }
    let boxes = try #require(try ItemBoxes(of: InputFile(scratch.write(whole))))
    #expect(HEIFTurn.orientation(boxes) == 5)
    let toneMap = try boxes.toneMap()
    #expect(toneMap == nil)
  }

  @Test func truncationIsAnError() throws {
    let whole = try fixture("orientation-6")
    for count in stride(from: 20, to: whole.count - 1, by: 97) {
      let error = try imageError { _ = try decodeAll(openPicture(Array(whole.prefix(count)))) }
      #expect([.corrupt, .unsupported].contains(error.kind), "\(count): \(error)")
    }
  }

  @Test func pixelsAreLimited() throws {
    let file = try fixture("alpha")
    let error = try imageError { _ = try openPicture(file, limits: PictureLimits(maxPixels: 383)) }
    #expect(error.kind == .limit)
  }
}

@Suite(.whereBuiltIn("avif"), .whereInstalled("avifenc")) struct AVIFTests {
  private func encoded(_ scratch: Scratch, _ options: [String]) throws -> PictureReader {
    let made = try runProgram(
      try #require(programOnSearchPath("avifenc")), ["-s", "10"] + options + ["in.png", "out.avif"],
      in: scratch.folder.path)
    #expect(made.status == 0, "\(made.output) \(made.errors)")
    return try openPicture(scratch.path("out.avif"))
  }

  @Test(arguments: [3, 4]) func withoutLoss(_ channels: Int) throws {
    let scratch = try Scratch()
    try LetterPicture.png(scratch, channels: channels)
    let reader = try encoded(scratch, ["--lossless"])
    #expect(reader.format.channels == channels && reader.notes.isEmpty)
    #expect(try decodeAll(reader) == LetterPicture.samples(channels: channels))
  }

  /// A map of half the size, in the primaries of the picture that it makes or in those of its base.
  @Test(arguments: [nil, 1, 9], [1, 2]) func gainMapOfISO(_ primaries: Int?, _ fraction: Int) throws {
    func file(_ codes: [SIMD3<UInt8>], block: Int) throws -> [UInt8] {
      let format = PictureFormat(width: 2 * block, height: block, channels: 3, depth: .eight)
      let rows = (0..<format.height).flatMap { _ in
        (0..<format.width).flatMap { x in (0..<3).map { codes[x / block][$0] } }
      }
      return try written(Scratch()) {
        try encodeAll(
          rows,
          PictureFileType.avif.writer(to: $0, format: format, options: EncodingOptions(quality: 100)))
      }
    }
    let (base, map) = (
      [SIMD3<UInt8>(200, 120, 60), SIMD3(40, 90, 220)], [SIMD3<UInt8>(255, 128, 0), SIMD3(0, 64, 255)]
    )
    let made = try ToneMappedFile(
      base: file(base, block: 32), map: file(map, block: 32 / fraction),
      payload: GainMappedFile.iso(
        stops: [(0, 2), (-1, 1), (0, 1)], headroom: 2, isInBaseSpace: primaries == nil),
      primaries: primaries)
    var limits = PictureLimits()
    limits.onHighDynamicRange = .apply
    let reader = try openPicture(made.bytes, limits: limits)
    #expect(reader.notes == ["the gain map (ISO 21496-1) is applied: light up to 4 times as bright as white"])
    let light = try StoredPicture(decoding: reader)
    let other = try #require(RGBSpace(primaries: primaries ?? 1, transfer: 13))
    for (index, codes) in base.enumerated() {
      let color = SIMD3((0..<3).map { RGBSpace.srgb.curves[0].light(of: Double(codes[$0]) / 255) })
      let g = SIMD3((0..<3).map { Double(map[index][$0]) / 255 })
      let gains = SIMD3(exp2(2 * g.x), exp2(2 * g.y - 1), exp2(g.z))
      let wanted = other.matrix(to: .srgb) * (RGBSpace.srgb.matrix(to: other) * color * gains)
      for channel in 0..<3 {
        let found = light.number(column: 32 * index + 16, row: 16, channel: channel)
        #expect((found - wanted[channel]).magnitude < 0.02 * wanted.max(), "\(found) for \(wanted[channel])")
      }
    }
  }

  /// What a later version of the standard writes, and what is cut off, is a picture without a map.
  @Test(arguments: [0, 1, 4, 40]) func aBadFormulaIsLeftOut(_ place: Int) throws {
    let scratch = try Scratch()
    try LetterPicture.png(scratch)
    _ = try encoded(scratch, ["--lossless"])
    let path = scratch.folder.path + "/out.avif"
    let base = try #require(TestFiles.bytes(of: path))
    var payload = GainMappedFile.iso(stops: [(0, 2)], headroom: 2)
    if place == 40 { payload.removeLast(20) } else { payload[place] = 0xFF }
    let reader = try openPicture(ToneMappedFile(base: base, map: base, payload: payload).bytes)
    #expect(reader.color.gainMap == nil && reader.notes.count == 1)
    #expect(
      reader.notes.first?.hasPrefix("the gain map ") == true
        && reader.notes.first?.hasSuffix(", and is left out") == true)
    #expect(try decodeAll(reader) == LetterPicture.samples())
  }

  /// `irot` counts quarter turns counterclockwise; `imir` follows it: 0 exchanges top and bottom, 1 left and right.
  @Test(arguments: [
    ([], 1), (["--irot", "1"], 8), (["--irot", "2"], 3), (["--irot", "3"], 6), (["--imir", "0"], 4),
    (["--imir", "1"], 2), (["--irot", "1", "--imir", "0"], 5), (["--irot", "1", "--imir", "1"], 7),
  ])
  func boxesTurnThePicture(_ options: [String], _ number: Int) throws {
    let scratch = try Scratch()
    var metadata = PictureMetadata()
    // avifenc makes boxes of the camera data's orientation where it gets none.
    metadata.exif = exifBlock(orientation: options.contains("--irot") ? 6 : 1, bigEndian: true)
    try LetterPicture.png(scratch, metadata)
    let reader = try encoded(scratch, ["--lossless"] + options)
    let orientation = try #require(Orientation(rawValue: number))
    #expect(reader.orientation == orientation)
    #expect(try upright(reader) == LetterPicture.samples(orientation))
    #expect(reader.metadata.exif != nil && reader.metadata.orientation == .upright)
  }

  @Test func cropped() throws {
    let scratch = try Scratch()
    try LetterPicture.png(scratch)
    // 12 x 8 around the center.
    let reader = try encoded(scratch, ["--lossless", "--clap", "12,1,8,1,0,1,0,1"])
    #expect((reader.format.width, reader.format.height) == (12, 8))
    let expected = (4..<12).flatMap { y in (6..<18).flatMap { x in (0..<3).map { LetterPicture.sample(x, y, $0) } } }
    #expect(try decodeAll(reader) == expected)
  }

  @Test(arguments: [10, 12]) func moreBitsBecomeSixteen(_ bits: Int) throws {
    let scratch = try Scratch()
    try LetterPicture.png(scratch)
    let reader = try encoded(scratch, ["-d", "\(bits)", "-y", "444", "--min", "0", "--max", "4"])
    #expect(reader.format.depth == .sixteen)
    let words = try decodeAll(reader).withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    let farthest = zip(words, LetterPicture.samples()).map { abs(Int($0) - Int($1) * 257) }.max() ?? 0
    #expect(farthest < 3 * 257)
  }

  @Test func metadataIsRead() throws {
    let scratch = try Scratch()
    var metadata = PictureMetadata()
    metadata.iccProfile = RGBSpace.displayP3.profile
    metadata.xmp = xmp
    try LetterPicture.png(scratch, metadata)
    let reader = try encoded(scratch, [])
    #expect(reader.color.space.isLike(.displayP3) && reader.metadata.xmp?.count == xmp.count)
    #expect(reader.subsampling == .full444)
  }

  /// Light of high dynamic range is named, as in PNG.
  @Test func codePoints() throws {
    let scratch = try Scratch()
    try LetterPicture.png(scratch)
    #expect(try encoded(scratch, ["--cicp", "12/13/6"]).color.space.isLike(.displayP3))
    let error = try imageError { _ = try decodeAll(encoded(scratch, ["--cicp", "9/16/9"])) }
    #expect(error.remedy == .toneMapping && error.message.contains("PQ"))
    #expect(try encoded(scratch, ["--cicp", "2/2/6"]).color.statement == .nothing)
  }

  @Test func grids() throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 256, height: 192, channels: 3, depth: .eight)
    let samples = testSamples(format.pictureBytes.count)
    _ = try written(scratch, as: "in.png") {
      try encodeAll(samples, PictureFileType.png.writer(to: $0, format: format))
    }
    let reader = try encoded(scratch, ["--lossless", "--grid", "2x2"])
    #expect(try decodeAll(reader, strip: 50) == samples)
  }

  @Test func truncationIsAnError() throws {
    let scratch = try Scratch()
    try LetterPicture.png(scratch)
    _ = try encoded(scratch, [])
    let whole = try scratch.bytes(of: "out.avif")
    for count in stride(from: 40, to: whole.count - 1, by: 29) {
      let error = try imageError { _ = try decodeAll(openPicture(scratch.write(Array(whole.prefix(count))))) }
      #expect([.corrupt, .unsupported].contains(error.kind), "\(count): \(error)")
    }
  }
}

@Suite(.whereBuiltIn("jxl"), .whereInstalled("cjxl")) struct JPEGXLTests {
  private func encoded(_ scratch: Scratch, _ options: [String] = [], from name: String = "in.png") throws
    -> PictureReader
  {
    let made = try runProgram(
      try #require(programOnSearchPath("cjxl")), [name, "out.jxl"] + options, in: scratch.folder.path)
    #expect(made.status == 0, "\(made.output) \(made.errors)")
    return try openPicture(scratch.path("out.jxl"))
  }

  @Test(arguments: [3, 4], ["0", "1"]) func withoutLoss(_ channels: Int, _ container: String) throws {
    let scratch = try Scratch()
    try LetterPicture.png(scratch, channels: channels)
    let reader = try encoded(scratch, ["-d", "0", "--container=\(container)"])
    #expect(reader.format.channels == channels && reader.notes.isEmpty, "\(reader.notes)")
    #expect(reader.color.space == .srgb)
    #expect(try decodeAll(reader) == LetterPicture.samples(channels: channels))
  }

  @Test func sixteenBits() throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 24, height: 16, channels: 3, depth: .sixteen)
    let samples = testSamples(format.pictureBytes.count)
    _ = try written(scratch, as: "in.png") {
      try encodeAll(samples, PictureFileType.png.writer(to: $0, format: format))
    }
    let reader = try encoded(scratch, ["-d", "0"])
    #expect(reader.format.depth == .sixteen)
    #expect(try decodeAll(reader) == samples)
  }

  @Test func profileIsRead() throws {
    let scratch = try Scratch()
    var metadata = PictureMetadata()
    metadata.iccProfile = RGBSpace.displayP3.profile
    try LetterPicture.png(scratch, metadata)
    #expect(try encoded(scratch, ["-d", "0"]).color.space.isLike(.displayP3))
  }

  /// A packed JPEG is turned as its camera data say, once.
  @Test func aPackedJPEG() throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 48, height: 32, channels: 3, depth: .eight)
    var metadata = PictureMetadata()
    metadata.exif = exifBlock(orientation: 6, bigEndian: true)
    metadata.xmp = xmp
    let samples: [UInt8] = (0..<32).flatMap { y in
      (0..<48).flatMap { x in [UInt8](repeating: UInt8(2 * x + 3 * y), count: 3) }
    }
    _ = try written(scratch, as: "in.jpg") {
      try encodeAll(samples, PictureFileType.jpeg.writer(to: $0, format: format, metadata: metadata))
    }
    let reader = try encoded(scratch, from: "in.jpg")
    #expect(reader.notes.contains { $0.contains("packed without loss") }, "\(reader.notes)")
    #expect((reader.format.width, reader.format.height) == (32, 48))
    let expected = try upright(openPicture(scratch.path("in.jpg")))
    let found = try upright(reader)
    #expect(found.count == expected.count)
    #expect(zip(found, expected).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
    #expect(reader.metadata.exif != nil && reader.metadata.orientation == .upright)
    #expect(reader.metadata.xmp?.count == xmp.count)
  }

  /// Light of high dynamic range is named, as in PNG.
  @Test func codePoints() throws {
    let scratch = try Scratch()
    try LetterPicture.png(scratch)
    let error = try imageError { _ = try decodeAll(encoded(scratch, ["-x", "color_space=RGB_D65_202_Rel_PeQ"])) }
    #expect(error.remedy == .toneMapping && error.message.contains("PQ"))
  }

  /// Salvaging is proposed where it leaves something.
  @Test(arguments: [["-d", "0"], ["-d", "1", "-p"]]) func truncationIsAnError(_ options: [String]) throws {
    let scratch = try Scratch()
    try LetterPicture.png(scratch)
    _ = try encoded(scratch, options)
    let whole = try scratch.bytes(of: "out.jxl")
    for count in stride(from: 3, to: whole.count - 1, by: 13) {
      let file = try scratch.write(Array(whole.prefix(count)))
      let error = try imageError { _ = try decodeAll(openPicture(file)) }
      #expect([.corrupt, .unsupported].contains(error.kind), "\(count): \(error)")
      let left = try? decodeAll(openPicture(file, limits: PictureLimits(onCorrupt: .salvage)))
      #expect((error.remedy == .salvage) == (left != nil), "\(count): \(error)")
    }
  }

  @Test func pixelsAreLimited() throws {
    let scratch = try Scratch()
    try LetterPicture.png(scratch)
    _ = try encoded(scratch)
    let file = try scratch.bytes(of: "out.jxl")
    let error = try imageError { _ = try openPicture(file, limits: PictureLimits(maxPixels: 383)) }
    #expect(error.kind == .limit)
  }

  /// A codestream of some bytes that declares one row or one column of 2^29 pixels.
  @Test(arguments: [(1 << 29, 1), (1, 1 << 29)]) func sidesAreLimited(_ width: Int, _ height: Int) throws {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) { bits += (0..<count).map { value >> $0 & 1 == 1 } }
    append(0xFF | 0x0A << 8, 16)
    // No multiple of 8, the height, no ratio, the width. A side less 1 has 9 bits behind 0, or 30 behind 3.
    append(0, 1)
    append(height == 1 ? 0 : 3, 2)
    append(height - 1, height == 1 ? 9 : 30)
    append(0, 3)
    append(width == 1 ? 0 : 3, 2)
    append(width - 1, width == 1 ? 9 : 30)
    // Metadata and transform: what is usual. Then zeros, as many as a small file has.
    append(3, 2)
    let file = (0..<408).map { byte in
      (0..<8).reduce(UInt8(0)) { sum, bit in
        let index = byte * 8 + bit
        return sum | (index < bits.count && bits[index] ? 1 << bit : 0)
      }
    }
    let error = try imageError { _ = try openPicture(file) }
    #expect(error.kind == .limit && error.message.contains("a side has at most"), "\(error)")
  }
}
