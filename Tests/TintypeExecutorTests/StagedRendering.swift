import TintypeExecutor
import TintypeTestSupport

/// The result of a plan: tasks end in an order of their own, as on threads of different speed.
///
/// - Parameters:
///   - sources: the bytes of each source, rows side by side.
///   - rowBytes: of the result, without padding.
///   - workers: the most tasks that are under way at once.
func rendered(
  _ execution: Execution, _ sources: [[UInt8]], sourceRowBytes: [Int], rowBytes: Int, workers: Int = 1,
  rowsHeld: Int? = nil, seed: UInt64 = 1
) -> [UInt8] {
  let staged = StagedExecution(execution, workers: workers, rowsHeld: rowsHeld)
  var random = SplitMix64(seed: seed)
  var underWay: [StagedExecution.Task] = []
  var result: [UInt8] = []
  while !staged.isOver {
    while underWay.count < workers, let task = staged.next() { underWay.append(task) }
    precondition(!underWay.isEmpty, "there is something to do before the end")
    let task = underWay.remove(at: Int.random(in: underWay.indices, using: &random))
    if let read = task.read {
      for row in 0..<task.rows.count {
        let first = (task.rows.lowerBound + row) * sourceRowBytes[read.source]
        let bytes = sources[read.source][first..<first + sourceRowBytes[read.source]]
        UnsafeMutableRawBufferPointer(rebasing: read.memory[(row * read.rowBytes)...]).copyBytes(from: bytes)
      }
    } else {
      staged.run(task)
    }
    staged.finish(task)
    staged.view.forEachRun(of: staged.made) { rows, pixels in
      for row in 0..<rows.count { result += pixels[(row * staged.view.rowBytes)...].prefix(rowBytes) }
    }
    staged.release(before: staged.made.upperBound)
  }
  return result
}
