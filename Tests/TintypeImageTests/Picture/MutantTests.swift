import CTestJPEG
import CTestPNG
import Testing
import TintypeImage
import TintypeTestSupport

/// Damaged files end as a picture or as an error, never in a trap; a sanitizer run watches the C below.
@Suite struct MutantTests {
  private func originals() throws -> [[UInt8]] {
    var png = test_png_recipe()
    (png.width, png.height, png.color_type, png.depth) = (20, 15, 3, 4)
    (png.interlaced, png.transparency) = (true, true)
    let chunks =
      chunk("eXIf", exifBlock(bigEndian: true)) + chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp)
      + chunk("zTXt", Array("Comment\0\0".utf8) + testSamples(30))
      + chunk("iCCP", Array("p\0\0".utf8) + testSamples(90))
    let jpeg = try [
      test_jpeg_recipe(width: 33, height: 29, across: 2, down: 2, restarts: 1),
      test_jpeg_recipe(width: 33, height: 29, progressive: true),
      test_jpeg_recipe(width: 33, height: 29, arithmetic: true),
    ].map { try Array(testJPEG($0)[..<20]) + jpegMetadata + testJPEG($0)[20...] }
    let plain = try testPNG(png, rows: testSamples(150), rowBytes: 10)
    return jpeg + [plain.inserting(chunks, before: "IDAT")]
  }

  @Test(.slow, arguments: 0..<4) func aPictureOrAnError(_ index: Int) throws {
    let scratch = try Scratch()
    let original = try originals()[index]
    _ = try decodeAll(openPicture(scratch.write(original)))
    var numbers = SeededNumbers(UInt64(index) + 11)
    for _ in 0..<(runsAllTests ? 500 : 100) {
      var mutant = original
      for _ in 0..<Int.random(in: 1...8, using: &numbers) {
        // Half of the damage goes into headers and metadata, which are a small part of the file.
        let end = Bool.random(using: &numbers) ? min(600, mutant.count) : mutant.count
        let position = Int.random(in: 3..<end, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: mutant[position] = UInt8.random(in: 0...255, using: &numbers)
        case 1: mutant[position] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &numbers) ?? 0
        default: mutant[position] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
        }
      }
      if Int.random(in: 0..<10, using: &numbers) == 0 { mutant.removeLast(mutant.count / 5) }
      let path = try scratch.write(mutant)
      do {
        let onCorrupt: OnCorrupt = Bool.random(using: &numbers) ? .error : .salvage
        let reader = try openPicture(path, limits: PictureLimits(maxPixels: 1 << 20, onCorrupt: onCorrupt))
        let metadata = reader.metadata.adjusted(width: 7, height: 5)
        _ = (metadata.exif, metadata.xmp, metadata.iccProfile, metadata.comments, metadata.density)
        let format = PictureFormat(width: 1, height: 1, channels: 3, depth: .eight)
        _ = try written(scratch) {
          try encodeAll([1, 2, 3], PictureFileType.jpeg.writer(to: $0, format: format, metadata: metadata))
        }
        _ = try written(scratch) {
          try encodeAll([1, 2, 3], PictureFileType.png.writer(to: $0, format: format, metadata: metadata))
        }
        guard reader.decodingMemory.count < 100 << 20 else { continue }
        _ = try decodeAll(UprightReader(reader))
      } catch let error as ImageError {
        #expect(!error.message.isEmpty)
      }
    }
  }
}
