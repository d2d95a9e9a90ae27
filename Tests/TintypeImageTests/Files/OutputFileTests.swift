import Foundation
import Testing
import TintypeImage

@Suite struct OutputFileTests {
  private func put(_ text: String, _ output: OutputFile) {
    _ = text.withCString { write(output.descriptor, $0, text.utf8.count) }
  }

  @Test func appearsOnlyWhenCommitted() throws {
    let scratch = try Scratch()
    let output = try OutputFile(scratch.path("photo.jpg"))
    put("new", output)
    let pending = try scratch.names
    #expect(pending.count == 1 && pending[0].hasPrefix(".photo.jpg.tintype-"))
    try output.commit(replacing: false)
    #expect(try scratch.names == ["photo.jpg"])
    #expect(try scratch.bytes(of: "photo.jpg") == Array("new".utf8))
  }

  @Test func discardingLeavesNothing() throws {
    let scratch = try Scratch()
    try OutputFile(scratch.path("a")).discard()
    do { _ = try OutputFile(scratch.path("b")) }
    #expect(try scratch.names == [])
  }

  @Test func aTargetThatAppearedMeanwhileStays() throws {
    let scratch = try Scratch()
    let output = try OutputFile(scratch.path("a"))
    put("new", output)
    _ = try scratch.write(Array("old".utf8), to: "a")
    #expect(try imageError { try output.commit(replacing: false) }.kind == .exists)
    #expect(try scratch.names == ["a"])
    #expect(try scratch.bytes(of: "a") == Array("old".utf8))
  }

  @Test func replacingReplaces() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Array("old".utf8), to: "a")
    let output = try OutputFile(scratch.path("a"))
    put("new", output)
    try output.commit(replacing: true)
    #expect(try scratch.names == ["a"])
    #expect(try scratch.bytes(of: "a") == Array("new".utf8))
  }

  @Test func aLinkIsReplacedAndNotFollowed() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Array("old".utf8), to: "a")
    try FileManager.default.createSymbolicLink(
      at: scratch.folder.appendingPathComponent("link"), withDestinationURL: scratch.folder.appendingPathComponent("a"))
    let output = try OutputFile(scratch.path("link"))
    put("new", output)
    try output.commit(replacing: true)
    #expect(try scratch.bytes(of: "a") == Array("old".utf8))
    #expect(try scratch.bytes(of: "link") == Array("new".utf8))
  }

  @Test func aFolderIsNotReplaced() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path("a").description, withIntermediateDirectories: false)
    for (replacing, kind) in [(true, ImageError.Kind.cannotCreate), (false, .exists)] {
      let output = try OutputFile(scratch.path("a"))
      #expect(try imageError { try output.commit(replacing: replacing) }.kind == kind)
    }
    #expect(try scratch.names == ["a"])
  }

  @Test func permissionsFollowTheMask() throws {
    let scratch = try Scratch()
    let output = try OutputFile(scratch.path("a"))
    try output.commit(replacing: false)
    let mask = umask(0)
    umask(mask)
    var status = stat()
    #expect(stat(scratch.folder.appendingPathComponent("a").path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o666 & ~mask)
  }

  @Test func aMissingFolderCannotBeWrittenTo() throws {
    let scratch = try Scratch()
    #expect(try imageError { _ = try OutputFile(scratch.path("no/a")) }.kind == .cannotCreate)
  }

  @Test(.enabled(if: geteuid() != 0)) func aReadOnlyFolderCannotBeWrittenTo() throws {
    let scratch = try Scratch()
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: scratch.folder.path)
    #expect(try imageError { _ = try OutputFile(scratch.path("a")) }.kind == .cannotCreate)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func aFullDiskIsAnError() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let format = PictureFormat(width: 300, height: 300, channels: 3, depth: .eight)
    let samples = testSamples(format.pictureBytes)
    let png = try imageError { try encodeAll(samples, PNGWriter(to: full, format: format)) }
    let jpeg = try imageError { try encodeAll(samples, JPEGWriter(to: full, format: format)) }
    for error in [png, jpeg] {
      #expect(error.kind == .io)
      #expect(error.message.contains(String(cString: strerror(ENOSPC))) || error.message.contains("o space"))
    }
  }

  @Test func aClosedDescriptorIsAnError() throws {
    let format = PictureFormat(width: 300, height: 300, channels: 3, depth: .eight)
    let error = try imageError { try encodeAll(testSamples(270_000), PNGWriter(to: -1, format: format)) }
    #expect(error.kind == .io)
  }

  @Test func sameFileByEveryName() throws {
    let scratch = try Scratch()
    let path = try scratch.write([1], to: "a")
    try FileManager.default.linkItem(atPath: path.description, toPath: scratch.path("hard").description)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("soft").description, withDestinationPath: path.description)
    _ = try scratch.write([1], to: "other")
    for name in ["a", "hard", "soft", "../\(scratch.folder.lastPathComponent)/a"] {
      #expect(isSameFile(path, scratch.path(name)), "\(name)")
    }
    #expect(!isSameFile(path, scratch.path("other")))
    #expect(!isSameFile(path, scratch.path("nothing")))
  }
}
