import CTestJPEG
import Testing
import TintypeColor

@testable import TintypeImage

/// Rows that become RGB on their way.
@Suite struct ColorReaderTests {
  /// What our own decoder gives before it is converted.
  private func inks(_ path: FilePath) throws -> [UInt8] {
    let raw = try JPEGCodec().open(InputFile(path), limits: PictureLimits())
    #expect(raw.header.samples.hasInks)
    let rowBytes = 4 * raw.header.format.width
    var inks = [UInt8](repeating: 0, count: rowBytes * raw.header.format.height)
    try raw.decoder.start()
    try inks.withUnsafeMutableBytes { try raw.decoder.readRows(raw.header.format.height, into: $0, rowBytes: rowBytes) }
    return inks
  }

  private func withProfile(_ file: [UInt8], _ profile: [UInt8]) -> [UInt8] {
    let segments = JPEGForm.iccProfile(profile).flatMap { segment(0xE2, $0.payload) }
    return Array(file[..<2]) + segments + file[2...]
  }

  @Test(arguments: [TEST_JPEG_CMYK, TEST_JPEG_YCCK]) func inksWithoutAProfile(_ colors: test_jpeg_colors) throws {
    let scratch = try Scratch()
    let file = try testJPEG(test_jpeg_recipe(colors))
    let path = try scratch.write(file)
    let (reader, inks) = (try openPicture(path), try inks(path))
    #expect(reader.format.channels == 3)
    #expect(reader.color.lostSpace == "CMYK")
    #expect(reader.notes == ["CMYK without a usable profile is converted by a simple formula"])
    let rgb = try decodeAll(reader)
    // libjpeg marks both as Adobe's programs do, so 255 is no ink.
    #expect(file.position(of: "Adobe") != nil)
    for pixel in 0..<(rgb.count / 3) {
      for channel in 0..<3 {
        let exact = Double(inks[pixel * 4 + channel]) * Double(inks[pixel * 4 + 3]) / 255
        #expect((Double(rgb[pixel * 3 + channel]) - exact).magnitude <= 0.5)
      }
    }
    // Without the mark 0 is no ink.
    guard colors == TEST_JPEG_CMYK else { return }
    let place = try #require(file.position(of: "Adobe")) - 4
    let plain = try decodeAll(openPicture(scratch.write(Array(file[..<place]) + file[(place + 16)...])))
    for pixel in 0..<(rgb.count / 3) {
      let exact = Double(255 - inks[pixel * 4]) * Double(255 - inks[pixel * 4 + 3]) / 255
      #expect((Double(plain[pixel * 3]) - exact).magnitude <= 0.5)
    }
  }

  /// The corners of the profile's table, which need no interpolation, against CIE's formulas.
  @Test func tablesGiveTheirColors() throws {
    let samples = StoredSamples.invertedInks
    let format = PictureFormat(width: 8, height: 1, channels: 4, depth: .eight)
    let transform = try RowTransform(ColorProfile(TableProfile.inks), samples, format)
    let corners = TableProfile.corners.sorted { $0.key.description < $1.key.description }
    var result = [UInt16](repeating: 0, count: 24)
    let inks = corners.flatMap { $0.key.map { UInt8(255 - 255 * $0) } + [255] }
    result.withUnsafeMutableBytes { transform.run(inks, to: $0.baseAddress!, pixels: 8) }
    for (index, corner) in corners.enumerated() {
      let expected = RowTransform.space.codes(ofLab: corner.value)
      for channel in 0..<3 {
        let found = Double(result[index * 3 + channel]) / 65535
        // The table has 8 bits: half a step of L, a or b.
        #expect((found - expected[channel]).magnitude < 0.012, "\(corner): \(found), not \(expected[channel])")
      }
    }
  }

  @Test func rowsOfTablesAreWideAndKeepAlpha() throws {
    let scratch = try Scratch()
    for depth in [SampleDepth.eight, .sixteen] {
      let format = PictureFormat(width: 5, height: 4, channels: 4, depth: depth)
      var metadata = PictureMetadata()
      metadata.iccProfile = TableProfile.rgb
      let samples = testSamples(format.pictureBytes.count)
      _ = try written(scratch) {
        try encodeAll(samples, PictureFileType.png.writer(to: $0, format: format, metadata: metadata))
      }
      let reader = try openPicture(scratch.path("out"))
      #expect(reader.format.depth == .sixteen && reader.format.channels == 4)
      #expect(
        reader.color
          == PictureColor(
            space: .wide, statement: .profile, lostSpace: "RGB", storedDepth: depth))
      let rows = try decodeAll(reader)
      func wide(_ bytes: [UInt8], _ index: Int) -> Int { Int(bytes[index * 2]) | Int(bytes[index * 2 + 1]) << 8 }
      for pixel in 0..<20 {
        let stored = depth == .eight ? Int(samples[pixel * 4 + 3]) * 257 : wide(samples, pixel * 4 + 3)
        #expect(wide(rows, pixel * 4 + 3) == stored)
      }
    }
  }

  @Test func whatIsRGBPassesUntouched() throws {
    let scratch = try Scratch()
    let file = try testJPEG(test_jpeg_recipe(TEST_JPEG_YCC))
    let plain = try decodeAll(openPicture(scratch.write(file)))
    let marked = try openPicture(scratch.write(withProfile(file, RGBSpace.proPhoto.profile)))
    #expect(marked.color.space.isLike(.proPhoto))
    #expect(try decodeAll(marked) == plain)
  }

  /// The spaces that are written read back as what they are.
  @Test(arguments: [RGBSpace.srgb, .displayP3, .adobeRGB, .proPhoto, .rec2020, .wide])
  func ownProfilesReadBack(_ space: RGBSpace) throws {
    guard case .rgb(let read) = try ColorProfile(space.profile).content else {
      Issue.record("no RGB by a matrix")
      return
    }
    for channel in 0..<3 {
      for step in 0...100 {
        let x = Double(step) / 100
        #expect((read.curves[channel].light(of: x) - space.curves[channel].light(of: x)).magnitude < 2e-5)
      }
    }
    for row in 0..<3 {
      let difference = read.colorants.rows[row] - space.colorants.rows[row]
      #expect((0..<3).allSatisfy { difference[$0].magnitude < 1e-4 })
      #expect((read.colorants.rows[row].sum() - [0.9642, 1, 0.8249][row]).magnitude < 1e-5, "gray stays gray")
    }
    #expect(space.profile == space.profile)
  }
}

extension RGBSpace {
  /// CIE 15:2018, 8.2.1, turned round, under D50; clamped to what can be stored.
  fileprivate func codes(ofLab lab: [Double]) -> SIMD3<Double> {
    func cube(_ t: Double) -> Double { t > 6 / 29.0 ? t * t * t : 3 * 36 / 841.0 * (t - 4 / 29.0) }
    let y = (lab[0] + 16) / 116
    let xyz = SIMD3(0.9642 * cube(y + lab[1] / 500), cube(y), 0.8249 * cube(y - lab[2] / 200))
    guard let light = colorants.inverse.map({ $0 * xyz }) else { return .zero }
    return SIMD3((0..<3).map { min(max(curves[$0].code(of: light[$0]), 0), 1) })
  }
}
