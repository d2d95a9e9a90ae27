import CTestJPEG
import CTestPNG
import Testing

@testable import TintypeImage

@Suite struct CarryingTests {
  private let format = PictureFormat(width: 4, height: 3, channels: 3, depth: .eight)

  private func jpeg(with metadata: PictureMetadata, _ scratch: Scratch, as name: String = "out") throws -> [UInt8] {
    try written(scratch, as: name) {
      try encodeAll(testSamples(36), PictureFileType.jpeg.writer(to: $0, format: format, metadata: metadata))
    }
  }

  private func png(with metadata: PictureMetadata, _ scratch: Scratch) throws -> [UInt8] {
    try written(scratch) {
      try encodeAll(testSamples(36), PictureFileType.png.writer(to: $0, format: format, metadata: metadata))
    }
  }

  /// A JPEG with every kind of segment behind its JFIF header, or without one.
  private func source(_ scratch: Scratch, jfif: Bool = true) throws -> PictureMetadata {
    let plain = try testJPEG(test_jpeg_recipe(TEST_JPEG_YCC))
    let adobe = segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
    let multi = segment(0xE2, Array("MPF\0".utf8) + testSamples(20))
    let file = Array(plain[..<(jfif ? 20 : 2)]) + adobe + jpegMetadata + multi + plain[20...]
    let reader = try openPicture(scratch.write(file))
    #expect(reader.notes.contains { $0.contains("further pictures") })
    #expect(reader.orientation == .quarterTurnRight)
    return reader.metadata
  }

  @Test(arguments: [true, false]) func fromJPEGToJPEGByteForByte(_ jfif: Bool) throws {
    let scratch = try Scratch()
    let metadata = try source(scratch, jfif: jfif)
    let file = try jpeg(with: metadata, scratch)
    #expect(carriedSegments(of: file) == carriedSegments(of: [0xFF, 0xD8] + jpegMetadata + [0xFF, 0xDA, 0, 0]))
    #expect((file[3] == 0xE0) == jfif)
    #expect(try openPicture(scratch.path("out")).metadata == metadata)
  }

  @Test func theBlocksAreReadable() throws {
    let metadata = try source(Scratch())
    #expect(metadata.exif == exifBlock(bigEndian: false))
    #expect(metadata.xmp == xmp)
    #expect(metadata.iccProfile == profile())
    #expect(metadata.comments == [Array("first comment".utf8)])
    #expect(metadata.density == PixelDensity(.ratio, x: 1, y: 1))
    #expect(metadata.iptc == captions)
  }

