import TintypeSystem

/// Reads the frames of a Y4M stream in order, from a file or a pipe. Used by one thread at a time.
public final class Y4MReader {
  /// The header of the stream.
  public let header: Y4MHeader

  private let ownsDescriptor: Bool
  private var lines: LineBuffer
  /// The frames that have been read; the number of the next one.
  public private(set) var framesRead = 0

  /// Opens a file, or a named pipe.
  ///
  /// - Throws: `.missing`, `.unreadable`, and as the other initializer.
  public convenience init(
    _ path: FilePath, limits: PictureLimits = PictureLimits(), isInterrupted: @escaping () -> Bool
  ) throws(ImageError) {
    let descriptor = path.open(O_RDONLY, isInterrupted: isInterrupted)
    let failure = errno
    if descriptor < 0 { throw isInterrupted() ? ImageError.interrupted : ImageError.cannotBeOpened(failure) }
    try self.init(descriptor, owns: true, limits, isInterrupted)
  }

  /// Reads from a descriptor that stays open.
  ///
  /// - Throws: `.corrupt`, `.unsupported`, `.limit`, `.unreadable`; `.interrupted`.
  public convenience init(
    reading descriptor: Int32, limits: PictureLimits = PictureLimits(), isInterrupted: @escaping () -> Bool
  ) throws(ImageError) {
    try self.init(descriptor, owns: false, limits, isInterrupted)
  }

  private init(
    _ descriptor: Int32, owns: Bool, _ limits: PictureLimits, _ isInterrupted: @escaping () -> Bool
  ) throws(ImageError) {
    var lines = LineBuffer(descriptor: descriptor, isInterrupted: isInterrupted)
    do throws(ImageError) {
      let line = try lines.line(atMost: Y4MHeader.maxBytes, beginningWith: Y4MHeader.magic)
      guard let line else { throw ImageError(.corrupt, "the stream is empty") }
      header = try Y4MHeader(line: line)
      try limits.check(width: header.width, height: header.height)
    } catch {
      if owns { close(descriptor) }
      throw error
    }
    (ownsDescriptor, self.lines) = (owns, lines)
  }

  deinit { if ownsDescriptor { close(lines.descriptor) } }

  /// Reads the next frame.
  ///
  /// - Parameter planes: a buffer for the planes, one after the other.
  /// - Returns: the frame's header line; nil after the last frame.
  /// - Throws: `.corrupt` for a stream that ends inside a frame, or continues with something else, `.unreadable`,
  ///   `.interrupted`.
  public func readFrame(into planes: UnsafeMutableRawBufferPointer) throws(ImageError) -> [UInt8]? {
    if lines.isInterrupted() { throw ImageError.interrupted }
    let number = framesRead
    let line: [UInt8]?
    do throws(ImageError) {
      line = try lines.line(atMost: Self.maxFrameLine, beginningWith: Self.frame)
    } catch  where error.kind == .corrupt || error.kind == .unsupported {
      let isStream = lines.waiting[lines.next...].starts(with: Y4MHeader.magic)
      let found = isStream ? "another stream begins" : "there is no frame header"
      throw ImageError(.corrupt, "\(found) after \(counted(number))")
    }
    guard let line else { return nil }
    var filled = lines.take(into: planes)
    while filled < planes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: planes[filled...])
      let count = try readSome(from: lines.descriptor, into: rest, isInterrupted: lines.isInterrupted)
      guard count > 0 else {
        throw ImageError(.corrupt, "the stream ends early, in the frame behind \(counted(number))")
      }
      filled += count
    }
    framesRead += 1
    return line + [newline]
  }

  private static let frame = Array("FRAME".utf8)
  private static let maxFrameLine = 4_096

  private func counted(_ frames: Int) -> String { frames == 1 ? "1 frame" : "\(frames) frames" }
}

/// The lines of a stream, and the bytes that were read after them.
private struct LineBuffer {
  let descriptor: Int32
  let isInterrupted: () -> Bool
  private(set) var waiting: [UInt8] = []
  private(set) var next = 0

  /// The next line without its end; nil at the end of the stream.
  ///
  /// - Throws: `.unsupported` if it begins with another word, `.corrupt` if it is too long or has no newline.
  mutating func line(atMost limit: Int, beginningWith word: [UInt8]) throws(ImageError) -> [UInt8]? {
    while true {
      let rest = waiting[next...]
      if rest.count > word.count, !rest.starts(with: word) || !Self.endsWord.contains(rest[next + word.count]) {
        throw ImageError(.unsupported, Self.noStream)
      }
      if let end = rest.firstIndex(of: newline), end - next <= limit {
        guard rest[..<end].starts(with: word) else { throw ImageError(.unsupported, Self.noStream) }
        defer { next = end + 1 }
        return Array(waiting[next..<end])
      }
      guard rest.count <= limit else { throw ImageError(.corrupt, "the header has no end") }
      waiting = Array(rest)
      next = 0
      // Few bytes, so that most of the planes are read without a copy.
      let part = try readSome(from: descriptor, atMost: 128, isInterrupted: isInterrupted)
      guard !part.isEmpty else {
        if waiting.isEmpty { return nil }
        guard waiting.starts(with: word.prefix(waiting.count)) else { throw ImageError(.unsupported, Self.noStream) }
        throw ImageError(.corrupt, "the stream ends in a header")
      }
      waiting += part
    }
  }

  private static let endsWord = [UInt8(ascii: " "), newline]
  private static let noStream = "this is no Y4M stream: it does not begin with YUV4MPEG2"

  /// Takes the buffered bytes after the line.
  mutating func take(into place: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(place.count, waiting.count - next)
    place.copyBytes(from: waiting[next..<(next + count)])
    next += count
    return count
  }
}
