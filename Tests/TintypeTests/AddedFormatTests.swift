import CTestJPEG
import Testing
import TintypeTestSupport

@testable import Tintype
@testable import TintypeImage

/// A format is one folder and one line: farbfeld goes every way of JPEG and PNG, none of which knows it.
@Suite struct AddedFormatTests {
  private let folder: ScratchFolder
  private var farbfeld: [PictureFileType] { [PictureFileType(Farbfeld())] }

  init() throws { folder = try ScratchFolder() }

  private func path(_ name: String) -> FilePath { FilePath(folder.path + "/" + name) }

  /// 5 x 3 pixels with alpha, the samples of each 16 bits.
  private func writePhoto(_ name: String) throws {
    let size: [UInt8] = [0, 0, 0, 5, 0, 0, 0, 3]
    let samples = (0..<5 * 3 * 4).flatMap { index -> [UInt8] in
      let sample = index % 4 == 3 ? 0xFFFF : index * 1_000
      return [UInt8(sample >> 8), UInt8(sample & 0xFF)]
    }
    try folder.write(Farbfeld.signature + size + samples, to: name)
  }

  private func render(_ input: String, to output: String, _ look: String = "output source") throws -> [String] {
    let outcome = try renderPhoto(
      try compiled(look), from: path(input), to: path(output), options: RenderOptions())
    guard case .rendered(_, let notes) = outcome else { throw TestFailure("\(outcome)") }
    return notes
  }

  private func codes(_ name: String) throws -> [UInt16] {
    try StoredPicture(decoding: openPicture(path(name))).colorCodes
  }

  @Test func isReadRenderedAndWritten() throws {
    try PictureFileType.$added.withValue(farbfeld) {
      try writePhoto("in.ff")
      #expect(try render("in.ff", to: "same.ff") == [])
      #expect(folder.bytes(of: "same.ff") == folder.bytes(of: "in.ff"))
      #expect(try render("in.ff", to: "out.png", "output source * 0.5") == [])
      #expect(try render("in.ff", to: "out.ff", "output source * 0.5") == [])
      #expect(try codes("out.ff") == codes("out.png"))
      #expect(try codes("out.ff") != codes("in.ff"))
      _ = try render("in.ff", to: "out.jpg")
      #expect(try openPicture(path("out.jpg")).metadata.source == .jpeg)
    }
  }

  /// The metadata and the profile of a JPEG have no place in it, which the notes say.
  @Test func whatItCannotHoldIsNoted() throws {
    try PictureFileType.$added.withValue(farbfeld) {
      let photo = try Photo(TEST_JPEG_YCC, 16, 8, across: 1, down: 1)
      var metadata = try openPicture(FilePath(photo.folder.path + "/in.jpg")).metadata
      metadata.exif = Array("II*\0\u{8}\0\0\0\0\0\0\0\0\0".utf8)
      metadata.xmp = Array("<x:xmpmeta/>".utf8)
      let format = PictureFormat(width: 1, height: 1, channels: 3, depth: .sixteen)
      let file = try OutputFile(path("noted.ff"))
      let writer = try PictureFileType(outputName: path("noted.ff")).writer(
        to: file.descriptor, format: format, metadata: metadata)
      #expect(
        writer.notes == ["camera data", "XMP"].map { "left out, because farbfeld has no place for it: \($0)" })
    }
  }

  @Test func isFoundByContentNameAndExtension() throws {
    try PictureFileType.$added.withValue(farbfeld) {
      try writePhoto("scan.FF")
      try writePhoto("named.jpg")
      #expect(try openPicture(path("named.jpg")).metadata.source?.name == "farbfeld")
      #expect(try PictureFileType(outputName: path("scan.FF")).title == "farbfeld")
      #expect(PictureFileType(named: "farbfeld")?.depth(for: .eight) == .sixteen)
      let others = [("tiff", ".tif, .tiff"), ("avif", ".avif"), ("jxl", ".jxl"), ("exr", ".exr")].filter { name, _ in
        PictureFileType(named: name) != nil
      }
      let endings = ([".jpg, .jpeg, .jpe, .png"] + others.map(\.1)).joined(separator: ", ")
      #expect(PictureFileType.outputEndings == endings + " or .ff")
      let found = try findPhotos(in: [FilePath(folder.path)], recursively: true).photos
      #expect(found.map(\.path.description).sorted() == ["named.jpg", "scan.FF"].map { folder.path + "/" + $0 })
    }
  }

  @Test func aTruncatedFileIsCorrupt() throws {
    try PictureFileType.$added.withValue(farbfeld) {
      try writePhoto("in.ff")
      let whole = try #require(folder.bytes(of: "in.ff"))
      try folder.write(Array(whole.dropLast()), to: "short.ff")
      #expect(throws: ImageError.self) { try openPicture(path("short.ff")) }
    }
  }

  /// Without its line nothing knows it.
  @Test func isUnknownOtherwise() throws {
    try writePhoto("in.ff")
    #expect(throws: ImageError.self) { try openPicture(path("in.ff")) }
    #expect(throws: ImageError.self) { try PictureFileType(outputName: path("out.ff")) }
  }
}
