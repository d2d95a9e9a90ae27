import Foundation
import Testing
import TintypeColor
import TintypeTestSupport

@testable import TintypeImage

/// A format whose libraries encode whole pictures.
enum CodedFormat: String, CaseIterable {
  case avif, jxl

  static let builtIn = allCases.filter { PictureFileType(named: $0.rawValue) != nil }

  var type: PictureFileType { self == .avif ? .avif : .jpegXL }
  var decoder: String { self == .avif ? "avifdec" : "djxl" }
}

/// AVIF and JPEG XL as they are written. Each test runs for the formats that are built in.
@Suite(
  .enabled(
    if: !CodedFormat.builtIn.isEmpty,
    "needs the trait AVIF or JXL: Scripts/test switches them on where the libraries are"))
struct CodedWriterTests {
  private func file(
    _ format: CodedFormat, _ samples: [UInt8], _ shape: PictureFormat, _ scratch: Scratch,
    _ metadata: PictureMetadata = PictureMetadata(), quality: Int = 100, subsampling: ChromaSubsampling = .full444
  ) throws -> [UInt8] {
    try written(scratch, as: "made." + format.rawValue) {
      let writer = try format.type.writer(
        to: $0, format: shape, metadata: metadata, options: EncodingOptions(quality: quality, subsampling: subsampling))
      try encodeAll(samples, writer)
      #expect(writer.notes.isEmpty)
    }
  }

