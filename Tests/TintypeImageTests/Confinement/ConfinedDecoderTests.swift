#if os(Linux)
  import CTestJPEG
  import Foundation
  import Testing
  import TintypeColor
  import TintypeTestSupport

  @testable import TintypeImage

  /// A confined process decodes the same bytes as this process.
  @Suite struct ConfinedDecoderTests {
    private static let here = PictureLimits(confinement: Confinement(.nothing))
    private static let confined = PictureLimits(confinement: Confinement(.everything))

    private func expectSame(
      _ file: [UInt8], _ onHighDynamicRange: OnHighDynamicRange = .auto,
      _ change: (PictureReader) throws -> Void = { _ in }
    ) throws {
      var limits = (here: Self.here, there: Self.confined)
      (limits.here.onHighDynamicRange, limits.there.onHighDynamicRange) = (onHighDynamicRange, onHighDynamicRange)
      let (here, there) = (try openPicture(file, limits: limits.here), try openPicture(file, limits: limits.there))
      #expect(there.decoder is ConfinedDecoder && !(here.decoder is ConfinedDecoder))
      guard case .none = there.meaning.conversion else {
        Issue.record("this process converts rows of a confined one")
        return
      }
      #expect(here.notes == there.notes)
      try change(here)
      try change(there)
      #expect(here.format == there.format && here.color == there.color)
      #expect(here.metadata == there.metadata && here.orientation == there.orientation)
      #expect(here.subsampling == there.subsampling && here.decodingMemory <= there.decodingMemory)
      #expect(try here.fingerprint(bits: 32) == there.fingerprint(bits: 32))
      let rows = Result { try decodeAll(here) }
      switch rows {
      case .success(let rows): #expect(try decodeAll(there, strip: 100) == rows)
      case .failure(let error): #expect(try imageError { _ = try decodeAll(there) } == error as? ImageError)
      }
      #expect(here.notes == there.notes)
    }

    /// Profiles are read, rows converted and light mapped there, and what comes of it is the same to the last bit.
    @Test(.slow, arguments: ColoredFile.all, OnHighDynamicRange.allCases) func colors(
      _ file: ColoredFile, _ onHighDynamicRange: OnHighDynamicRange
    ) throws {
      try expectSame(file.bytes(), onHighDynamicRange)
    }

    /// The map is decoded there, and its light comes as rows of half precision.
    @Test(arguments: OnHighDynamicRange.allCases, [48, 20]) func gainMap(
      _ onHighDynamicRange: OnHighDynamicRange, _ height: Int32
    ) throws {
      let file = GainMappedFile(
        base: try testJPEG(test_jpeg_recipe(width: 64, height: 48)),
        map: try testJPEG(test_jpeg_recipe(width: 31, height: height), seed: 9),
        .iso(GainMappedFile.iso(stops: [(-0.5, 2)], offset: 0.0156, headroom: 2)))
      try expectSame(file.bytes, onHighDynamicRange)
      try expectSame(file.bytes, onHighDynamicRange) { try $0.decode(size: 1) }
    }

    @Test(.whereBuiltIn("tiff")) func colorsOfTIFF() throws {
      let gray = TIFFRecipe.Field(0x8773, bytes: TableProfile.gray([0, 9000, 65_535]), type: 7)
      let inks = TIFFRecipe.Field(0x8773, bytes: TableProfile.inks, type: 7)
      for recipe in [
        TIFFRecipe(samples: 1, photometric: 1, rows: testSamples(20), fields: [gray]),
        TIFFRecipe(bits: 16, samples: 4, photometric: 5, rows: testSamples(160), fields: [inks]),
        TIFFRecipe(samples: 4, photometric: 5, rows: testSamples(80)),
      ] { try expectSame(recipe.bytes) }
    }

    @Test(arguments: [(67, 53), (1, 1), (1025, 700), (3, 2000)]) func jpeg(_ size: (Int32, Int32)) throws {
      try expectSame(testJPEG(test_jpeg_recipe(width: size.0, height: size.1, progressive: size.0 == 3)))
    }

    @Test(arguments: 0..<3, [TEST_JPEG_YCC, TEST_JPEG_CMYK]) func smallerSizes(
      _ index: Int, _ colors: test_jpeg_colors
    ) throws {
      try expectSame(testJPEG(test_jpeg_recipe(colors, width: 700, height: 301))) { try $0.decode(size: index) }
    }

    @Test func metadata() throws {
      let scratch = try Scratch()
      let format = PictureFormat(width: 20, height: 30, channels: 4, depth: .sixteen)
      var metadata = PictureMetadata()
      metadata.xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
      metadata.iccProfile = RGBSpace.displayP3.profile
      try expectSame(
        written(scratch) {
          try encodeAll(
            testSamples(format.pictureBytes.count),
            PictureFileType.png.writer(to: $0, format: format, metadata: metadata))
        })
    }

    @Test(.whereBuiltIn("tiff")) func tiff() throws {
      let scratch = try Scratch()
      let format = PictureFormat(width: 300, height: 200, channels: 3, depth: .sixteen)
      let file = try written(scratch) {
        try encodeAll(testSamples(format.pictureBytes.count), PictureFileType.tiff.writer(to: $0, format: format))
      }
      try expectSame(file)
      #expect(try openPicture(file).decoder is ConfinedDecoder, "the record of TIFF's library is poor")
    }

    @Test(.slow) func onlyAFewBandsAreAhead() throws {
      // More rows than bands hold: without a sign that bands are free, decoding would not go on.
      let file = try testJPEG(test_jpeg_recipe(width: 40, height: 60000))
      let reader = try openPicture(file, limits: Self.confined)
      #expect(SharedRows.bytes(reader.format) < ByteCount(1 << 21))
      #expect(try decodeAll(reader, strip: 501).count == reader.format.pictureBytes.count)
    }

    @Test func damageIsWhatItIsHere() throws {
      let whole = try testJPEG(test_jpeg_recipe(width: 300, height: 300))
      for count in [0, 2, 100, whole.count / 2, whole.count - 3] {
        let file = Array(whole.prefix(count))
        let errors = try [Self.here, Self.confined].map { limits in
          try imageError { _ = try decodeAll(openPicture(file, limits: limits)) }
        }
        #expect(errors[0] == errors[1], "\(count) bytes")
      }
      var (here, there) = (Self.here, Self.confined)
      (here.onCorrupt, there.onCorrupt) = (.salvage, .salvage)
      let half = Array(whole.prefix(whole.count / 2))
      let (a, b) = (try openPicture(half, limits: here), try openPicture(half, limits: there))
      #expect(try decodeAll(a) == decodeAll(b))
      #expect(a.notes == b.notes && b.notes.contains { $0.hasPrefix("salvaged") })
    }

    @Test func limitsHold() throws {
      var limits = Self.confined
      limits.maxPixels = 100
      let error = try imageError { _ = try openPicture(testJPEG(test_jpeg_recipe(TEST_JPEG_YCC)), limits: limits) }
      #expect(error.kind == .limit && error.remedy == .morePixels)
    }

    @Test(.slow) func anAbandonedDecoderEnds() throws {
      let before = try children()
      for _ in 0..<5 {
        let reader = try openPicture(testJPEG(test_jpeg_recipe(width: 900, height: 900)), limits: Self.confined)
        var row = [UInt8](repeating: 0, count: reader.format.rowBytes)
        try row.withUnsafeMutableBytes { try reader.readRows(1, into: $0, rowBytes: reader.format.rowBytes) }
      }
      #expect(try children().subtracting(before).isEmpty)
    }

    /// Children of this process that decode a photo, running or not, in this test's thread.
    private func children() throws -> Set<String> {
      let list = try String(contentsOfFile: "/proc/thread-self/children", encoding: .utf8)
      return Set(list.split(separator: " ").map(String.init))
    }

    @Test func interruptionEndsIt() throws {
      let scratch = try Scratch()
      let path = try scratch.write(testJPEG(test_jpeg_recipe(width: 900, height: 900)))
      // A busy machine is slow to open it, and then that is interrupted.
      let error = try imageError { _ = try decodeAll(openPicture(path, limits: Self.confined) { true }) }
      #expect(error == .interrupted)
    }
  }

  /// Messages that a hostile decoder may send.
  @Suite struct ConfinedMessageTests {
    private func header(profile: [UInt8] = []) throws -> [UInt8] {
      let file = try ColoredFile.jpeg(TEST_JPEG_YCC, profile: profile)
      return try message {
        try openPicture(file, limits: PictureLimits(confinement: Confinement(.nothing))).write(missing: nil, to: &$0)
      }
    }

    private func message(_ write: (inout MessageWriter) throws -> Void) rethrows -> [UInt8] {
      var writer = MessageWriter()
      try write(&writer)
      return writer.bytes
    }

    private func read(_ bytes: [UInt8]) throws(MessageReader.Nonsense) -> OpenedHeader {
      var reader = MessageReader(bytes)
      return try OpenedHeader(&reader, .jpeg)
    }

    @Test func aHeaderIsReadAsItWasWritten() throws {
      let opened = try read(header())
      #expect((opened.header.format.width, opened.header.format.height) == (67, 53))
      #expect(opened.smallerSizes.count == 3 && opened.missing.isEmpty)
    }

    @Test func noBytesAreBelieved() throws {
      let whole = try header(profile: ColoredFile.odd().profile)
      for count in 0..<whole.count {
        #expect(throws: MessageReader.Nonsense.self) { try read(Array(whole.prefix(count))) }
      }
      #expect(throws: MessageReader.Nonsense.self) { try read(whole + [0]) }
      var numbers = SeededNumbers(7)
      for _ in 0..<4_000 {
        var bytes = whole
        for _ in 0...Int.random(in: 0..<4, using: &numbers) {
          bytes[Int.random(in: bytes.indices, using: &numbers)] =
            [0, 1, 2, 127, 128, 255].randomElement(using: &numbers) ?? 0
        }
        guard let opened = try? read(bytes) else { continue }
        let format = opened.header.format
        #expect(format.width > 0 && format.height > 0 && (3...4).contains(format.channels))
        #expect(!opened.meaning.color.space.profile.isEmpty, "a result can be in the space")
      }
    }

    @Test func aSpaceIsTheSameToTheLastBit() throws {
      for space in try [RGBSpace.srgb, .displayP3, .proPhoto, .wide, ColoredFile.odd()] {
        for lost in [nil, "RGB", "gray", "CMYK"] {
          let color = PictureColor(
            space: space, statement: .cameraData, hasBrokenProfile: true, lostSpace: lost, storedDepth: .sixteen)
          var reader = MessageReader(message { color.write(to: &$0) })
          #expect(try PictureColor(&reader) == color)
        }
      }
    }

    /// Invalid values for a message about a color space, each named by the field that it replaces.
    @Test func noSpaceIsBelieved() throws {
      let odd = try ColoredFile.odd()
      var color = PictureColor.assumed(.eight)
      color.space = odd
      let whole = message { color.write(to: &$0) }
      func text(_ text: String) -> [UInt8] { message { $0.write(text) } }
      func numbers(_ numbers: [Double]) -> [UInt8] { message { for number in numbers { $0.write(number) } } }
      func table(_ entries: [UInt16]) -> [UInt8] {
        message { $0.write(entries.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) }
      }
      guard case .sampled(let entries) = odd.curves[0] else {
        Issue.record("the space has no table")
        return
      }
      let row = (0..<3).map { odd.colorants.rows[1][$0] }
      let name = String(repeating: "a", count: 1 << 20)
      var changes: [(old: [UInt8], new: [UInt8])] = [
        (text("odd"), text("\u{1B}[2J")), (text("odd"), text(name)), (text("odd"), text("\u{1B}" + name)),
        (text("odd"), message { $0.write(Int.max) }), (text("odd"), message { $0.write(-1) }),
        (table(entries), table([])), (table(entries), table([65_535])), (table(entries), table(entries.reversed())),
        (table(entries), message { $0.write([0, 0, 255]) }),
        (table(entries), table([UInt16](repeating: 0, count: 65_536) + [65_535])),
        (numbers(row), numbers([0, 0, 0])), (numbers(row), numbers(row.map { 1e300 * $0 })),
        (numbers(row), numbers([1e5, -1e5, 1])), (numbers(row), numbers([1, 1, 1])),
      ]
      for old in [1.9, row[0]] {
        changes += [Double.nan, .infinity, -.infinity, 1e300].map { (numbers([old]), numbers([$0])) }
      }
      // Gamma, and the factor in front of it.
      changes += [-1, 0, 0.01, 30].map { (numbers([1.9, 1]), numbers([$0, 1])) }
      changes += [0, 1e-9, 200].map { (numbers([1.9, 1]), numbers([1.9, $0])) }
      for (old, new) in changes {
        let place = try #require(whole.indices.first { whole[$0...].starts(with: old) })
        var reader = MessageReader(Array(whole[..<place]) + new + whole[(place + old.count)...])
        #expect(throws: MessageReader.Nonsense.self, "\(old.prefix(16)) as \(new.prefix(16))") {
          try PictureColor(&reader)
        }
      }
      var same = MessageReader(whole)
      #expect(try PictureColor(&same) == color)
    }

    @Test func errorsPass() throws {
      for error in [
        ImageError(.corrupt, "x", remedy: .salvage), ImageError(.limit, "y", remedy: .morePixels),
        ImageError(.unsupported, "z"), HighDynamicRange.pq.refusal,
      ] {
        var writer = MessageWriter()
        error.write(to: &writer)
        var reader = MessageReader(writer.bytes)
        #expect(try ImageError(&reader) == error)
      }
    }
  }
#endif
