/// The lines of standard input as they come.
struct InputLines {
  /// A line without its end; of one that is too long, its first bytes.
  struct Line {
    var bytes: [UInt8]
    var isWhole: Bool
  }

  private let limit: Int
  private var pending: [UInt8] = []
  private var start = 0
  private var searched = 0
  /// The first bytes of a line that is too long.
  private var cut: [UInt8]?
  private var isAtEnd = false

  init(atMost limit: Int) { self.limit = limit }

  /// The next line; nil at the end, and when a signal wants the program to end.
  ///
  /// - Parameter waits: whether to wait for it; otherwise nil where no whole line has come yet.
  mutating func next(waits: Bool = true) throws -> Line? {
    while true {
      if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        return line(endingAt: end, next: end + 1)
      }
      if isAtEnd {
        guard start < pending.count || cut != nil else { return nil }
        return line(endingAt: pending.count, next: pending.count)
      }
      pending.removeFirst(start)
      start = 0
      if pending.count > limit {
        cut = cut ?? Array(pending[..<limit])
        pending = []
      }
      searched = pending.count
      guard waits || StandardStreams.hasInput, try readMore() else { return nil }
    }
  }

  private mutating func line(endingAt end: Int, next: Int) -> Line {
    defer { (start, searched, cut) = (next, next, nil) }
    return Line(
      bytes: cut ?? Array(pending[start..<min(end, start + limit)]), isWhole: cut == nil && end - start <= limit)
  }

  /// False when a signal came.
  private mutating func readMore() throws -> Bool {
    guard let part = try StandardStreams.readPart() else { return false }
    isAtEnd = part.isEmpty
    pending += part
    return true
  }
}
