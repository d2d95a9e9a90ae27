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

  /// Copies a program into it, with the folders above it.
  ///
  /// Another process writes the copy: whatever a test starts in the same moment inherits the files that this process
  /// has open for writing, and Linux runs no program that anything may still write.
  public func install(_ program: String, as name: String) throws {
    let result = try runProgram("/usr/bin/env", ["install", "-D", "-m", "755", program, path + "/" + name])
    guard result.status == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: ["install": result.errors]) }
  }

  /// Writes a script of the shell that can be run.
  public func install(script body: String, as name: String) throws {
    let source = try ScratchFolder()
    try source.write("#!/bin/sh\n\(body)\n", to: "script")
    try install(source.path + "/script", as: name)
  }
}
