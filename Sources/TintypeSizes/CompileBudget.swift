import Synchronization

/// The memory that parts of a recipe take while it is compiled, measured with recipes that have one part many times.
package enum CompileCosts {
  /// The peak of a tree, as a multiple of its tokens and nodes: its arrays grow while it is built.
  package static let tree = 1.4
  /// A typed expression, and what is noted of it.
  package static let expression: ByteCount = 220
  /// A parameter.
  package static let parameter: ByteCount = 600
  /// A diagnostic.
  package static let diagnostic: ByteCount = 700
  /// An instruction of a program as it is written.
  package static let instruction: ByteCount = 180
  /// An instruction of a program in the optimizer, with that of the program that it becomes.
  package static let optimizedInstruction: ByteCount = 330
  /// A byte of text, in what checking a recipe leaves behind: memory that the allocator keeps in small pieces.
  package static let checkedByte: ByteCount = 40
  /// A curve, whose pieces are written out and have their ranges.
  package static let curve: ByteCount = 4096
  /// A step of a pass.
  package static let passStep: ByteCount = 120
  /// A letter of a line, with its strokes, measured with lines of 150 letters.
  package static let letter: ByteCount = 4096
  /// A color of a table.
  package static let tableEntry: ByteCount = 24
}

/// The budget of one compilation: memory, and an interruption check.
///
/// Each stage counts the memory of what it builds. Once the budget is spent, the stages end early with results that
/// nobody uses, and whoever began the compilation gets a ``Stop``.
public final class CompileBudget: Sendable {
  /// Why a compilation ended early.
  public enum Stop: Error, Equatable {
    /// The caller wanted to end.
    case interrupted
    /// It would hold more memory than this limit.
    case memory(limit: ByteCount)
  }

  private enum State: UInt8, AtomicRepresentable { case going, interrupted, outOfMemory }

  private let limit: Int
  private let isInterrupted: @Sendable () -> Bool
  private let held = Atomic(0)
  private let peak = Atomic(0)
  private let questions = Atomic(0)
  private let state = Atomic(State.going)

  /// - Parameters:
  ///   - limit: the most memory.
  ///   - isInterrupted: asked at every 256th part that is counted.
  public init(limit: ByteCount = .unbounded, isInterrupted: @escaping @Sendable () -> Bool = { false }) {
    (self.limit, self.isInterrupted) = (limit.count, isInterrupted)
  }

  /// Compiles without limits, so that nothing ends it early.
  package static func unlimited<Result, Failure: Error>(
    _ compile: (CompileBudget) throws(Failure) -> Result
  ) -> Result {
    do throws(Failure) {
      return try compile(CompileBudget())
    } catch {
      preconditionFailure("a compilation without limits ended early: \(error)")
    }
  }

  /// The bytes that are counted.
  public var heldBytes: ByteCount { ByteCount(held.load(ordering: .relaxed)) }

  /// The most that were counted at once.
  package var peakBytes: ByteCount { ByteCount(peak.load(ordering: .relaxed)) }

  /// Counts bytes that the compilation holds from here on; false once it is to end.
  public func holds(_ bytes: ByteCount) -> Bool {
    let sum = heldBytes + bytes
    held.store(sum.count, ordering: .relaxed)
    peak.max(sum.count, ordering: .relaxed)
    if sum.count > limit, state.load(ordering: .relaxed) == .going { state.store(.outOfMemory, ordering: .relaxed) }
    let number = questions.wrappingAdd(1, ordering: .relaxed).newValue
    return number & 255 == 0 ? isGoing : state.load(ordering: .relaxed) == .going
  }

  /// Lowers the count to an earlier value; that memory has been freed.
  public func release(to bytes: ByteCount) { held.store(bytes.count, ordering: .relaxed) }

  /// Whether the compilation goes on. Asks the caller.
  public var isGoing: Bool {
    if state.load(ordering: .relaxed) == .going, isInterrupted() { state.store(.interrupted, ordering: .relaxed) }
    return state.load(ordering: .relaxed) == .going
  }

  /// Throws if compilation must stop.
  public func check() throws(Stop) {
    guard !isGoing else { return }
    throw state.load(ordering: .relaxed) == .interrupted ? .interrupted : .memory(limit: ByteCount(limit))
  }

  /// Counts bytes, and ends a stage whose compilation is to end. Asks the caller each time: what is counted here are
  /// passes over a whole program.
  public func hold(_ bytes: ByteCount) throws(Stop) {
    _ = holds(bytes)
    try check()
  }
}
