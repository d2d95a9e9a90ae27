import Dispatch
import Synchronization

/// Hands out rows to threads, from the top.
struct NextRows: ~Copyable, Sendable {
  private let rows: Range<Int>
  private let each: Int
  private let next: Atomic<Int>

  init(_ rows: Range<Int>, each: Int) {
    self.rows = rows
    self.each = each
    next = Atomic(rows.lowerBound)
  }

  func take() -> Range<Int>? {
    let first = next.add(each, ordering: .relaxed).oldValue
    return first < rows.upperBound ? first..<min(first + each, rows.upperBound) : nil
  }

  /// Lets threads claim rows, a few at a time, until none are left.
  static func share(_ rows: Range<Int>, each: Int, threads: Int, _ work: @Sendable (borrowing NextRows) -> Void) {
    let next = NextRows(rows, each: each)
    let threads = min(threads, (rows.count + each - 1) / each)
    if threads <= 1 { return work(next) }
    DispatchQueue.concurrentPerform(iterations: threads) { _ in work(next) }
  }
}
