import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

@Suite struct OutputFileTests {
  private func put(_ text: String, _ output: OutputFile) {
    _ = text.withCString { write(output.descriptor, $0, text.utf8.count) }
  }

  /// Where the system has files without a name there is nothing to see, elsewhere one hidden file.
  @Test func appearsOnlyWhenCommitted() throws {
    let scratch = try Scratch()
    let output = try OutputFile(scratch.path("photo.jpg"))
    put("new", output)
    let pending = try scratch.names
    #expect(pending.isEmpty || pending.count == 1 && pending[0].hasPrefix(".photo.jpg.tintype-"))
    #expect(try output.commit() == scratch.path("photo.jpg"))
    #expect(try scratch.names == ["photo.jpg"])
    #expect(try scratch.bytes(of: "photo.jpg") == Array("new".utf8))
  }

  @Test func discardingLeavesNothing() throws {
    let scratch = try Scratch()
    try OutputFile(scratch.path("a")).discard()
    do { _ = try OutputFile(scratch.path("b"), ifTaken: .replace) }
    #expect(try scratch.names == [])
  }

  @Test func aTargetThatAppearedMeanwhileStays() throws {
    let scratch = try Scratch()
    let output = try OutputFile(scratch.path("a"))
    put("new", output)
    _ = try scratch.write(Array("old".utf8), to: "a")
    #expect(try imageError { try output.commit() }.kind == .exists)
    #expect(try scratch.names == ["a"])
    #expect(try scratch.bytes(of: "a") == Array("old".utf8))
  }

