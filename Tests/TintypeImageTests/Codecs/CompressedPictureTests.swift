import Testing
import TintypeTestSupport

@testable import TintypeImage

/// The bytes of a file that are its picture, whatever its metadata say.
@Suite struct CompressedPictureTests {
  private let folder: ScratchFolder
  init() throws { folder = try ScratchFolder() }

  private func picture(_ codec: any ImageCodec, in bytes: [UInt8], atMost count: Int = 1 << 16) throws -> [UInt8] {
    try folder.write(bytes, to: "file")
    return try codec.compressedPicture(in: InputFile(FilePath(folder.path + "/file")), atMost: count)
  }

  private let start: [UInt8] = [0xFF, 0xD8]

  @Test func aJPEGFromItsFirstScanToItsEnd() throws {
    let scan = [0xFF, 0xDA] + Array("0123456789 scan".utf8)
    let segments: [UInt8] = [0xFF, 0xE1, 0, 5, 1, 2, 3, 0xFF, 0xDB, 0, 3, 7]
    let codec = JPEGCodec()
    #expect(try picture(codec, in: start + segments + scan + [0xFF, 0xD9] + Array("appended".utf8)) == scan)
    #expect(try picture(codec, in: start + scan + [0xFF, 0xD9]) == scan)
    #expect(try picture(codec, in: start + segments + scan) == scan, "a file that was cut off")
    #expect(try picture(codec, in: start + segments + scan, atMost: 5) == Array(scan[..<5]))
    #expect(try picture(codec, in: start) == [])
    #expect(try picture(codec, in: []) == [])
  }

  @Test func thePixelsOfAPNGInOneString() throws {
    func chunk(_ type: String, _ payload: String) -> [UInt8] {
      TintypeImageTests.chunk(type, Array(payload.utf8))
    }
    let file =
      PNGChunks.signature + chunk("IHDR", "header") + chunk("IDAT", "one ") + chunk("IDAT", "") + chunk("IDAT", "two")
      + chunk("tEXt", "text") + chunk("IEND", "")
    let codec = PNGCodec()
    #expect(try picture(codec, in: file) == Array("one two".utf8))
    #expect(try picture(codec, in: file, atMost: 6) == Array("one tw".utf8))
    #expect(try picture(codec, in: Array(file[..<50])) == Array("one ".utf8), "a file that was cut off")
    #expect(try picture(codec, in: PNGChunks.signature) == [])
  }
}
