import CTestJPEG
import Foundation
import Testing
import TintypeTestSupport

@testable import TintypeImage

@Suite(.whereBuiltIn("tiff")) struct TIFFWriterTests {
  /// A picture of gradients and noise.
  private func samples(_ format: PictureFormat) -> [UInt8] { testSamples(format.pictureBytes.count) }

  private func file(
    _ format: PictureFormat, _ scratch: Scratch, _ metadata: PictureMetadata = PictureMetadata()
  ) throws -> [UInt8] {
    try written(scratch, as: "made.tif") {
      try encodeAll(samples(format), PictureFileType.tiff.writer(to: $0, format: format, metadata: metadata))
    }
  }

  @Test(arguments: [3, 4], SampleDepth.allCases) func thereAndBack(
    _ channels: Int, _ depth: SampleDepth
  ) throws {
    for height in [1, 31, 32, 33, 70] {
      let scratch = try Scratch()
      let format = PictureFormat(width: 37, height: height, channels: channels, depth: depth)
      _ = try file(format, scratch)
      let reader = try openPicture(scratch.path("made.tif"))
      #expect(reader.format == format && reader.notes.isEmpty != depth.isLight && reader.orientation == .upright)
      #expect(try decodeAll(reader) == samples(format))
    }
  }

  @Test(arguments: [false, true]) func bandsAreTheSameBytes(_ isBigEndian: Bool) throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 21, height: 75, channels: 3, depth: .sixteen)
    var metadata = PictureMetadata()
    metadata.exif = exifBlock(bigEndian: isBigEndian)
    let byRows = try file(format, scratch, metadata)
    let byBands = try written(scratch) { descriptor in
      let writer = try #require(
        try PictureFileType.tiff.writer(to: descriptor, format: format, metadata: metadata) as? any BandWriter)
      let encoder = try writer.bandEncoder()
      try samples(format).withUnsafeBytes { buffer in
        for top in stride(from: 0, to: 75, by: writer.bandRows) {
          let rows = top..<min(top + writer.bandRows, 75)
          try encoder.begin(rows)
          for row in rows {
            let source = UnsafeRawBufferPointer(rebasing: buffer[(row * format.rowBytes)...])
            try encoder.encode(1, from: source, rowBytes: format.rowBytes)
          }
          try writer.append(encoder.end(), rows: rows.count)
        }
      }
      try writer.finish()
    }
    #expect(byBands == byRows)
    #expect(byRows.starts(with: isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]))
    #expect(try decodeAll(openPicture(scratch.path("made.tif"))) == samples(format))
  }

  /// Another program agrees on every sample, and reads them in every layout that it can make of them.
  @Test(
    .slow, .whereInstalled("tiffcp"),
    arguments: [
      ["-c", "none", "-s", "-r", "7"], ["-c", "lzw"], ["-c", "lzw:2", "-B"], ["-c", "zip:2", "-8"],
      ["-c", "packbits", "-p", "separate"], ["-c", "none", "-t", "-w", "16", "-l", "32"],
      ["-c", "lzw", "-t", "-w", "48", "-l", "16", "-p", "separate"], ["-c", "zip", "-s", "-r", "100000", "-B", "-8"],
    ], [3, 4])
  func layoutsOfLibtiff(_ options: [String], _ channels: Int) throws {
    // tiffcp takes planes apart for 8 bits only.
    for depth in options.contains("separate") ? [.eight] : [SampleDepth.eight, .sixteen] {
      let scratch = try Scratch()
      let format = PictureFormat(width: 61, height: 45, channels: channels, depth: depth)
      _ = try file(format, scratch)
      let made = try runProgram(
        try #require(programOnSearchPath("tiffcp")), options + ["made.tif", "copied.tif"], in: scratch.folder.path)
      #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
      let reader = try openPicture(scratch.path("copied.tif"))
      #expect(reader.format == format)
      #expect(try decodeAll(reader) == samples(format), "\(options) \(depth)")
    }
  }

  /// JPEG within TIFF is as near to the original as JPEG by itself; other programs' floats and fax are exact.
  @Test(.whereInstalled("identify")) func kindsOfImageMagick() throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 64, height: 48, channels: 3, depth: .eight)
    let smooth = (0..<format.pictureBytes.count).map { index in
      let (column, row) = (index / 3 % 64, index / 192)
      return UInt8(2 * column + 2 * row)
    }
    _ = try written(scratch, as: "made.tif") {
      try encodeAll(smooth, PictureFileType.tiff.writer(to: $0, format: format))
    }
    let convert = try #require(programOnSearchPath("convert"))
    func converted(_ options: [String], strips: Int = 7) throws -> (PictureReader, [UInt8]) {
      let made = try runProgram(convert, ["made.tif"] + options + ["other.tif"], in: scratch.folder.path)
      #expect(made.status == 0, "\(made.errors)")
      let reader = try openPicture(scratch.path("other.tif"))
      return (reader, try decodeAll(reader, strip: strips))
    }
    func distance(_ a: [UInt8], _ b: [UInt8]) -> Int { zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0 }
    for options in [
      ["-compress", "JPEG", "-quality", "95"], ["-compress", "JPEG", "-define", "tiff:tile-geometry=32x32"],
    ] {
      #expect(try distance(converted(options).1, smooth) < 12, "\(options)")
    }
    let (float, floats) = try converted(["-depth", "32", "-define", "quantum:format=floating-point"])
    #expect(float.format.depth == .float)
    let bytes = floats.withUnsafeBytes { $0.bindMemory(to: Float.self).map { UInt8(($0 * 255).rounded()) } }
    #expect(distance(bytes, smooth) == 0)
    let (_, ink) = try converted(["-threshold", "50%", "-compress", "Group4"])
    #expect(Set(ink) == [0, 255])
    let fax = try TIFFCodec().open(InputFile(scratch.path("other.tif")), limits: PictureLimits())
    #expect(fax.header.samples == .gray)
    #expect(try distance(converted(["-compress", "Zip", "-depth", "8", "-type", "TrueColor"]).1, smooth) == 0)
  }

  // MARK: Metadata

  private func source(_ scratch: Scratch) throws -> PictureMetadata {
    let plain = try testJPEG(test_jpeg_recipe(width: 8, height: 8))
    return try openPicture(scratch.write(Array(plain[..<20]) + jpegMetadata + plain[20...])).metadata
  }

  @Test func metadataThereAndBack() throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 8, height: 8, channels: 3, depth: .eight)
    let source = try source(scratch)
    let writer = try OutputFile(scratch.path("notes"))
    let notes = try PictureFileType.tiff.writer(to: writer.descriptor, format: format, metadata: source).notes
    #expect(notes.contains("left out, because TIFF has no place for it: comments"))
    _ = try file(format, scratch, source)
    let read = try openPicture(scratch.path("made.tif"))
    #expect(read.orientation == .quarterTurnRight)
    #expect((read.metadata.xmp, read.metadata.iptc) == (source.xmp, source.iptc))
    #expect(read.metadata.iccProfile == source.iccProfile && read.metadata.density == nil)
    // The captions have a tag of their own, too.
    let header = try TIFFHeader(InputFile(scratch.path("made.tif")))
    let directory = try TIFFDirectory(at: header.firstDirectory, of: header)
    let entry = try #require(directory.entry(TIFFTag.captions))
    #expect(directory.bytes(of: entry, atMost: 100) == Array(captions[12..<17]))
    // Its own items go byte for byte.
    let first = try scratch.bytes(of: "made.tif")
    let again = try written(scratch) {
      try encodeAll(
        samples(format), PictureFileType.tiff.writer(to: $0, format: format, metadata: read.metadata))
    }
    #expect(try openPicture(scratch.path("out")).metadata == read.metadata)
    #expect(abs(again.count - first.count) < 200)
    let jpeg = try written(scratch, as: "back.jpg") {
      try encodeAll(samples(format), PictureFileType.jpeg.writer(to: $0, format: format, metadata: read.metadata))
    }
    #expect(!jpeg.isEmpty)
    let back = try openPicture(scratch.path("back.jpg")).metadata
    #expect((back.xmp, back.iptc, back.exif) == (source.xmp, source.iptc, read.metadata.exif))
  }

  @Test func anAdjustedResultIsUprightAndHasNoSecondPage() throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 8, height: 8, channels: 3, depth: .eight)
    let made = try file(format, scratch, source(scratch).adjusted(width: 8, height: 8))
    let reader = try openPicture(scratch.path("made.tif"))
    #expect(reader.orientation == .upright && reader.notes.allSatisfy { !$0.contains("pages") })
    #expect(made.count < 3_000)
  }

  /// exiftool reads the same tags of the TIFF as of the photo that its metadata come from.
  @Test(.slow, .whereInstalled("exiftool")) func exiftoolAgrees() throws {
    let scratch = try Scratch()
    let exiftool = try #require(programOnSearchPath("exiftool"))
    func run(_ arguments: [String]) throws -> String {
      let result = try runProgram(exiftool, arguments, in: scratch.folder.path)
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      return result.output
    }
    _ = try scratch.write(testJPEG(test_jpeg_recipe(width: 8, height: 8)), to: "in.jpg")
    let tags = [
      "-Make=Maker", "-Model=Model 1", "-Artist=Somebody", "-Copyright=2026 Somebody", "-ExposureTime=1/125",
      "-FNumber=2.8", "-ISO=400", "-DateTimeOriginal=2024:05:06 07:08:09", "-LensModel=35 mm",
      "-GPSLatitude=48.8583", "-GPSLatitudeRef=N", "-GPSLongitude=2.2945", "-GPSLongitudeRef=E",
      "-XMP:Rating=4", "-IPTC:Keywords=film", "-UserComment=a comment", "-XResolution=300", "-YResolution=300",
    ]
    _ = try run(["-q", "-overwrite_original"] + tags + ["in.jpg"])
    let format = PictureFormat(width: 8, height: 8, channels: 3, depth: .sixteen)
    func make(_ metadata: PictureMetadata, as name: String) throws {
      _ = try written(scratch, as: name) {
        try encodeAll(
          samples(format),
          PictureFileType(outputName: scratch.path(name)).writer(
            to: $0, format: format, metadata: metadata))
      }
    }
    let asked = tags.map { String($0.prefix { $0 != "=" }) }
    func read(_ name: String) throws -> String { try run(["-s"] + asked + [name]) }
    let photo = try openPicture(scratch.path("in.jpg")).metadata
    let expected = try read("in.jpg")
    try make(photo, as: "a.tif")
    #expect(try read("a.tif") == expected)
    #expect(try !run(["-validate", "-error", "-a", "a.tif"]).contains("Error"))
    // Through a TIFF, and into the other formats.
    let second = try openPicture(scratch.path("a.tif")).metadata
    for name in ["b.tif", "b.png"] {
      try make(second, as: name)
      #expect(try read(name) == expected, "\(name)")
    }
    // No position is left.
    try make(try openPicture(scratch.path("a.tif")).metadata.reduced(to: .noGPS).metadata, as: "c.tif")
    let left = try run(["-a", "-G1", "-s", "c.tif"])
    #expect(!left.contains("GPS") && left.contains("Maker"))
    let bytes = try scratch.bytes(of: "c.tif")
    #expect(String(decoding: bytes, as: UTF8.self).contains("GPS") == false)
  }

  /// Every hiding place of a TIFF: directories linked from either directory, text, captions of two tags, and XMP.
  @Test(arguments: [false, true]) func noPositionIsLeft(_ bigEndian: Bool) throws {
    typealias Field = TIFFRecipe.Field
    let position = [
      Field(0, bytes: [2, 3, 0, 0]), Field(1, bytes: Array("N\0".utf8), type: 2),
      Field(2, 48, 1, 51, 1, 299_792, 10_000, type: 5),
    ]
    let place = Array("48.8583, 2.2945".utf8)
    let captions = [0x1C, 2, 120, 0, UInt8(place.count)] + place
    let packet = Array(
      "<x:xmpmeta><rdf:RDF><exif:GPSLatitude>48,51.5N</exif:GPSLatitude></rdf:RDF></x:xmpmeta>".utf8)
    let file = TIFFRecipe(
      rows: testSamples(60),
      fields: [
        Field(0x10E, bytes: place + [0], type: 2), Field(0x83BB, bytes: captions, type: 7),
        Field(0x2BC, bytes: packet), Field(0x87B1, bytes: place, type: 2),
        Field(0x830E, 1, 2, 3, type: 4), Field(0x13C, bytes: Array("a host\0".utf8), type: 2),
      ], bigEndian: bigEndian,
      linked: [(0x8825, position), (0x8769, [Field(0x9286, bytes: place, type: 7), Field(0x8825, 68, type: 4)])])
    let scratch = try Scratch()
    let reader = try openPicture(scratch.write(file.bytes))
    #expect(reader.notes.contains { $0.contains("33550, 34737") })
    let (metadata, _) = reader.metadata.reduced(to: .noGPS)
    let format = PictureFormat(width: 8, height: 8, channels: 3, depth: .eight)
    for type in [PictureFileType.tiff, .jpeg, .png] {
      let made = try written(scratch) {
        try encodeAll([UInt8](repeating: 9, count: 192), type.writer(to: $0, format: format, metadata: metadata))
      }
      let text = String(decoding: made, as: UTF8.self)
      #expect(!text.contains("48.8583") && !text.contains("48,51"), "\(type)")
      let number = bigEndian ? [0, 4, 0x93, 0x10] as [UInt8] : [0x10, 0x93, 4, 0]
      #expect(!made.indices.contains { made[$0...].starts(with: number) }, "\(type)")
      let back = try openPicture(scratch.path("out")).metadata
      #expect(back.exifBlock?.text(of: 0x13C) == "a host", "\(type)")
    }
  }

  @Test func aTIFFWithAProfileOfInks() throws {
    let rows = [UInt8]((0..<20).flatMap { _ in [10, 200, 90, 30] as [UInt8] })
    let broken = TIFFRecipe(
      samples: 4, photometric: 5, rows: rows, fields: [.init(0x8773, bytes: profile("CMYK"), type: 7)])
    let reader = try openPicture(broken.bytes)
    #expect(reader.notes.contains { $0.contains("color profile") })
    #expect(try decodeAll(reader).count == 60)
  }
}
