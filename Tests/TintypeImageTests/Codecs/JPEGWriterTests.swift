import CTestJPEG
import Testing
import TintypeImage

@Suite struct JPEGWriterTests {
  @Test(arguments: [ChromaSubsampling.full444, .half422, .quarter420, .half440, .quarter411, .eighth410])
  func followsTheSubsampling(_ subsampling: ChromaSubsampling) throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 65, height: 47, channels: 3, depth: .eight)
    let samples = testSamples(format.pictureBytes.count)
    _ = try written(scratch) { descriptor in
      let options = EncodingOptions(quality: 95, subsampling: subsampling)
      try encodeAll(samples, PictureFileType.jpeg.writer(to: descriptor, format: format, options: options))
    }
    let reader = try openPicture(scratch.path("out"))
    #expect(reader.subsampling == subsampling)
    #expect(reader.format == format)
    _ = try decodeAll(reader)
  }

  @Test func oneInputGivesOneSequenceOfBytes() throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 65, height: 47, channels: 3, depth: .eight)
    let samples = testSamples(format.pictureBytes.count)
    let files = try [1, 5, 47].map { strip in
      try written(scratch) { try encodeAll(samples, PictureFileType.jpeg.writer(to: $0, format: format), strip: strip) }
    }
    #expect(files[0] == files[1] && files[1] == files[2])
  }

  @Test func qualityChangesOnlyTheLoss() throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 64, height: 64, channels: 3, depth: .eight)
    let samples = [UInt8](repeating: 100, count: format.pictureBytes.count)
    let sizes = try [1, 50, 100].map { quality in
      let options = EncodingOptions(quality: quality)
      return try written(scratch) {
        try encodeAll(samples, PictureFileType.jpeg.writer(to: $0, format: format, options: options))
      }.count
    }
    #expect(sizes[0] <= sizes[1] && sizes[1] <= sizes[2])
    #expect(try decodeAll(openPicture(scratch.path("out"))) == samples)
  }

  @Test func aSideThatIsTooLongIsALimit() throws {
    let scratch = try Scratch()
    let output = try OutputFile(scratch.path("out"))
    let format = PictureFormat(width: 65_501, height: 1, channels: 3, depth: .eight)
    #expect(
      try imageError { _ = try PictureFileType.jpeg.writer(to: output.descriptor, format: format) }.kind == .limit)
  }
}
