import Synchronization
import Testing
import TintypeImage
import TintypeRender
import TintypeTestSupport

@testable import Tintype

/// What workers took and retired.
private final class Log: Sendable {
  let taken = Atomic(0)
  let retired = Mutex<[Int]>([])
}

/// Numbers as pieces of work, of which one may fail.
private final class Worker: PieceWorker {
  private let log: Log
  private let failing: Failing?
  private var numbers: SplitMix64
  private var piece = 0

  enum Failing { case take(Int), work(Int), retire(Int) }

  init(_ log: Log, seed: Int, _ failing: Failing? = nil) {
    (self.log, self.failing, numbers) = (log, failing, SplitMix64(seed: UInt64(seed)))
  }

  func take() throws(ImageError) -> Bool {
    piece = log.taken.wrappingAdd(1, ordering: .relaxed).oldValue
    if case .take(piece) = failing { throw ImageError(.corrupt, "\(piece)") }
    return piece < 300
  }

  func work() throws(ImageError) {
    for _ in 0..<Int.random(in: 0..<2000, using: &numbers) { _ = numbers.next() }
    if case .work(let first) = failing, piece >= first { throw ImageError(.corrupt, "\(piece)") }
  }

  func retire() throws(ImageError) {
    if case .retire(piece) = failing { throw ImageError(.corrupt, "\(piece)") }
    log.retired.withLock { $0.append(piece) }
  }
}

@Suite struct ReorderBufferTests {
  @Test(arguments: [1, 2, 3, 8]) func piecesRetireInOrder(_ threads: Int) throws {
    let log = Log()
    try ReorderBuffer.run((0..<threads).map { Worker(log, seed: $0) })
    #expect(log.retired.withLock { $0 } == Array(0..<300))
  }

  /// The first piece that fails decides what is said; all before it have retired, and none after it.
  @Test(arguments: [1, 2, 3, 8], [0, 5, 90]) func theFirstFailureEndsTheWork(_ threads: Int, _ piece: Int) {
    for failing in [Worker.Failing.take(piece), .work(piece), .retire(piece)] {
      let log = Log()
      #expect(throws: ImageError(.corrupt, "\(piece)")) {
        try ReorderBuffer.run((0..<threads).map { Worker(log, seed: $0, failing) })
      }
      #expect(log.retired.withLock { $0 } == Array(0..<piece))
      #expect(log.taken.load(ordering: .relaxed) <= piece + 2 * threads, "work ends soon")
    }
  }
}