  @Test func replacingReplaces() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Array("old".utf8), to: "a")
    let output = try OutputFile(scratch.path("a"), ifTaken: .replace)
    put("new", output)
    try output.commit()
    #expect(try scratch.names == ["a"])
    #expect(try scratch.bytes(of: "a") == Array("new".utf8))
  }

  @Test func numberingFindsAFreeName() throws {
    let scratch = try Scratch()
    for (index, name) in ["a.b.jpg", "a.b-2.jpg", "a.b-3.jpg"].enumerated() {
      let output = try OutputFile(scratch.path("a.b.jpg"), ifTaken: .number)
      put("\(index)", output)
      #expect(try output.commit() == scratch.path(name))
      #expect(try scratch.bytes(of: name) == Array("\(index)".utf8))
    }
    #expect(try OutputFile(scratch.path(".hidden"), ifTaken: .number).commit() == scratch.path(".hidden"))
    #expect(try OutputFile(scratch.path(".hidden"), ifTaken: .number).commit() == scratch.path(".hidden-2"))
    #expect(try scratch.names.count == 5)
  }

  /// As a shell's `>` and `cp` do it.
  @Test func aLinkStaysALink() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("folder").description, withIntermediateDirectories: false)
    _ = try scratch.write(Array("old".utf8), to: "folder/a")
    let link = scratch.folder.appendingPathComponent("link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "folder/a")
    let output = try OutputFile(scratch.path("link"), ifTaken: .replace)
    put("new", output)
    try output.commit()
    #expect(try scratch.bytes(of: "folder/a") == Array("new".utf8))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "folder/a")
    #expect(try scratch.names == ["folder", "link"])
  }

  @Test func linksInACircle() throws {
    let scratch = try Scratch()
    for (name, other) in [("a", "b"), ("b", "a")] {
      try FileManager.default.createSymbolicLink(atPath: scratch.path(name).description, withDestinationPath: other)
    }
    #expect(try imageError { _ = try OutputFile(scratch.path("a"), ifTaken: .replace) }.kind == .cannotCreate)
  }

  @Test func onlyFilesAreReplaced() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path("a").description, withIntermediateDirectories: false)
    #expect(mkfifo(scratch.path("pipe").description, 0o666) == 0)
    for name in ["a", "pipe"] {
      #expect(try imageError { _ = try OutputFile(scratch.path(name), ifTaken: .replace) }.kind == .cannotCreate)
      #expect(try imageError { try OutputFile(scratch.path(name)).commit() }.kind == .exists)
    }
    #expect(try scratch.names == ["a", "pipe"])
  }

  @Test func permissionsStay() throws {
    let scratch = try Scratch()
    for mode in [mode_t(0o600), 0o644, 0o755] {
      let path = try scratch.write([1], to: "a").description
      #expect(chmod(path, mode) == 0)
      try OutputFile(FilePath(path), ifTaken: .replace).commit()
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == mode)
    }
  }

  @Test(.whereModesBind) func aProtectedFileIsNotReplaced() throws {
    let scratch = try Scratch()
    let path = try scratch.write([1], to: "a")
    #expect(chmod(path.description, 0o444) == 0)
    #expect(try imageError { _ = try OutputFile(path, ifTaken: .replace) }.message.contains("write-protected"))
  }

  /// Leftovers of a killed writer are removed; files of a running writer and of other programs are kept.
  @Test func staleTemporaries() throws {
    let scratch = try Scratch()
    let others = [".photo.jpg.tintype-", ".photo.jpg", "photo.jpg.tintype-abc", ".a.tintype-ABC"]
    for name in others + [".photo.jpg.tintype-0abc9", ".b.tintype-x"] { _ = try scratch.write([1], to: name) }
    let held = open(scratch.path(".b.tintype-x").description, O_RDONLY)
    defer { close(held) }
    #expect(flock(held, LOCK_EX) == 0)
    removeStaleTemporaries(in: scratch.path(""))
    #expect(try scratch.names == (others + [".b.tintype-x"]).sorted())
  }

  @Test func permissionsFollowTheMask() throws {
    let scratch = try Scratch()
    let output = try OutputFile(scratch.path("a"))
    try output.commit()
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

  @Test(.whereModesBind) func aReadOnlyFolderCannotBeWrittenTo() throws {
    let scratch = try Scratch()
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: scratch.folder.path)
    #expect(try imageError { _ = try OutputFile(scratch.path("a")) }.kind == .cannotCreate)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func aFullDiskIsAnError() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let format = PictureFormat(width: 300, height: 300, channels: 3, depth: .eight)
    let samples = testSamples(format.pictureBytes.count)
    let png = try imageError { try encodeAll(samples, PictureFileType.png.writer(to: full, format: format)) }
    let jpeg = try imageError { try encodeAll(samples, PictureFileType.jpeg.writer(to: full, format: format)) }
    for error in [png, jpeg] {
      #expect(error.kind == .io)
      #expect(error.message.contains(String(cString: strerror(ENOSPC))) || error.message.contains("o space"))
    }
  }

  @Test func aClosedDescriptorIsAnError() throws {
    let format = PictureFormat(width: 300, height: 300, channels: 3, depth: .eight)
    let error = try imageError {
      try encodeAll(testSamples(270_000), PictureFileType.png.writer(to: -1, format: format))
    }
    #expect(error.kind == .io)
  }

  @Test func foldersAreMade() throws {
    let scratch = try Scratch()
    try createFolder(scratch.path("a/b/c"))
    try createFolder(scratch.path("a/b/c"))
    _ = try scratch.write([1], to: "a/file")
    #expect(try imageError { try createFolder(scratch.path("a/file")) }.kind == .cannotCreate)
    #expect(try namesInFolder(scratch.path("a")) == ["b", "file"].map { Array($0.utf8) })
    #expect(try imageError { _ = try namesInFolder(scratch.path("none")) }.kind == .missing)
  }

  /// Nanoseconds since 1970 have room up to the year 2262, and file systems hold later times.
  @Test func aTimeInTheFarFuture() throws {
    let scratch = try Scratch()
    let path = try scratch.write([1])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 14e9)], ofItemAtPath: path.description)
    #expect(FileStatus(path).map { $0.modified > 0 && $0.modifiedParts[0] > 2030 } == true)
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
