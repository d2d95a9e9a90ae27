import TintypeSystem

/// A regular file open for reading at any offset. Closed when the last reference goes.
final class InputFile: Sendable {
  let descriptor: Int32

  /// Bytes, when it was opened.
  let size: Int

  convenience init(_ path: FilePath) throws(ImageError) {
    // Without O_NONBLOCK opening a pipe would wait for somebody to write to it.
    let descriptor = path.withCString { name in retrying { open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } }
    guard descriptor >= 0 else { throw ImageError.cannotBeOpened(errno) }
    try self.init(opened: descriptor)
  }

  /// Takes over an open descriptor.
  init(opened descriptor: Int32) throws(ImageError) {
    self.descriptor = descriptor
    var status = stat()
    let failed = fstat(descriptor, &status) != 0
    size = Int(status.st_size)
    // From here on deinit closes the descriptor.
    if failed { throw ImageError(.unreadable, "cannot be examined: \(errnoText(errno))") }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw ImageError(.unreadable, "this is a folder")
    default: throw ImageError(.unreadable, "this is no regular file")
    }
  }

  deinit {
    close(descriptor)
  }

  /// Exactly `count` bytes from `offset`; `.corrupt` when the file ends before.
  func bytes(at offset: Int, count: Int) throws(ImageError) -> [UInt8] {
    guard offset >= 0, count >= 0, count <= size, offset <= size - count else {
      throw ImageError(.corrupt, "the file ends early")
    }
    var failure: ImageError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(ImageError) {
        while filled < count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
          let got = try read(at: offset + filled, into: rest)
          if got == 0 { throw ImageError(.corrupt, "the file ends early") }
          filled += got
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// All bytes from `start` on; none where the file ends before it. `.limit` for a file of more than `limit` bytes.
  func bytes(from start: Int = 0, atMost limit: Int) throws(ImageError) -> [UInt8] {
    guard size <= limit else {
      throw ImageError(.limit, "the file has \(size) bytes, and at most \(limit) are read")
    }
    return try bytes(at: min(start, size), count: max(size - start, 0))
  }

  /// Reads as many bytes from `offset` as one call gives; 0 at the end.
  func read(at offset: Int, into bytes: UnsafeMutableRawBufferPointer) throws(ImageError) -> Int {
    let got = retrying { pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) }
    guard got >= 0 else { throw ImageError(.unreadable, "cannot be read: \(errnoText(errno))") }
    return got
  }
}

extension ImageError {
  /// That the system did not open an input.
  static func cannotBeOpened(_ number: Int32) -> ImageError {
    let isMissing = number == ENOENT || number == ENOTDIR
    let kind = isOpenFileLimit(number) ? Kind.limit : isMissing ? .missing : .unreadable
    return ImageError(kind, "cannot be opened: \(errnoText(number))")
  }
}
