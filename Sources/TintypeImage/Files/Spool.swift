import TintypeSystem

/// A temporary file between a pipe and a codec: a codec reads at any offset, and a pipe gets a complete picture only.
package final class Spool {
  /// Where a writer writes; closed by this object.
  package let descriptor: Int32

  private let ownsDescriptor: Bool

  /// An empty spool in a folder for temporary files.
  ///
  /// - Throws: `.cannotCreate`, `.io`.
  package init(in folder: FilePath) throws(ImageError) {
    descriptor = try OutputFile.scratch(in: folder)
    ownsDescriptor = true
  }

  /// Copies everything from a descriptor; a regular file is used in place.
  ///
  /// - Throws: `.unreadable`, `.cannotCreate`, `.io`; `.interrupted` when a signal came.
  package init(reading source: Int32, in folder: FilePath, isInterrupted: () -> Bool) throws(ImageError) {
    guard let status = try? FileStatus(open: source) else { throw ImageError(.missing, "is not open") }
    if status.kind == .file {
      (descriptor, ownsDescriptor) = (source, false)
      return
    }
    descriptor = try OutputFile.scratch(in: folder)
    ownsDescriptor = true
    while true {
      let part = try readSome(from: source, atMost: 1 << 18, isInterrupted: isInterrupted)
      if part.isEmpty { break }
      try writeAll(part, to: descriptor)
    }
  }

  deinit { if ownsDescriptor { close(descriptor) } }

  /// A path under which this process can open the bytes.
  package var path: FilePath {
    #if os(Linux)
      OutputFile.descriptorName(descriptor)
    #else
      FilePath("/dev/fd/\(descriptor)")
    #endif
  }

  /// Writes all bytes to a descriptor.
  ///
  /// - Throws: `.io`.
  package func copy(to destination: Int32) throws(ImageError) {
    let file = try InputFile(path)
    for offset in stride(from: 0, to: file.size, by: 1 << 18) {
      try writeAll(try file.bytes(at: offset, count: min(1 << 18, file.size - offset)), to: destination)
    }
  }
}
