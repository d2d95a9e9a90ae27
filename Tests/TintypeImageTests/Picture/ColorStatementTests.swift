import CTestJPEG
import Testing
import TintypeColor
import TintypeTestSupport

@testable import TintypeImage

/// Which of a file's statements on color counts, and what is said of those that cannot be used.
@Suite struct ColorStatementTests {
  private func png(_ chunks: [UInt8], _ scratch: Scratch) throws -> any RowReader {
    try openPicture(scratch.write(ColoredFile.png(chunks)))
  }

  private func jpeg(_ colors: test_jpeg_colors, _ metadata: PictureMetadata, _ scratch: Scratch)
    throws -> any RowReader
  {
    try openPicture(scratch.write(ColoredFile.jpeg(colors, metadata)))
  }

  private func metadata(profile: [UInt8]) -> PictureMetadata {
    PictureMetadata(source: .jpeg, items: JPEGForm.iccProfile(profile))
  }

  /// A gray profile's curve is the photo's where it can be inverted, and else a table.
  @Test func grayProfiles() throws {
    let square = (0...255).map { UInt16($0 * $0) }
    let plain = try jpeg(TEST_JPEG_GRAY, metadata(profile: TableProfile.gray(square)), Scratch())
    #expect(plain.color.space.curves == [ToneCurve](repeating: .sampled(square), count: 3))
    #expect(plain.color.lostSpace == "gray" && plain.format.depth == .eight && plain.notes.isEmpty)
    let table = try jpeg(TEST_JPEG_GRAY, metadata(profile: TableProfile.gray(square.reversed())), Scratch())
    #expect(table.color.space == .wide && table.color.lostSpace == "gray" && table.format.depth == .sixteen)
    let codes = try StoredPicture(table.format, bytes: decodeAll(table)).colorCodes
    #expect(stride(from: 0, to: codes.count, by: 3).allSatisfy { Set(codes[$0..<$0 + 3]).count == 1 })
  }

  /// PNG, third edition, 4.3: cICP, iCCP, sRGB, then gAMA and cHRM.
  @Test func theHighestStatementCounts() throws {
    let scratch = try Scratch()
    let linear = chunk("gAMA", bigEndian(100_000))
    let srgb = chunk("sRGB", [0])
    let adobe = chunk("iCCP", Array("x\0\0".utf8) + deflate(RGBSpace.adobeRGB.profile))
    let p3 = chunk("cICP", [12, 13, 0, 1])
    #expect(try png([], scratch).color.space == .srgb)
    #expect(try png(linear, scratch).color.space.curves == Array(repeating: .gamma(1), count: 3))
    #expect(try png(linear + srgb, scratch).color.space == .srgb)
    #expect(try png(linear + srgb + adobe, scratch).color.space.isLike(.adobeRGB))
    #expect(try png(linear + srgb + adobe + p3, scratch).color.space == .displayP3)
    #expect(try png(adobe, scratch).color.statement == .profile)
    #expect(try png(p3 + adobe, scratch).color.statement == .format)
  }

