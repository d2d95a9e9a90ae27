import CFuzzDriver
import Glibc
public import TintypeImage

/// Bytes that have a path.
public final class MemoryFile {
  /// Open as long as this lives.
  public let descriptor = fuzz_memory_file()

  /// A file with these bytes.
  public init(_ bytes: [UInt8]) {
    precondition(bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
  }

  deinit { close(descriptor) }

  /// How others open it.
  public var path: FilePath { FilePath("/proc/self/fd/\(descriptor)") }
}

/// Where a target keeps files with names: Scripts/fuzz makes the folder, with a photo and a manifest in it.
public let scratchFolder = FilePath(".build-fuzz/scratch")
