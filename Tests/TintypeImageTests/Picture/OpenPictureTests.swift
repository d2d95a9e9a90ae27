import CTestJPEG
import Foundation
import Testing
import TintypeImage

/// What a file is of which only the signature can be read.
private func kindOfDamaged(_ format: String) -> ImageError.Kind {
  PictureFileType(named: format) == nil ? .formatNotBuiltIn : .corrupt
}

@Suite struct OpenPictureTests {
  @Test(arguments: [
    ("a letter to a friend", ImageError.Kind.unsupported), ("", .corrupt), ("GIF89a", .formatNotBuiltIn),
    ("RIFF....WEBPVP8 ", .formatNotBuiltIn), ("....ftypheic", kindOfDamaged("heif")),
    ("....ftypavif", kindOfDamaged("avif")), ("....JXL ", kindOfDamaged("jxl")), ("B", .unsupported),
  ])
  func contentDecidesAndNotTheName(_ content: String, _ kind: ImageError.Kind) throws {
    let scratch = try Scratch()
    let path = try scratch.write(Array(content.utf8), to: "photo.jpg")
    let error = try imageError { _ = try openPicture(path) }
    #expect(error.kind == kind)
    #expect(!error.message.contains("\n") && !error.message.hasSuffix("."))
  }

  @Test func aTIFFOfFourBytes() throws {
    let error = try imageError { _ = try openPicture(Array("II*\0".utf8)) }
    #expect(error.kind == (PictureFileType(named: "tiff") == nil ? .formatNotBuiltIn : .corrupt))
  }

  @Test func aJPEGNamedPNGOpens() throws {
    let scratch = try Scratch()
    let path = try scratch.write(testJPEG(test_jpeg_recipe(TEST_JPEG_YCC)), to: "photo.png")
    #expect(try openPicture(path).metadata.source == .jpeg)
  }

  @Test func whatIsNotThereIsMissing() throws {
    let scratch = try Scratch()
    #expect(try imageError { _ = try openPicture(scratch.path("nothing")) }.kind == .missing)
    #expect(try imageError { _ = try openPicture(scratch.path("no/folder")) }.kind == .missing)
    #expect(try imageError { _ = try openPicture("") }.kind == .missing)
  }

  @Test func foldersAndDevicesAreNoPictures() throws {
    let scratch = try Scratch()
    #expect(try imageError { _ = try openPicture(scratch.path("")) }.kind == .unreadable)
    #expect(try imageError { _ = try openPicture("/dev/null") }.kind == .unreadable)
  }

  /// `\u{e4}.jpg` in Latin-1, a new line, a name of 255 bytes.
  @Test(arguments: [
    [0xE4, 0x2E, 0x6A, 0x70, 0x67], Array("a\nb %d *[1]:@".utf8), [UInt8](repeating: 0x61, count: 255),
  ])
  func namesAreBytes(_ name: [UInt8]) throws {
    let scratch = try Scratch()
    let path = FilePath(bytes: scratch.path("").bytes + [UInt8(ascii: "/")] + name)
    let output = try OutputFile(path)
    let format = PictureFormat(width: 1, height: 1, channels: 3, depth: .eight)
    try encodeAll([1, 2, 3], PictureFileType.png.writer(to: output.descriptor, format: format))
    try output.commit()
    #expect(try decodeAll(openPicture(path)) == [1, 2, 3])
    #expect(path.lastComponent == name)
  }
}
