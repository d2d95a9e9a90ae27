import Dispatch
import Synchronization
package import TintypeRaster

/// A worker on pieces that have an order: the bands of a photo, the frames of a video.
package protocol PieceWorker: AnyObject {
  /// Takes the next piece; false after the last one. Called for one worker at a time.
  func take() throws(ImageError) -> Bool

  /// Works on the piece, in parallel with the other workers.
  func work() throws(ImageError)

  /// Passes the finished piece on. Called for one worker at a time, in the order in which the pieces were taken.
  func retire() throws(ImageError)
}

/// Lets workers take pieces in order, finish them in any order, and retire them in order.
///
/// A worker holds its finished piece until all earlier ones have retired. So the number of workers bounds the
/// memory, and what is slow to retire slows down what is taken: that is all the back pressure there is.
package final class ReorderBuffer: @unchecked Sendable {
  private struct Intake {
    var count = 0
    var isOver = false
  }

  /// Each is used by one thread, or under the lock of `intake`, or in turn.
  private let workers: [any PieceWorker]
  private let intake = Mutex(Intake())
  /// Pieces in flight differ modulo the number of workers, so one semaphore for each worker tells them apart.
  private let turns: [DispatchSemaphore]
  private let failure = Mutex<ImageError?>(nil)

  private init(_ workers: [any PieceWorker]) {
    self.workers = workers
    // libdispatch traps when a semaphore is destroyed below its initial count, so all begin at 0.
    turns = workers.map { _ in DispatchSemaphore(value: 0) }
    turns[0].signal()
  }

  /// Runs each worker on a thread of its own, the first on the caller's, until there are no more pieces.
  ///
  /// - Throws: the failure of the first piece, in order, that failed. No later piece retires.
  package static func run(_ workers: [any PieceWorker]) throws(ImageError) {
    let buffer = ReorderBuffer(workers)
    let others = DispatchGroup()
    for index in workers.indices.dropFirst() {
      // Not concurrentPerform: nested in it, the concurrentPerform of a worker would get fewer threads.
      DispatchQueue(label: "tintype.worker").async(group: others) { buffer.runWorker(index) }
    }
    buffer.runWorker(0)
    others.wait()
    if let failure = buffer.failure.withLock({ $0 }) { throw failure }
  }

  private func runWorker(_ index: Int) {
    let worker = workers[index]
    while let (number, taken) = next(worker) {
      var result = taken
      if case .success = taken { result = Result { () throws(ImageError) in try worker.work() } }
      turns[number % turns.count].wait()
      if !hasFailed {
        do throws(ImageError) {
          try result.get()
          try worker.retire()
        } catch {
          failure.withLock { $0 = error }
        }
      }
      turns[(number + 1) % turns.count].signal()
    }
  }

  private var hasFailed: Bool { failure.withLock { $0 != nil } }

  /// The number of the next piece and whether it could be taken; nil after the last one and after a failure.
  private func next(_ worker: any PieceWorker) -> (number: Int, taken: Result<Void, ImageError>)? {
    let worker = Shared(value: worker)
    return intake.withLock { intake in
      guard !intake.isOver, !hasFailed else { return nil }
      do throws(ImageError) {
        guard try worker.value.take() else {
          intake.isOver = true
          return nil
        }
      } catch {
        intake.isOver = true
        return (intake.count, .failure(error))
      }
      intake.count += 1
      return (intake.count - 1, .success(()))
    }
  }
}

/// A value that threads share by agreement: under a lock, in turn, or each a part of its own.
struct Shared<Value>: @unchecked Sendable {
  let value: Value
}
