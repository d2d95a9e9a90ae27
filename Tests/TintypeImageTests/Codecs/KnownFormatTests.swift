import Testing
import TintypeImage

@Suite struct KnownFormatTests {
  @Test(arguments: [
    ("....ftypheic", "a HEIF file"), ("....ftypmif1", "a HEIF file"), ("....ftypavif", "an AVIF file"),
    ("....ftypmif1\0\0\0\0mif1avif", "an AVIF file"),
    ("....ftypcrx ", "a Canon CR3 raw file"), ("....ftypqt  ", "a video"), ("....JXL ", "a JPEG XL file"),
    ("RIFF....WEBPVP8 ", "a WebP file"), ("II*\0....CR", "a camera raw file"), ("IIU\0", "a camera raw file"),
    ("FUJIFILMCCD-RAW 0201", "a camera raw file"), ("II*\0", "a TIFF or camera raw file"),
    ("MM\0*", "a TIFF or camera raw file"), ("GIF89a", "a GIF file"), ("8BPS\0\u{1}", "a Photoshop file"),
    ("BM1234\0\0\0\0", "a BMP file"), ("....jP  ", "a JPEG 2000 file"), ("#?RADIANCE\n", "a Radiance HDR file"),
  ])
  func signatures(_ start: String, _ name: String) {
    #expect(KnownFormat.recognized(by: Array(start.utf8))?.name == name)
  }

  @Test func bytesBeyondASCII() {
    #expect(KnownFormat.recognized(by: [0xFF, 0x0A])?.name == "a JPEG XL file")
    #expect(KnownFormat.recognized(by: [0x76, 0x2F, 0x31, 0x01])?.name == "an OpenEXR file")
    #expect(KnownFormat.recognized(by: [0xFF, 0x4F, 0xFF, 0x51])?.name == "a JPEG 2000 file")
  }

  @Test(arguments: ["", "B", "BM is a company", "RIFF....WAVE", "Dear friend", "....ftyx"])
  func othersAreUnknown(_ start: String) {
    #expect(KnownFormat.recognized(by: Array(start.utf8)) == nil)
  }

  @Test(arguments: [("HEIC", "a HEIF file"), ("Tif", "a TIFF or camera raw file"), ("NEF", "a camera raw file")])
  func extensionsCountInAnyCase(_ ending: String, _ name: String) {
    #expect(KnownFormat.named(Array(ending.utf8))?.name == name)
  }

  /// A folder of notes, sidecars and films holds no photos.
  @Test(arguments: ["", "txt", "xmp", "tint", "mp4", "mov", "jpg", "png"])
  func otherExtensionsAreNone(_ ending: String) {
    #expect(KnownFormat.named(Array(ending.utf8)) == nil)
  }

  /// A build that reads a format is not to blame for a file with a damaged signature.
  @Test(arguments: [
    (PictureFileType.jpegXL, "\0\0\0\u{C}JXL \r\n\u{7}\n", "a JPEG XL file"),
    (.heif, "\0\0\0\u{4}ftypheic\0\0\0\0", "a HEIF file"),
    (.avif, "\0\0\0\u{4}ftypavif\0\0\0\0", "an AVIF file"),
  ])
  func damagedSignatures(_ type: PictureFileType, _ start: String, _ name: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(Array(start.utf8) + [UInt8](repeating: 0, count: 64))
    let error = try imageError { _ = try openPicture(file) }
    let isRead = PictureFileType.all.contains(type)
    #expect(error.kind == (isRead ? .corrupt : .formatNotBuiltIn), "\(error)")
    #expect(error.message.hasPrefix("this is \(name), " + (isRead ? "and it is damaged" : "which is not read")))
  }

  @Test func everyFormatHasAWayOutAndExtensionsOfItsOwn() {
    let extensions = KnownFormat.all.flatMap(\.extensions)
    #expect(Set(extensions).count == extensions.count)
    for format in KnownFormat.all {
      let isRead = format.trait.map { trait in PictureFileType.all.contains { $0.trait == trait } } ?? false
      #expect(format.error.kind == (isRead ? .corrupt : .formatNotBuiltIn))
      #expect(format.error.message.contains(isRead ? "damaged" : format.wayOut))
      #expect(!format.wayOut.isEmpty && !format.wayOut.hasSuffix("."))
    }
  }
}
