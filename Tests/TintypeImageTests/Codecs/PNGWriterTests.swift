import Testing
import TintypeImage

@Suite struct PNGWriterTests {
  @Test(arguments: [3, 4], [SampleDepth.eight, .sixteen])
  func roundTripIsExact(_ channels: Int, _ depth: SampleDepth) throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 37, height: 29, channels: channels, depth: depth)
    let samples = testSamples(format.pictureBytes.count)
    let files = try [1, 5, 29].map { strip in
      try written(scratch) { try encodeAll(samples, PictureFileType.png.writer(to: $0, format: format), strip: strip) }
    }
    #expect(files[0] == files[1] && files[1] == files[2])
    let reader = try openPicture(scratch.path("out"))
    #expect(reader.format == format)
    #expect(try decodeAll(reader) == samples)
  }

  @Test func rowsMayBePadded() throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 5, height: 3, channels: 3, depth: .eight)
    let samples = testSamples(20 * 3)
    _ = try written(scratch) { descriptor in
      let writer = try PictureFileType.png.writer(to: descriptor, format: format)
      try samples.withUnsafeBytes { try writer.writeRows(3, from: $0, rowBytes: 20) }
      try writer.finish()
    }
    let expected = (0..<3).flatMap { samples[($0 * 20)..<($0 * 20 + 15)] }
    #expect(try decodeAll(openPicture(scratch.path("out"))) == expected)
  }
}