  /// High dynamic range is not understood, and the profile behind it counts, as the standard has it.
  @Test func whatIsNotUnderstoodIsPassedOver() throws {
    let scratch = try Scratch()
    let adobe = chunk("iCCP", Array("x\0\0".utf8) + deflate(RGBSpace.adobeRGB.profile))
    let reader = try png(chunk("cICP", [9, 16, 0, 1]) + adobe, scratch)
    #expect(reader.color.space.isLike(.adobeRGB))
    #expect(
      reader.notes == [
        "light is coded as PQ, of high dynamic range, which is not understood, and the next statement counts"
      ])
  }

  @Test(arguments: [(16, "PQ"), (18, "HLG")]) func highDynamicRangeAlone(_ transfer: UInt8, _ name: String) throws {
    let scratch = try Scratch()
    let reader = try png(chunk("cICP", [9, transfer, 0, 1]), scratch)
    #expect(reader.color.space.isLike(.wide), "its primaries are understood")
    #expect(reader.color.statement == .codePoints && reader.notes.isEmpty)
    let error = try imageError { _ = try decodeAll(reader) }
    #expect(error.kind == .unsupported && error.remedy == .toneMapping)
    #expect(error.message.hasPrefix("light is coded as \(name), of high dynamic range, and looks are for"))
    var limits = PictureLimits()
    limits.onHighDynamicRange = .tonemap
    let mapped = try openPicture(scratch.path("picture"), limits: limits)
    #expect(mapped.format.depth == .sixteen && mapped.color.space.isLike(.wide))
    #expect(try decodeAll(mapped).count == mapped.format.pictureBytes.count)
    #expect(mapped.notes.count == 1 && mapped.notes[0].hasSuffix("mapped from 1000 cd/m² to a white of 203"))
  }

  /// ICC.1:2022, 9.2.17: primaries, transfer, matrix, range behind the type and four zeros.
  @Test func profilesOfHighDynamicRange() {
    let content = Array("cicp".utf8) + [0, 0, 0, 0, 9, 16, 0, 1]
    let head = [UInt8](repeating: 0, count: 128) + bigEndian(1) + Array("cicp".utf8) + bigEndian(144) + bigEndian(12)
    #expect(ColorProfile.highDynamicRange(in: head + content) == .pq)
    #expect(ColorProfile.highDynamicRange(in: head + content.dropLast(3)) == nil)
    #expect(ColorProfile.highDynamicRange(in: RGBSpace.displayP3.profile) == nil)
  }

  @Test func gammaAndPrimaries() throws {
    let scratch = try Scratch()
    func chromaticities(_ numbers: [UInt32]) -> [UInt8] { chunk("cHRM", numbers.flatMap(bigEndian)) }
    let rec709: [UInt32] = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
    let adobe: [UInt32] = [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000]
    let usual = chunk("gAMA", bigEndian(45455))
    #expect(try png(usual, scratch).color.space == .srgb)
    #expect(try png(usual + chromaticities(rec709), scratch).color.space == .srgb)
    let wide = try png(usual + chromaticities(adobe), scratch).color.space
    #expect(wide.isLike(.adobeRGB), "with other primaries it is the power that it says")
    let zeros = try png(chromaticities(Array(repeating: 0, count: 8)), scratch)
    #expect(zeros.color.space == .srgb)
    #expect(zeros.notes == ["the gamma or the primaries that it states are invalid, and are ignored"])
  }

  /// ColorSpace is 2, or the interoperability index is R03 and ColorSpace says nothing else (DCF 2.0).
  @Test(arguments: [(2, "R98", true), (0xFFFF, "R03", true), (0xFFFF, "R98", false), (1, "R03", false)])
  func camerasMarkAdobeRGB(_ space: UInt32, _ index: String, _ isAdobe: Bool) throws {
    for bigEndian in [false, true] {
      var metadata = PictureMetadata(source: .jpeg, items: [])
      metadata.exif = colorBlock(space: space, index: index, bigEndian: bigEndian)
      let reader = try jpeg(TEST_JPEG_YCC, metadata, Scratch())
      #expect(reader.color.space == (isAdobe ? .adobeRGB : .srgb))
      #expect(reader.color.statement == (isAdobe ? .cameraData : .nothing))
      // Once it is converted the mark says so, in place.
      let stated = try #require(reader.metadata.stating(.srgb).exif.flatMap(EXIFBlock.init))
      #expect(!stated.isAdobeRGB)
      #expect(stated.bytes.count == metadata.exif?.count)
      // Only sRGB and Adobe RGB have an index.
      for (space, color, index) in [(RGBSpace.srgb, UInt32(1), "R98"), (.adobeRGB, 0xFFFF, "R03")] {
        let expected = colorBlock(space: color, index: index, bigEndian: bigEndian)
        #expect(reader.metadata.stating(space).exif == expected)
      }
      let wide = try #require(reader.metadata.stating(.displayP3).exif.flatMap(EXIFBlock.init))
      #expect(!wide.isAdobeRGB && wide.bytes.count == metadata.exif?.count)
      #expect(!String(decoding: wide.bytes, as: UTF8.self).contains("R98"))
    }
  }

  @Test func aProfileOutranksCameraData() throws {
    var metadata = metadata(profile: RGBSpace.displayP3.profile)
    metadata.exif = colorBlock(space: 2, index: "R03", bigEndian: true)
    #expect(try jpeg(TEST_JPEG_YCC, metadata, Scratch()).color.space.isLike(.displayP3))
  }

  @Test func brokenProfilesAreSaid() throws {
    let whole = RGBSpace.adobeRGB.profile
    var wrong = whole
    wrong[16..<20] = [0x4C, 0x61, 0x62, 0x20]  // Lab
    var flat = whole
    let red = try #require(flat.position(of: "rXYZ").map { flat.bigEndian32(at: $0 + 4) })
    for index in (red + 8)..<(red + 20) { flat[index] = 0 }
    let cases: [([UInt8], test_jpeg_colors, String)] = [
      (Array(whole.prefix(400)), TEST_JPEG_YCC, "is cut off: 400 of \(whole.count) bytes are there"),
      (Array(whole.prefix(40)), TEST_JPEG_YCC, "has 40 bytes, and its header alone 128"),
      (testSamples(500), TEST_JPEG_YCC, "is no ICC profile"),
      (wrong, TEST_JPEG_YCC, "is neither for RGB nor for gray nor for CMYK"),
      (flat, TEST_JPEG_YCC, "has invalid primaries"),
      (TableProfile.inks, TEST_JPEG_YCC, "is for CMYK, and the picture is RGB"),
      (whole, TEST_JPEG_CMYK, "is for RGB, and the picture is CMYK"),
    ]
    for (profile, colors, reason) in cases {
      let reader = try jpeg(colors, metadata(profile: profile), Scratch())
      let taken = colors == TEST_JPEG_CMYK ? "plain CMYK" : "sRGB"
      #expect(
        reader.notes.first == "the color profile \(reason); it is left out, and colors are taken as \(taken)")
      #expect(reader.color.space == .srgb)
      #expect(reader.color.statement == .nothing)
      _ = try decodeAll(reader)
    }
  }

  @Test func behindABrokenProfileTheNextStatementCounts() throws {
    let broken = chunk("iCCP", Array("x\0\0".utf8) + deflate(Array(RGBSpace.adobeRGB.profile.prefix(300))))
    let reader = try png(broken + chunk("gAMA", bigEndian(100_000)), Scratch())
    #expect(reader.color.space.curves == Array(repeating: .gamma(1), count: 3))
    #expect(reader.color.hasBrokenProfile)
    #expect(reader.notes.first?.hasSuffix("it is left out, and the file's other color data is used") == true)
  }

  @Test func tablesForRGBDescribeGrayToo() throws {
    let reader = try jpeg(TEST_JPEG_GRAY, metadata(profile: TableProfile.rgb), Scratch())
    #expect(reader.notes == [])
    #expect(reader.color.lostSpace == "RGB")
    _ = try decodeAll(reader)
  }

  @Test func partsThatAreMissingAreSaid() throws {
    var metadata = metadata(profile: RGBSpace.adobeRGB.profile)
    metadata.items[0].payload[13] = 2
    let reader = try jpeg(TEST_JPEG_YCC, metadata, Scratch())
    #expect(reader.notes.first?.hasPrefix("the color profile has parts that do not fit together") == true)
  }

  @Test func equalPartsOfAnRGBProfileDescribeGray() throws {
    let reader = try jpeg(TEST_JPEG_GRAY, metadata(profile: RGBSpace.adobeRGB.profile), Scratch())
    #expect(reader.notes == [])
    #expect(reader.color.space.isLike(.adobeRGB))
    #expect(reader.color.lostSpace == nil)
  }

  /// Profiles with some bytes changed or cut away: whatever comes of them, it comes without a crash, and rows come out.
  @Test(.slow, arguments: 0..<12) func mutantsEnd(_ seed: UInt64) throws {
    let scratch = try Scratch()
    var numbers = SeededNumbers(seed)
    let profiles = [RGBSpace.proPhoto.profile, TableProfile.rgb, TableProfile.inks]
    for turn in 0..<6 {
      var profile = profiles[turn % 3]
      for _ in 0...Int(numbers.next() % 4) {
        let isInHead = numbers.next() % 4 != 0
        let place = Int(numbers.next() % UInt64(isInHead ? min(profile.count, 300) : profile.count))
        profile[place] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(truncatingIfNeeded: numbers.next())].randomElement(
          using: &numbers)!
      }
      let isCMYK = turn % 3 == 2
      let reader = try jpeg(isCMYK ? TEST_JPEG_CMYK : TEST_JPEG_YCC, metadata(profile: profile), scratch)
      #expect(try decodeAll(reader).count == reader.format.pictureBytes.count)
    }
  }
}

/// Camera data with ColorSpace and an interoperability directory that holds an index.
func colorBlock(space: UInt32, index: String, bigEndian: Bool) -> [UInt8] {
  var tiff = TIFFBytes(bigEndian: bigEndian)
  tiff.add16(1)
  tiff.addEntry(0x8769, long: true, 26)
  tiff.add32(0)
  tiff.add16(2)
  tiff.addEntry(0xA001, long: false, space)
  tiff.addEntry(0xA005, long: true, 56)
  tiff.add32(0)
  tiff.add16(1)
  tiff.add16(1)
  tiff.add16(2)
  tiff.add32(4)
  tiff.bytes += Array(index.utf8) + [0]
  tiff.add32(0)
  return tiff.bytes
}
