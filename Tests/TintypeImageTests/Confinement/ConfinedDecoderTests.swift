#if os(Linux)
  import CTestJPEG
  import Foundation
  import Testing
  import TintypeColor

  @testable import TintypeImage

  /// What comes out of a confined process is what this one decodes.
  @Suite struct ConfinedDecoderTests {
    private static let here = PictureLimits(confinement: Confinement(.nothing))
    private static let confined = PictureLimits(confinement: Confinement(.everything))

    private func expectSame(_ file: [UInt8], _ change: (PictureReader) throws -> Void = { _ in }) throws {
      let (here, there) = (
        try openPicture(file, limits: Self.here), try openPicture(file, limits: Self.confined)
      )
      #expect(there.decoder is ConfinedDecoder && !(here.decoder is ConfinedDecoder))
      try change(here)
      try change(there)
      #expect(here.format == there.format && here.color.space == there.color.space)
      #expect(here.metadata == there.metadata && here.orientation == there.orientation)
      #expect(here.subsampling == there.subsampling && here.decodingMemory <= there.decodingMemory)
      #expect(try here.fingerprint(bits: 32) == there.fingerprint(bits: 32))
      #expect(try decodeAll(here) == decodeAll(there, strip: 100))
      #expect(here.notes == there.notes)
    }

    @Test(arguments: [(67, 53), (1, 1), (1025, 700), (3, 2000)]) func jpeg(_ size: (Int32, Int32)) throws {
      try expectSame(testJPEG(test_jpeg_recipe(width: size.0, height: size.1, progressive: size.0 == 3)))
    }

    @Test func inks() throws { try expectSame(testJPEG(test_jpeg_recipe(TEST_JPEG_CMYK))) }

    @Test(arguments: 0..<3) func smallerSizes(_ index: Int) throws {
      try expectSame(testJPEG(test_jpeg_recipe(width: 700, height: 301))) { try $0.decode(size: index) }
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
            testSamples(format.pictureBytes), PictureFileType.png.writer(to: $0, format: format, metadata: metadata))
        })
    }

    @Test(.whereBuiltIn("tiff")) func tiff() throws {
      let scratch = try Scratch()
      let format = PictureFormat(width: 300, height: 200, channels: 3, depth: .sixteen)
      let file = try written(scratch) {
        try encodeAll(testSamples(format.pictureBytes), PictureFileType.tiff.writer(to: $0, format: format))
      }
      try expectSame(file)
      #expect(try openPicture(file).decoder is ConfinedDecoder, "the record of TIFF's library is poor")
    }

    @Test func onlyAFewBandsAreAhead() throws {
      // More rows than bands hold: without a sign that bands are free, decoding would not go on.
      let file = try testJPEG(test_jpeg_recipe(width: 40, height: 60000))
      let reader = try openPicture(file, limits: Self.confined)
      #expect(SharedRows.bytes(reader.format) < 1 << 21)
      #expect(try decodeAll(reader, strip: 501).count == reader.format.pictureBytes)
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

    @Test func anAbandonedDecoderEnds() throws {
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

  /// What a hostile decoder may send.
  @Suite struct ConfinedMessageTests {
    private func header() throws -> [UInt8] {
      let scratch = try Scratch()
      let file = try InputFile(scratch.write(testJPEG(test_jpeg_recipe(width: 67, height: 53))))
      var writer = MessageWriter()
      try PictureFileType.jpeg.codec.open(file, limits: PictureLimits()).write(missing: nil, to: &writer)
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
      let whole = try header()
      for count in 0..<whole.count {
        #expect(throws: MessageReader.Nonsense.self) { try read(Array(whole.prefix(count))) }
      }
      #expect(throws: MessageReader.Nonsense.self) { try read(whole + [0]) }
      var numbers = SeededNumbers(7)
      for _ in 0..<20_000 {
        var bytes = whole
        for _ in 0...Int.random(in: 0..<4, using: &numbers) {
          bytes[Int.random(in: bytes.indices, using: &numbers)] =
            [0, 1, 2, 127, 128, 255].randomElement(using: &numbers) ?? 0
        }
        guard let opened = try? read(bytes) else { continue }
        let format = opened.header.format
        #expect(format.width > 0 && format.height > 0 && (3...4).contains(format.channels))
      }
    }

    @Test func errorsPass() throws {
      for error in [
        ImageError(.corrupt, "x", remedy: .salvage), ImageError(.limit, "y", remedy: .morePixels),
        ImageError(.unsupported, "z"),
      ] {
        var writer = MessageWriter()
        error.write(to: &writer)
        var reader = MessageReader(writer.bytes)
        #expect(try ImageError(&reader) == error)
      }
    }
  }
#endif
