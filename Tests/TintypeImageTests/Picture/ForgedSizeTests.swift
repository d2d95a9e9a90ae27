import CTestJPEG
import Testing
import TintypeImage
import TintypeTestSupport

/// Small files that claim to be giants are refused in the header.
@Suite struct ForgedSizeTests {
  @Test(arguments: [0xC0, 0xC1, 0xC2]) func tinyJPEGs(_ process: UInt8) throws {
    let scratch = try Scratch()
    let header = frameHeader(process: process, width: 64_250, height: 64_250)
    let path = try scratch.write(header + [UInt8](repeating: 0, count: 1_407 - header.count))
    let error = try imageError { _ = try openPicture(path) }
    #expect(error.kind == .corrupt)
    #expect(error.message.contains("forged"))
  }

  @Test func aTinyPNG() throws {
    let scratch = try Scratch()
    let header = bigEndian(900_000) + bigEndian(900_000) + [8, 6, 0, 0, 0]
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let path = try scratch.write(start + chunk("IHDR", header) + chunk("IDAT", testSamples(26)) + chunk("IEND", []))
    let error = try imageError { _ = try openPicture(path) }
    #expect(error.kind == .corrupt)
    #expect(error.message.contains("forged"))
  }

  @Test(arguments: [(0, 5), (5, 0), (0x8000_0000, 5), (0x7FFF_FFFF, 0x7FFF_FFFF)] as [(UInt32, UInt32)])
  func illegalPNGSizes(_ width: UInt32, _ height: UInt32) throws {
    let scratch = try Scratch()
    let header = bigEndian(width) + bigEndian(height) + [16, 6, 0, 0, 0]
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let path = try scratch.write(start + chunk("IHDR", header) + chunk("IDAT", testSamples(26)) + chunk("IEND", []))
    #expect(try imageError { _ = try openPicture(path) }.kind == .corrupt)
  }

  @Test func arithmeticCodingHasNoFloorButAPrice() throws {
    let scratch = try Scratch()
    let path = try scratch.write(frameHeader(process: 0xCA, width: 60_000, height: 60_000))
    #expect(try openPicture(path, limits: .ofMetadata).decodingMemory > 20_000_000_000)
  }

  /// The cheapest flat picture libjpeg writes costs a hair more than the bound.
  @Test(.slow, arguments: [false, true]) func aFlatPicturePasses(_ progressive: Bool) throws {
    let scratch = try Scratch()
    var recipe = test_jpeg_recipe(TEST_JPEG_GRAY, width: 2_000, height: 2_000, progressive: progressive)
    var length = 0
    let flat = [UInt8](repeating: 128, count: 4_000_000)
    let bytes = try #require(test_jpeg_encode(&recipe, flat, &length))
    let path = try scratch.write(Array(UnsafeBufferPointer(start: bytes, count: length)))
    bytes.deallocate()
    #expect(try decodeAll(openPicture(path), strip: 100).allSatisfy { $0 == 128 })
  }

  @Test func pixelsAreLimitedWhenAsked() throws {
    let scratch = try Scratch()
    let path = try scratch.write(testJPEG(test_jpeg_recipe(width: 100, height: 50)))
    _ = try openPicture(path, limits: PictureLimits(maxPixels: 5_000))
    let error = try imageError { _ = try openPicture(path, limits: PictureLimits(maxPixels: 4_999)) }
    #expect(error.kind == .limit)
    #expect(error.message.contains("5000") && error.message.contains("4999"))
  }
}
