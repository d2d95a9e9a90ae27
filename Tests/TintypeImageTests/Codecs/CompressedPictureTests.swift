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

  private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let size = UInt32(8 + content.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(type.utf8) + content
  }

  @Test func theCodestreamOfAJPEGXL() throws {
    let codec = JPEGXLCodec()
    let head = box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl ".utf8) + [0, 0, 0, 0])
    let stream = Array("codestream".utf8)
    for metadata in [[], box("Exif", [0, 0, 0, 0] + Array("a camera".utf8))] {
      #expect(try picture(codec, in: head + metadata + box("jxlc", stream)) == stream)
      let parts = box("jxlp", [0, 0, 0, 0] + stream[..<4]) + metadata + box("jxlp", [0x80, 0, 0, 1] + stream[4...])
      #expect(try picture(codec, in: head + parts) == stream)
      #expect(try picture(codec, in: head + parts, atMost: 5) == Array(stream[..<5]))
    }
    #expect(try picture(codec, in: [0xFF, 0x0A] + stream) == [0xFF, 0x0A] + stream)
    #expect(try picture(codec, in: head + box("jxlp", [0])) == [])
  }

  /// An item of one tile, and one of two, wherever the items lie in the file.
  @Test(arguments: [[1], [2, 3]] as [[UInt8]]) func thePrimaryItemOfAnAVIF(_ tiles: [UInt8]) throws {
    let stream = Array("tiles".utf8)
    for metadata in ["", "a camera"] {
      let primary = tiles.count == 1 ? tiles[0] : 9
      let references = box(
        "iref", [0, 0, 0, 0] + box("dimg", [0, 9, 0, UInt8(tiles.count)] + tiles.flatMap { [0, $0] }))
      func file(from place: Int) -> [UInt8] {
        let items = tiles.enumerated().flatMap { index, id -> [UInt8] in
          [0, id, 0, 0, 0, 1] + [0, 0, 0, UInt8(place + index)] + [0, 0, 0, UInt8(index < tiles.count - 1 ? 1 : 4)]
        }
        let meta = box(
          "meta",
          [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, primary])
            + box("iloc", [0, 0, 0, 0, 0x44, 0, 0, UInt8(tiles.count)] + items) + (tiles.count > 1 ? references : []))
        return box("ftyp", Array("avif".utf8) + [0, 0, 0, 0]) + meta + box("mdat", Array(metadata.utf8) + stream)
      }
      let place = file(from: 0).count - stream.count
      let wanted = tiles.count == 1 ? Array(stream[..<4]) : Array(stream[..<5])
      #expect(try picture(AVIFCodec(), in: file(from: place)) == wanted)
      #expect(try picture(HEIFCodec(), in: file(from: place), atMost: 3) == Array(stream[..<3]))
    }
    #expect(try picture(AVIFCodec(), in: box("ftyp", Array("avif".utf8))) == [])
  }
}