  private func words(_ samples: [UInt8]) -> [UInt16] {
    samples.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 2).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt16.self) }
    }
  }

  /// At the quality 100, to the last bit, but for the 12 of an AVIF.
  @Test(arguments: CodedFormat.builtIn, [3, 4]) func thereAndBack(_ format: CodedFormat, _ channels: Int) throws {
    for depth in [SampleDepth.eight, .sixteen] {
      for (width, height) in [(1, 1), (37, 21), (130, 70)] {
        let scratch = try Scratch()
        let shape = PictureFormat(width: width, height: height, channels: channels, depth: depth)
        let samples = testSamples(shape.pictureBytes.count)
        _ = try file(format, samples, shape, scratch)
        let reader = try openPicture(scratch.path("made." + format.rawValue))
        #expect(reader.format == shape && reader.notes.isEmpty && reader.orientation == .upright, "\(reader.notes)")
        #expect(reader.color.space == .srgb)
        let found = try decodeAll(reader)
        if format == .avif, depth == .sixteen {
          // Half a step of 4,095, and half a code.
          let farthest = zip(words(found), words(samples)).map { abs(Int($0) - Int($1)) }.max() ?? 0
          #expect(farthest <= 9)
        } else {
          #expect(found == samples, "\(depth) \(width) x \(height)")
        }
      }
    }
  }

  /// Another program agrees on every sample.
  @Test(.whereInstalled("avifdec", "djxl"), arguments: CodedFormat.builtIn, [3, 4]) func anotherDecoder(
    _ format: CodedFormat, _ channels: Int
  ) throws {
    let scratch = try Scratch()
    let shape = PictureFormat(width: 61, height: 45, channels: channels, depth: .eight)
    let samples = testSamples(shape.pictureBytes.count)
    _ = try file(format, samples, shape, scratch)
    let decoded = try runProgram(
      try #require(programOnSearchPath(format.decoder)), ["made." + format.rawValue, "other.png"],
      in: scratch.folder.path)
    #expect(decoded.status == 0, "\(decoded.output) \(decoded.errors)")
    let reader = try openPicture(scratch.path("other.png"))
    #expect(reader.format.channels == channels)
    #expect(try decodeAll(reader) == samples)
  }

  @Test(arguments: CodedFormat.builtIn) func withLoss(_ format: CodedFormat) throws {
    let scratch = try Scratch()
    let shape = PictureFormat(width: 120, height: 80, channels: 3, depth: .eight)
    let samples = (0..<shape.pictureBytes.count).map { index in
      let (x, y) = (index / 3 % 120, index / 360)
      return UInt8(index % 3 == 0 ? 2 * x : x + y)
    }
    var sizes: [Int] = []
    for (quality, tolerance) in [(95, 6), (50, 24)] {
      sizes.append(try file(format, samples, shape, scratch, quality: quality).count)
      let found = try decodeAll(openPicture(scratch.path("made." + format.rawValue)))
      let farthest = zip(found, samples).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(farthest > 0 && farthest <= tolerance, "\(quality): \(farthest)")
    }
    #expect(sizes[0] > sizes[1], "\(sizes)")
  }

  @Test(.whereBuiltIn("avif"), arguments: [ChromaSubsampling.full444, .half422, .quarter420])
  func chroma(_ subsampling: ChromaSubsampling) throws {
    let scratch = try Scratch()
    let shape = PictureFormat(width: 31, height: 17, channels: 3, depth: .eight)
    let gray = [UInt8](repeating: 99, count: shape.pictureBytes.count)
    _ = try file(.avif, gray, shape, scratch, quality: 90, subsampling: subsampling)
    #expect(try openPicture(scratch.path("made.avif")).subsampling == subsampling)
  }

  @Test(arguments: CodedFormat.builtIn) func metadata(_ format: CodedFormat) throws {
    let scratch = try Scratch()
    let shape = PictureFormat(width: 24, height: 16, channels: 3, depth: .eight)
    var metadata = PictureMetadata()
    metadata.exif = exifBlock(orientation: 1, bigEndian: true)
    metadata.xmp = xmp
    metadata.iccProfile = RGBSpace.displayP3.profile
    _ = try file(format, testSamples(shape.pictureBytes.count), shape, scratch, metadata)
    let reader = try openPicture(scratch.path("made." + format.rawValue))
    #expect(reader.metadata.exif == metadata.exif && reader.metadata.xmp?.count == xmp.count)
    #expect(reader.color.space.isLike(.displayP3))
    // Another file of the format gets the same; reading has turned both upright.
    let samples = try decodeAll(reader)
    _ = try written(scratch, as: "again") {
      try encodeAll(
        samples,
        format.type.writer(
          to: $0, format: shape, metadata: reader.metadata, options: EncodingOptions(quality: 100)))
    }
    #expect(try openPicture(scratch.path("again")).metadata == reader.metadata)
  }

  /// A thumbnail becomes known after the last row.
  @Test(arguments: CodedFormat.builtIn) func cameraDataAreReplaced(_ format: CodedFormat) throws {
    let scratch = try Scratch()
    let shape = PictureFormat(width: 24, height: 16, channels: 3, depth: .eight)
    var metadata = PictureMetadata()
    let before = exifBlock(orientation: 1, bigEndian: true)
    var after = before
    after[after.count - 1] ^= 0x55
    metadata.exif = before
    _ = try written(scratch, as: "made") {
      let writer = try format.type.writer(to: $0, format: shape, metadata: metadata)
      try encodeAll(testSamples(shape.pictureBytes.count), writer)
      try writer.replaceExif(with: after)
    }
    let reader = try openPicture(scratch.path("made"))
    #expect(reader.metadata.exif == after)
    _ = try decodeAll(reader)
  }

  /// Code points of the same format stay code points.
  @Test(arguments: CodedFormat.builtIn) func codePoints(_ format: CodedFormat) throws {
    let scratch = try Scratch()
    let shape = PictureFormat(width: 24, height: 16, channels: 3, depth: .eight)
    let place = MetadataItem.Place(type: format.type)
    let metadata = PictureMetadata(
      source: format.type, items: [MetadataItem(.color, at: place, CodePoints(primaries: 12, transfer: 13).payload)])
    _ = try file(format, testSamples(shape.pictureBytes.count), shape, scratch, metadata)
    let reader = try openPicture(scratch.path("made." + format.rawValue))
    #expect(reader.color.space.isLike(.displayP3) && reader.color.statement == .format)
  }

  @Test(.whereBuiltIn("avif")) func aPictureThatIsTooWide() throws {
    let shape = PictureFormat(width: 65_537, height: 1, channels: 3, depth: .eight)
    let error = try imageError { _ = try PictureFileType.avif.writer(to: 1, format: shape) }
    #expect(error.kind == .limit)
  }

  /// What the library holds is part of the estimate, since it encodes pictures as a whole.
  @Test(arguments: CodedFormat.builtIn) func memoryGrowsWithTheHeight(_ format: CodedFormat) {
    let row = PictureFormat(width: 1000, height: 1, channels: 3, depth: .eight)
    var picture = row
    picture.height = 1000
    #expect(format.type.encodingMemory(picture) == format.type.encodingMemory(row) * 1000)
    #expect(format.type.encodingMemory(row).count > 20 * row.width && PictureFileType.png.encodingMemory(picture) == 0)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
    arguments: CodedFormat.builtIn)
  func aFullDiskIsAnError(_ format: CodedFormat) throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let shape = PictureFormat(width: 24, height: 16, channels: 3, depth: .eight)
    let error = try imageError {
      try encodeAll(testSamples(shape.pictureBytes.count), format.type.writer(to: full, format: shape))
    }
    #expect(error.kind == .io)
  }
}
