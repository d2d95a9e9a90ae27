/// The lines of standard input as they come.
struct InputLines {
  /// A line without its end; of one that is too long, its last bytes.
  struct Line {
    var bytes: [UInt8]
    var isWhole: Bool
  }

  private let limit: Int
  private var pending: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var isWhole = true
  private var isAtEnd = false

  init(atMost limit: Int) { self.limit = limit }

  /// The next line; nil at the end, and when a signal wants the program to end.
  ///
  /// - Parameter waits: whether to wait for it; otherwise nil where no whole line has come yet.
  mutating func next(waits: Bool = true) throws -> Line? {
    while true {
      if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        return line(endingAt: end, isWhole: isWhole && end - start <= limit, next: end + 1)
      }
      if isAtEnd {
        guard start < pending.count || !isWhole else { return nil }
        return line(endingAt: pending.count, isWhole: isWhole, next: pending.count)
      }
      pending.removeFirst(start)
      start = 0
      if pending.count > limit {
        isWhole = false
        pending = []
      }
      searched = pending.count
      guard waits || StandardStreams.hasInput, try readMore() else { return nil }
    }
  }

  private mutating func line(endingAt end: Int, isWhole: Bool, next: Int) -> Line {
    defer { (start, searched, self.isWhole) = (next, next, true) }
    return Line(bytes: Array(pending[start..<end]), isWhole: isWhole)
  }

  /// False when a signal came.
  private mutating func readMore() throws -> Bool {
    guard let part = try StandardStreams.readPart() else { return false }
    isAtEnd = part.isEmpty
    pending += part
    return true
  }
}
