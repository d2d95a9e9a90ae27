import Foundation

/// A folder that lives as long as the object.
public final class ScratchFolder: Sendable {
  /// Its path, without a slash at the end.
  public let path: String

  /// An empty folder.
  public init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("tintype-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The names in it, hidden ones too, sorted.
  public var names: [String] { TestFiles.names(in: path, endingIn: "") }

  /// The bytes of a file in it, or nil.
  public func bytes(of name: String) -> [UInt8]? { TestFiles.bytes(of: path + "/" + name) }

  /// Writes a file in it.
  public func write(_ bytes: [UInt8], to name: String) throws { try TestFiles.write(bytes, to: path + "/" + name) }

  /// Writes a text in it.
  public func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }
}
