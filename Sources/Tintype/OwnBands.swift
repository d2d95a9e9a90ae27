import Synchronization
import TintypeImage

/// How a picture is divided into bands that threads decode, compute and encode on their own.
///
/// The decoders of bands go on over nothing. From the first band on at which one of them stops, in the order of the bands, the
/// rows come from the reader, which by then reads everything above as well: rows, notes and errors of a file that is not
/// flawless are those of one thread, whoever found the flaw.
final class OwnBands: @unchecked Sendable {
  /// How many there are.
  let count: Int
  /// The rows that come out.
  private let rows: Range<Int>
  private let height: Int
  private let writerRows: Int
  private let taken = Atomic(0)
  private let flawed = Atomic(false)

  /// How many rows the reader has given; for who has its turn.
  var rowsRead = 0

  /// Bands that a thread takes one after the other. At the seams of bands two rows of blocks are decoded twice where colour is
  /// coarser, so bands are long; but no thread should wait long for the others at the end.
  private static let bandsEach = 3

  /// The most bands of the writer in one.
  private static let longest = 8

  /// - Parameters:
  ///   - rows: those that come out.
  ///   - height: rows of the source, all of which are decoded: there may be damage in what is cropped away.
  ///   - writerRows: the rows of the writer's bands, of which a band has one or some.
  init(_ rows: Range<Int>, of height: Int, writerRows: Int, threads: Int) {
    (self.rows, self.height, self.writerRows) = (rows, height, writerRows)
    writerBands = (rows.count + writerRows - 1) / writerRows
    let fewest = (writerBands + Self.longest - 1) / Self.longest
    count = min(writerBands, max(fewest, threads * Self.bandsEach))
  }

  private let writerBands: Int

  /// The most rows of a band.
  var bandRows: Int { (writerBands + count - 1) / count * writerRows }

  /// One of the bands.
  struct Band {
    let number: Int
    /// The rows that come out.
    let rows: Range<Int>
    /// The rows that are decoded.
    let decoded: Range<Int>
  }

  /// The next band from the top; nil when all are taken.
  func next() -> Band? {
    let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    guard number < count else { return nil }
    func start(_ number: Int) -> Int { rows.lowerBound + number * writerBands / count * writerRows }
    let (first, end) = (start(number), min(start(number + 1), rows.upperBound))
    return Band(
      number: number, rows: first..<end, decoded: (number == 0 ? 0 : first)..<(end == rows.upperBound ? height : end))
  }

  /// Whether only the reader knows the rows of bands that are to come.
  var isFlawed: Bool { flawed.load(ordering: .acquiring) }

  /// Notes that a decoder of bands has stopped.
  func noteFlaw() { flawed.store(true, ordering: .releasing) }
}
