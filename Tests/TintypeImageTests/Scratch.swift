import Foundation
import Testing
import TintypeImage

/// A folder that lives as long as the object.
final class Scratch {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tintype-image-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String) -> FilePath {
    FilePath(folder.appendingPathComponent(name).path)
  }

  func write(_ bytes: [UInt8], to name: String = "picture") throws -> FilePath {
    try Data(bytes).write(to: folder.appendingPathComponent(name))
    return path(name)
  }

  func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }
}
