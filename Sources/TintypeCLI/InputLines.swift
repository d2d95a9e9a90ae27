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
  private var isAtEnd = false

  init(atMost limit: Int) { self.limit = limit }

  /// The next line; nil at the end, and when a signal wants the program to end.
  mutating func next() throws -> Line? {
    var isWhole = true
    var searched = start
    while true {
      if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Line(bytes: Array(pending[start..<end]), isWhole: isWhole && end - start <= limit)
      }
      if isAtEnd {
        defer { start = pending.count }
        return start < pending.count || !isWhole ? Line(bytes: Array(pending[start...]), isWhole: isWhole) : nil
      }
      pending.removeFirst(start)
      start = 0
      if pending.count > limit {
        isWhole = false
        pending = []
      }
      searched = pending.count
      guard try readMore() else { return nil }
    }
  }

  /// False when a signal came.
  private mutating func readMore() throws -> Bool {
    guard let part = try StandardStreams.readPart() else { return false }
    isAtEnd = part.isEmpty
    pending += part
    return true
  }
}