  @Test func fromJPEGToPNGAndBack() throws {
    let scratch = try Scratch()
    let metadata = try source(scratch)
    let file = try png(with: metadata, scratch)
    let reader = try openPicture(scratch.path("out"))
    let output = try OutputFile(scratch.path("notes"))
    let lost = "left out, because PNG has no place for it: "
    #expect(
      try PictureFileType.png.writer(to: output.descriptor, format: format, metadata: metadata).notes
        == [lost + "segments of makers and of other programs", lost + "extended XMP"])
    for carried in [reader.metadata, try back(file, scratch)] {
      #expect(carried.exif == metadata.exif)
      #expect(carried.xmp == metadata.xmp)
      #expect(carried.iccProfile == metadata.iccProfile)
      #expect(carried.comments == metadata.comments)
      #expect(carried.iptc == metadata.iptc)
    }
    #expect(reader.orientation == .quarterTurnRight)
  }

  /// Captions without Photoshop's wrapping get it in a JPEG, and what is longer than a segment goes on in the next.
  @Test func captionsCrossOver() throws {
    let scratch = try Scratch()
    let captions: [UInt8] = [0x1C, 2, 0x78, 0, 2, 0x68, 0x69]
    let text = Array("Raw profile type iptc\0\0".utf8) + deflate(Array("\niptc\n7\n1c0278\n00026869\n".utf8))
    let plain = try png(with: PictureMetadata(), scratch)
    let metadata = try back(plain.inserting(chunk("zTXt", text), before: "IDAT"), scratch)
    // IIM 4.2 in resource 1028, of an odd length.
    #expect(metadata.iptc == Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 7] + captions + [0])
    let long = PhotoshopResources.resource(holding: [0x1C] + testSamples(150_000))
    #expect(
      try back(try png(with: PictureMetadata(source: .jpeg, items: JPEGForm.iptc(long)), scratch), scratch).iptc == long
    )
  }

  /// XMP that was too long for a segment is one packet in a PNG (XMP specification, part 3, 1.1.3.1).
  @Test func extendedXMPBecomesWhole() throws {
    let more = packet("xmlns:a=\"urn:a\" a:b=\"\(String(repeating: "x", count: 500))\"")
    let items = extendedXMP(more, attributes: "xmp:Rating=\"3\"", parts: 2)
    let (main, first, second) = (items[0], items[1], items[2])
    func carried(_ parts: [MetadataItem]) throws -> PictureMetadata {
      let scratch = try Scratch()
      _ = try png(
        with: PictureMetadata(source: .jpeg, items: [main] + parts), scratch)
      return try openPicture(scratch.path("out")).metadata
    }
    // In any order.
    let whole = String(decoding: try #require(try carried([second, first]).xmp), as: UTF8.self)
    #expect(whole.contains("xmp:Rating=\"3\"") && whole.contains("a:b=\"xxx") && !whole.contains("HasExtendedXMP"))
    #expect(whole.ranges(of: "<rdf:RDF").count == 1 && whole.hasSuffix("</rdf:RDF></x:xmpmeta>"))
    // Without a part it stays away, whole.
    #expect(try carried([second]).xmp == main.block)
  }

  /// A broken comment is named, and so are comments that inflate beyond 1 MiB.
  @Test func commentsThatCannotBeReadAreNamed() {
    func carried(_ items: [MetadataItem]) -> (items: [MetadataItem], notes: [String]) {
      PictureMetadata(source: .png, items: items).carried(into: .jpeg)
    }
    let name = Array("Comment\0\0".utf8)
    let note = "left out, because it cannot be read: comments"
    #expect(carried(PNGForm.items("zTXt", name + [1, 2, 3])) == ([], [note]))
    let long = PNGForm.items("zTXt", name + deflate([UInt8](repeating: 0x61, count: 65_000)))
    let (items, notes) = carried([[MetadataItem]](repeating: long, count: 100).flatMap { $0 })
    #expect(items.count == 17 && notes == [note])
    #expect(carried(long).notes == [])
  }

  /// A time stamp and private chunks have no place in a JPEG.
  @Test(arguments: ["tIME", "prVt"]) func chunksWithoutAPlaceAreNamed(_ type: String) {
    let metadata = PictureMetadata(source: .png, items: PNGForm.items(type, [7, 230, 1, 2, 3, 4, 5]))
    #expect(metadata.items.count == 1)
    #expect(
      metadata.carried(into: .jpeg).notes
        == ["left out, because JPEG has no place for it: segments of makers and of other programs"])
  }

  private func back(_ file: [UInt8], _ scratch: Scratch) throws -> PictureMetadata {
    let metadata = try openPicture(scratch.write(file)).metadata
    _ = try jpeg(with: metadata, scratch, as: "back")
    return try openPicture(scratch.path("back")).metadata
  }

  /// Chunks that are carried, before and behind the pixels, and some that are not.
  @Test func fromPNGToPNGByteForByte() throws {
    let scratch = try Scratch()
    let before =
      chunk("gAMA", bigEndian(45_455)) + chunk("cHRM", testSamples(32)) + chunk("cICP", [12, 13, 0, 1])
      + chunk("pHYs", bigEndian(11_811) + bigEndian(11_811) + [1])
      + chunk("eXIf", exifBlock(orientation: 3, bigEndian: true))
      + chunk("tEXt", Array("Title\0Castle".utf8)) + chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp)
      + chunk("prVt", testSamples(10))
    let after =
      chunk("tIME", [7, 230, 1, 2, 3, 4, 5]) + chunk("zTXt", Array("Comment\0\0".utf8) + deflate([0x68, 0x69]))
    let dropped = chunk("sBIT", [8, 8, 8]) + chunk("bKGD", [0, 0, 0, 0, 0, 0]) + chunk("prIV", testSamples(5))
    let plain = try png(with: PictureMetadata(), scratch)
    let path = try scratch.write(plain.inserting(before + dropped, before: "IDAT").inserting(after, before: "IEND"))
    let reader = try openPicture(path)
    #expect(reader.orientation == .halfTurn)
    #expect(reader.metadata.comments == [Array("hi".utf8)])
    #expect(reader.notes == [])
    let copy = try png(with: reader.metadata, scratch)
    #expect(copy == plain.inserting(before, before: "IDAT").inserting(after, before: "IEND"))
  }

  @Test func densityCrossesOver() throws {
    #expect(PixelDensity(.inch, x: 300, y: 300).inPHYs == PixelDensity(.meter, x: 11_811, y: 11_811))
    #expect(PixelDensity(.meter, x: 11_811, y: 2835).inJFIF == PixelDensity(.inch, x: 300, y: 72))
    #expect(PixelDensity(.centimeter, x: 118, y: 118).inPHYs == PixelDensity(.meter, x: 11_800, y: 11_800))
    #expect(PixelDensity(.ratio, x: 1, y: 1).inPHYs == nil)
    #expect(PixelDensity(.meter, x: 0xFFFF_FFFF, y: 1).inJFIF == nil)
  }

  @Test func commentsKeepTheirLetters() throws {
    let scratch = try Scratch()
    for text in ["plain", "Grüße", "\u{1F39E}"] {
      var items = [JPEGForm.comment(Array(text.utf8))]
      _ = try png(with: PictureMetadata(source: .jpeg, items: items), scratch)
      let carried = try openPicture(scratch.path("out")).metadata
      #expect(carried.comments == [Array(text.utf8)])
      items = [JPEGForm.comment([0x47, 0xFC])]
    }
    // Latin-1 becomes UTF-8.
    _ = try png(with: PictureMetadata(source: .jpeg, items: [JPEGForm.comment([0x47, 0xFC])]), scratch)
    #expect(try openPicture(scratch.path("out")).metadata.comments == [Array("Gü".utf8)])
  }

  @Test func adjustingTurnsAndForgetsThumbnails() throws {
    let scratch = try Scratch()
    let metadata = try source(scratch).adjusted(width: 50, height: 60)
    _ = try jpeg(with: metadata, scratch)
    let reader = try openPicture(scratch.path("out"))
    #expect(reader.orientation == .upright)
    #expect(XMPPacket(try #require(reader.metadata.xmp)).orientation == 1)
    #expect(try !#require(reader.metadata.exif).contains(0x77))
    #expect(reader.metadata.items.map(\.kind) == (try source(scratch)).items.map(\.kind))
  }

  /// ImageMagick writes eXIf behind the pixels, and some programs a second segment of camera data.
  @Test func everyThumbnailIsFilledInOrGone() throws {
    let scratch = try Scratch()
    let block = exifBlock(bigEndian: true)
    let behind = try png(with: PictureMetadata(), scratch).inserting(chunk("eXIf", block), before: "IEND")
    let twice = PictureMetadata(source: .jpeg, items: [JPEGForm.exif(block), JPEGForm.exif(block)])
    for (metadata, type) in [(try openPicture(scratch.write(behind)).metadata, PictureFileType.png), (twice, .jpeg)] {
      let adjusted = metadata.adjusted(width: 4, height: 3)
      let maker = try #require(ThumbnailMaker(for: adjusted, of: format))
      let file = try written(scratch) { descriptor in
        let writer = try type.writer(to: descriptor, format: format, metadata: adjusted)
        try encodeAll(testSamples(36), writer)
        try writer.replaceExif(with: maker.filledExif())
      }
      let blocks = try openPicture(scratch.write(file)).metadata.items.filter { $0.kind == .exif }.compactMap(\.block)
      let small = blocks.map { bytes in EXIFBlock(bytes)?.thumbnailRoom.map { bytes.suffix(10_240).prefix($0) } }
      #expect(small.first??.starts(with: [0xFF, 0xD8]) ?? false, "\(type.title)")
      #expect(small.dropFirst().allSatisfy { $0 == nil })
    }
  }

  @Test func aCompressedPacketIsAdjustedToo() throws {
    let payload = Array("XML:com.adobe.xmp\0\u{1}\0en\0\0".utf8) + deflate(xmp)
    let item = try #require(PNGForm.item(type: Array("iTXt".utf8), payload, afterPixels: false))
    let metadata = PictureMetadata(source: .png, items: [item])
    #expect(metadata.xmp == xmp)
    #expect(metadata.orientation == .quarterTurnRight)
    #expect(metadata.adjusted(width: 1, height: 1).orientation == .upright)
  }

  @Test func photoshopsThumbnailGoes() {
    let small: [UInt8] = Array("8BIM".utf8) + [4, 12, 1, 0x61, 0, 0, 0, 3, 9, 9, 9, 0]
    #expect(PhotoshopResources.withoutThumbnails(captions + small + captions) == captions + captions)
    #expect(PhotoshopResources.withoutThumbnails(small.dropLast(6)) == Array(small.dropLast(6)))
    // In two segments.
    let large = Array("8BIM".utf8) + [4, 12, 0, 0, 0, 1, 0x11, 0x70] + [UInt8](repeating: 9, count: 70_000)
    for (resources, left) in [(captions + large + captions, captions + captions), (large, nil)] {
      let items = JPEGForm.items(.iptc, holding: resources)
      #expect(items.count == 2)
      #expect(PictureMetadata(source: .jpeg, items: items).adjusted(width: 4, height: 3).iptc == left)
    }
    // In a PNG too, whatever chunk it is that holds them.
    for (type, isCompressed) in [("tEXt", false), ("zTXt", true)] {
      let text = RawProfile.text("8bim", captions + small)
      let payload = Array("Raw profile type 8bim\0".utf8) + (isCompressed ? [0] + deflate(text) : text)
      let item = PNGForm.item(type: Array(type.utf8), payload, afterPixels: false)
      let metadata = PictureMetadata(source: .png, items: [item].compactMap { $0 })
      #expect(metadata.iptc == captions + small)
      #expect(metadata.adjusted(width: 1, height: 1).iptc == captions)
    }
  }

  @Test func blocksCanBeReplacedAndRemoved() throws {
    let scratch = try Scratch()
    var metadata = try source(scratch)
    let long = profile(bytes: 150_000)
    metadata.iccProfile = long
    metadata.xmp = nil
    _ = try jpeg(with: metadata, scratch)
    let carried = try openPicture(scratch.path("out")).metadata
    #expect(carried.iccProfile == long)
    #expect(carried.xmp == nil && !carried.items.contains { $0.kind == .extendedXMP })
    #expect(carried.keeping([]).items.isEmpty)
  }

  @Test func imageMagicksOldFormIsRead() throws {
    let digits = (Array("Exif\0\0".utf8) + exifBlock(bigEndian: true)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    let text = "\nexif\n     170\n" + digits.joined() + "\n"
    let payload = Array("Raw profile type exif\0\0".utf8) + deflate(Array(text.utf8))
    let item = try #require(PNGForm.item(type: Array("zTXt".utf8), payload, afterPixels: true))
    #expect(PictureMetadata(source: .png, items: [item]).exif == exifBlock(bigEndian: true))
  }

  @Test func metadataThatDoesNotFitIsNoted() throws {
    let scratch = try Scratch()
    var metadata = PictureMetadata()
    metadata.exif = [0x49, 0x49, 0x2A, 0] + testSamples(70_000)
    let output = try OutputFile(scratch.path("out"))
    #expect(try PictureFileType.jpeg.writer(to: output.descriptor, format: format, metadata: metadata).notes.count == 1)
  }
}
