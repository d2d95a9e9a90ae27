import Foundation
import Testing
import TintypeImage

@Suite struct ContainedFileTests {
  private let scratch: Scratch
  private let folder: FilePath

  init() throws {
    scratch = try Scratch()
    folder = FilePath(scratch.folder.path)
    let files = FileManager.default
    try files.createDirectory(at: scratch.folder.appendingPathComponent("film"), withIntermediateDirectories: true)
    _ = try scratch.write([1, 2, 3], to: "film/warm.cube")
    for (name, target) in [("film/link", "warm.cube"), ("away", "/etc")] {
      try files.createSymbolicLink(
        atPath: scratch.folder.appendingPathComponent(name).path, withDestinationPath: target)
    }
    _ = scratch.folder.appendingPathComponent("pipe").path.withCString { mkfifo($0, 0o600) }
  }

  private func read(_ components: String..., atMost limit: Int = 3) throws -> [UInt8] {
    try readFile(below: folder, components, atMost: limit)
  }

  @Test func readsARegularFile() throws {
    #expect(try read("film", "warm.cube") == [1, 2, 3])
  }

  @Test func followsNoLink() throws {
    #expect(try imageError { _ = try read("film", "link") }.kind == .unreadable)
    #expect(try imageError { _ = try read("away", "passwd", atMost: 1 << 20) }.message.contains("link"))
  }

  @Test func readsNothingElse() throws {
    #expect(try imageError { _ = try read("film") }.kind == .unreadable)
    #expect(try imageError { _ = try read("pipe") }.kind == .unreadable)
    #expect(try imageError { _ = try read("film", "cold.cube") }.kind == .missing)
    #expect(try imageError { _ = try read("film", "warm.cube", "x") }.kind == .missing)
    #expect(try imageError { _ = try read("film", "warm.cube", atMost: 2) }.kind == .limit)
  }
}
