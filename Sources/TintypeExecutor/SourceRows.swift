/// Copies of the source rows that a pass still needs, as a sliding window.
final class SourceRows: @unchecked Sendable {
  private let rowBytes: Int
  private var rows: [UnsafeMutableRawPointer] = []
  private var spare: [UnsafeMutableRawPointer] = []

  /// The first row in memory.
  private var first = 0

  /// Rows before this one have been received.
  private(set) var done = 0

  /// The largest number of rows in memory at once.
  private(set) var mostRows = 0

  init(rowBytes: Int) { self.rowBytes = rowBytes }

  deinit { for row in rows + spare { row.deallocate() } }

  /// The largest number of bytes in memory at once.
  var mostBytes: ByteCount { ByteCount(rowBytes) * mostRows }

  /// Copies the next rows; a nil source only counts them.
  func append(_ count: Int, from source: UnsafeRawPointer?, rowBytes distance: Int) {
    if let source {
      for row in 0..<count {
        let memory = spare.popLast() ?? .allocate(byteCount: max(rowBytes, 1), alignment: 64)
        memory.copyMemory(from: source + row * distance, byteCount: rowBytes)
        rows.append(memory)
      }
    }
    done += count
    mostRows = max(mostRows, done - first)
  }

  /// Frees the rows before `row`.
  func release(before row: Int) {
    let next = min(max(row, first), done)
    if !rows.isEmpty {
      spare += rows[..<(next - first)]
      rows.removeSubrange(..<(next - first))
    }
    first = next
  }

  /// A row in memory.
  func row(_ row: Int) -> UnsafeRawPointer { UnsafeRawPointer(rows[row - first]) }
}
