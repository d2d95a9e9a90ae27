internal import CTintypeConfinement
import TintypeSystem

/// A regular file, open for reading at any offset. Closed with the last reference.
final class InputFile: Sendable {
  let descriptor: Int32

  /// The size in bytes when the file was opened.
  let size: Int

  convenience init(_ path: FilePath) throws(ImageError) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let descriptor = path.open(O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else {
      let number = errno
      guard number == ENOTDIR, let (pack, name) = path.pack else { throw ImageError.cannotBeOpened(number, path) }
      try self.init(PackedFolder(pack), name)
      return
    }
    try self.init(opened: descriptor)
  }

  /// A file of a pack: in memory where the system has files there, as codecs read from descriptors.
  convenience init(_ pack: PackedFolder, _ name: [UInt8]) throws(ImageError) {
    let bytes = try pack.bytes(of: String(decoding: name, as: UTF8.self))
    let memory = tt_shared_memory()
    let descriptor = memory >= 0 ? memory : try OutputFile.scratch(in: "/tmp")
    do throws(ImageError) {
      try writeAll(bytes, to: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    lseek(descriptor, 0, SEEK_SET)
    try self.init(opened: descriptor)
  }

  /// Reads an open file, whose descriptor stays with its owner.
  convenience init(copying descriptor: Int32) throws(ImageError) {
    let copy = dup(descriptor)
    guard copy >= 0 else { throw ImageError.cannotBeOpened(errno) }
    try self.init(opened: copy)
  }

  /// Takes over an open descriptor.
  init(opened descriptor: Int32) throws(ImageError) {
    self.descriptor = descriptor
    // When a throw leaves all properties set, deinit closes the descriptor.
    let status: FileStatus
    do throws(ImageError) {
      status = try FileStatus(open: descriptor)
    } catch {
      size = 0
      throw error
    }
    size = status.size
    if status.kind != .file {
      throw ImageError(.unreadable, status.kind == .folder ? "this is a folder" : "this is no regular file")
    }
  }

  deinit {
    close(descriptor)
  }

  /// Exactly `count` bytes from `offset`; `.corrupt` if the file ends before.
  func bytes(at offset: Int, count: Int) throws(ImageError) -> [UInt8] {
    guard offset >= 0, count >= 0, count <= size, offset <= size - count else {
      throw ImageError(.corrupt, "the file ends early")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    try bytes.withUnsafeMutableBufferPointer { buffer throws(ImageError) in
      var filled = 0
      while filled < count {
        let rest = buffer[filled...]
        let got = retrying {
          pread(descriptor, UnsafeMutableBufferPointer(rebasing: rest).baseAddress, rest.count, off_t(offset + filled))
        }
        guard got >= 0 else { throw ImageError(.unreadable, "cannot be read: \(errnoText(errno))") }
        if got == 0 { throw ImageError(.corrupt, "the file ends early") }
        filled += got
      }
    }
    return bytes
  }

  /// All bytes from `start` on; none if the file ends before it.
  ///
  /// - Throws: `.limit` for a file larger than `limit`, before anything is read.
  func bytes(from start: Int, atMost limit: Int) throws(ImageError) -> [UInt8] {
    guard size <= limit else { throw ImageError(.limit, "the file has \(size) bytes, and at most \(limit) are read") }
    return try bytes(at: min(start, size), count: max(size - start, 0))
  }
}

extension ImageError {
  /// The error of a call with a path that leaves its root, or might; nil for any other error number.
  static func leadingOut(_ number: Int32, _ kind: Kind = .unreadable) -> ImageError? {
    switch number {
    case ELOOP: ImageError(kind, "is a symbolic link, or lies behind one, which may lead anywhere")
    case EXDEV: ImageError(kind, "leads out of the folder that is open")
    default: nil
    }
  }

  /// The error of a failed `open`.
  ///
  /// - Parameter path: of a file that may be misspelled.
  static func cannotBeOpened(_ number: Int32, _ path: FilePath? = nil) -> ImageError {
    if let path, path.root != nil, let error = leadingOut(number) { return error }
    let isMissing = number == ENOENT || number == ENOTDIR
    let kind = isOpenFileLimit(number) ? Kind.limit : isMissing ? .missing : .unreadable
    let near = (isMissing ? path.flatMap(nearestFile) : nil).map { "; did you mean '\($0)'?" } ?? ""
    return ImageError(kind, "cannot be opened: \(errnoText(number))\(near)")
  }
}
