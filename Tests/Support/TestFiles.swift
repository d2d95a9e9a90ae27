#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Files of the project, as tests find them.
public enum TestFiles {
  /// The folder that holds `Package.swift`.
  public static let packageRoot: String = {
    // This file is Tests/Support/TestFiles.swift.
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
  }()

  /// The folder of the test target that a test file belongs to: `Tests/NAME`.
  public static func folder(ofTarget testFile: String) -> String {
    let below = testFile.dropFirst(packageRoot.count + "/Tests/".count)
    return packageRoot + "/Tests/" + (below.split(separator: "/").first ?? "")
  }

  /// The bytes of a file, or nil.
  public static func bytes(of path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map(Array.init)
  }

  /// Writes a file, with the folders above it.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    let folder = path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  /// The names in a folder that end in something, sorted; empty when there is no such folder.
  public static func names(in folder: String, endingIn suffix: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted()
  }
}
