import TintypeSystem

/// The frames of a Y4M stream, one after the other, from a file or a pipe. Used by one thread at a time.
public final class Y4MReader {
  /// What the stream says of itself.
  public let header: Y4MHeader

  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let isInterrupted: () -> Bool

  /// What was read and not yet handed out: lines are read with what stands behind them.
  private var waiting: [UInt8] = []
  private var next = 0
  private var framesRead = 0

  /// Opens a file, or a pipe with a name.
  ///
  /// - Throws: `.missing`, `.unreadable`, and as the other initializer.
  public convenience init(
    _ path: FilePath, limits: PictureLimits = PictureLimits(), isInterrupted: @escaping () -> Bool
  ) throws(ImageError) {
    let descriptor = path.withCString { name in retrying { open(name, O_RDONLY | O_CLOEXEC) } }
    guard descriptor >= 0 else { throw ImageError.cannotBeOpened(errno) }
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
    self.descriptor = descriptor
    self.isInterrupted = isInterrupted
    var lines = LineBuffer(descriptor, isInterrupted)
    let line: [UInt8]?
    do throws(ImageError) {
      line = try lines.line(atMost: Y4MHeader.maxBytes, beginningWith: Y4MHeader.magic)
      guard let line else { throw ImageError(.corrupt, "the stream is empty") }
      header = try Y4MHeader(line: line)
      try limits.check(width: header.width, height: header.height)
    } catch {
      if owns { close(descriptor) }
      throw error
    }
    ownsDescriptor = owns
    waiting = lines.waiting
    next = lines.next
  }

  deinit { if ownsDescriptor { close(descriptor) } }

  /// Reads the next frame.
  ///
  /// - Parameter planes: room for ``Y4MHeader``'s planes, which come behind each other.
  /// - Returns: the line in front of it, with its parameters; nil behind the last frame.
  /// - Throws: `.corrupt` for a stream that ends inside of a frame or goes on with something else, `.unreadable`,
  ///   `.interrupted`.
  public func readFrame(into planes: UnsafeMutableRawBufferPointer) throws(ImageError) -> [UInt8]? {
    if isInterrupted() { throw ImageError.interrupted }
    var lines = LineBuffer(descriptor, isInterrupted, waiting, next)
    defer { (waiting, next) = (lines.waiting, lines.next) }
    let number = framesRead
    let line: [UInt8]?
    do throws(ImageError) {
      line = try lines.line(atMost: Self.maxFrameLine, beginningWith: Self.frame)
    } catch  where error.kind == .corrupt || error.kind == .unsupported {
      let isStream = lines.waiting[lines.next...].starts(with: Y4MHeader.magic)
      throw ImageError(.corrupt, "behind \(counted(number)) comes \(isStream ? "another stream" : "no other")")
    }
    guard let line else { return nil }
    var filled = lines.take(into: planes)
    while filled < planes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: planes[filled...])
      let count = try readSome(from: descriptor, into: rest, isInterrupted: isInterrupted)
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

/// Lines, and what was read behind them.
private struct LineBuffer {
  let descriptor: Int32
  let isInterrupted: () -> Bool
  var waiting: [UInt8]
  var next: Int

  init(_ descriptor: Int32, _ isInterrupted: @escaping () -> Bool, _ waiting: [UInt8] = [], _ next: Int = 0) {
    (self.descriptor, self.isInterrupted, self.waiting, self.next) = (descriptor, isInterrupted, waiting, next)
  }

  /// The next line without its end; nil at the end of the stream.
  ///
  /// - Throws: `.unsupported` when it begins with another word, `.corrupt` when it is too long or has no end.
  mutating func line(atMost limit: Int, beginningWith word: [UInt8]) throws(ImageError) -> [UInt8]? {
    while true {
      let rest = waiting[next...]
      if rest.count > word.count, !rest.starts(with: word) || !Self.endsWord.contains(rest[next + word.count]) {
        throw ImageError(.unsupported, Self.noStream)
      }
      if let end = rest.firstIndex(of: newline), end - next <= limit {
        defer { next = end + 1 }
        return Array(waiting[next..<end])
      }
      guard rest.count <= limit else { throw ImageError(.corrupt, "the header has no end") }
      waiting = Array(rest)
      next = 0
      // Little, so that the planes behind it go where they belong without a copy.
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

  /// Hands out what stands behind the line.
  mutating func take(into place: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(place.count, waiting.count - next)
    place.copyBytes(from: waiting[next..<(next + count)])
    next += count
    return count
  }
}
