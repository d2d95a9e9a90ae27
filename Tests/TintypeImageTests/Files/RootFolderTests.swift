import Foundation
import Testing
import TintypeTestSupport

@testable import TintypeImage

/// No path leaves a root, with and without `openat2`, even during concurrent renames.
@Suite struct RootFolderTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for name in ["root/deep", "outside"] {
      try FileManager.default.createDirectory(
        at: scratch.folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    _ = try scratch.write(Array("inside".utf8), to: "root/deep/file")
    _ = try scratch.write(Array("outside".utf8), to: "outside/file")
    for (name, target) in [("root/up", "../outside"), ("root/deep/link", "file"), ("root/here", "deep")] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.folder.appendingPathComponent(name).path, withDestinationPath: target)
    }
  }

  private func root(_ walks: Bool) throws -> RootFolder { try RootFolder(scratch.path("root"), walks: walks) }

  private func kind(_ body: () throws -> Void) -> ImageError.Kind? {
    do { try body() } catch { return (error as? ImageError)?.kind }
    return nil
  }

  @Test(arguments: [false, true]) func whatLiesBelowIsOpen(_ walks: Bool) throws {
    let root = try root(walks)
    for name in ["deep/file", "./deep//file", "deep/./file"] {
      #expect(try readFile(root.path(FilePath(name)), atMost: 10) == Array("inside".utf8), "\(name)")
    }
    let new = try root.path("new/folder/file")
    #expect(new.description == "\(scratch.path("root"))/new/folder/file" && new.folder.root === root)
    try createFolder(new.folder)
    try createFile(new, with: [1])
    try replaceFile(new, with: [2])
    try moveFile(new, to: new.sibling("other".utf8))
    #expect(try scratch.bytes(of: "root/new/folder/other") == [2])
    #expect(try namesInFolder(new.folder) == [Array("other".utf8)] && !fileExists(new))
    #expect(try namesInFolder(root.folder).count == 4)
    // A root below a root is one, too.
    let deep = try RootFolder(root.path("deep"), walks: walks)
    #expect(try readFile(deep.path("file"), atMost: 10).count == 6)
    #expect(try deep.own(scratch.path("root/deep/file")) != nil && deep.own(scratch.path("root/x")) == nil)
  }

  @Test(arguments: [false, true]) func nothingElseIs(_ walks: Bool) throws {
    let root = try root(walks)
    let names = [
      "../outside/file", "deep/../../outside/file", "/etc/hostname", "up/file", "up", "deep/link", "here/file",
      "deep/file\0", "\0",
    ]
    for name in names {
      #expect(kind { _ = try root.path(FilePath(name)) } == .unreadable, "\(name.debugDescription)")
      // Also where nobody has asked before. An absolute name behind the root's is one below it.
      guard !name.hasPrefix("/") else { continue }
      let path = FilePath(bytes: root.folder.appending(name.utf8).bytes, below: root)
      #expect(kind { _ = try readFile(path, atMost: 10) } == .unreadable, "\(name.debugDescription)")
      let below = FilePath(bytes: path.bytes + Array("/new".utf8), below: root)
      #expect(kind { try createFile(below, with: [1]) } == .cannotCreate, "\(name.debugDescription)")
      #expect(FileStatus(path)?.kind != .file)
    }
    #expect(
      kind { try replaceFile(FilePath(bytes: root.folder.appending("up/file".utf8).bytes, below: root), with: [1]) }
        != nil)
    #expect(kind { _ = try RootFolder(root.folder.appending("up".utf8), walks: walks) } == .unreadable)
    #expect(FileStatus(root.folder.folder) == nil)
    #expect(try scratch.bytes(of: "outside/file") == Array("outside".utf8))
    #expect(try namesInFolder(scratch.path("outside")).count == 1)
  }

  /// A folder of the root is exchanged for a link to one outside, at full speed.
  @Test(arguments: [false, true]) func aThiefGetsNothing(_ walks: Bool) throws {
    try race(walks, for: .milliseconds(300))
  }

  @Test(.slow, arguments: [false, true]) func aPatientThiefGetsNothing(_ walks: Bool) throws {
    try race(walks, for: .seconds(runsAllTests ? 10 : 1))
  }

  private func race(_ walks: Bool, for time: Duration) throws {
    let root = try root(walks)
    let base = scratch.folder.path + "/root"
    let thief = FolderThief(exchanging: base + "/deep", with: base + "/up")
    var (read, written) = (0, 0)
    let end = ContinuousClock.now + time
    let file = FilePath(bytes: root.folder.appending("deep/file".utf8).bytes, below: root)
    let output = file.sibling("result".utf8)
    while ContinuousClock.now < end {
      if let bytes = try? readFile(file, atMost: 10) {
        #expect(bytes == Array("inside".utf8))
        read += 1
      }
      if (try? replaceFile(output, with: [7])) != nil { written += 1 }
      if (try? createFolder(file.sibling("folder".utf8))) != nil { written += 1 }
      output.unlink()
    }
    let (exchanges, failures) = thief.stop()
    #expect(exchanges > 100 && failures == 0)
    #expect(read > 0 && written > 0)
    #expect(try namesInFolder(scratch.path("outside")) == [Array("file".utf8)])
    #expect(try scratch.bytes(of: "outside/file") == Array("outside".utf8))
  }
}
