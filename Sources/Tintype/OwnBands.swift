import Synchronization
import TintypeImage

/// How a picture is divided into bands that threads decode, compute and encode on their own.
///
/// The decoders of bands go on over nothing. From the first band on at which one of them stops, in the order of the bands, the
/// rows come from the reader, which by then reads everything above as well: rows, notes and errors of a file that is not
/// flawless are those of one thread, whoever found the flaw.
final class OwnBands: @unchecked Sendable {
  /// One of the bands.
  struct Band {
    let number: Int
    /// The rows that come out.
    let rows: Range<Int>
    /// The rows that are decoded: there may be damage in what is cropped away.
    let decoded: Range<Int>
  }

  /// From the top.
  let all: [Band]
  private let taken = Atomic(0)
  private let flawed = Atomic(false)

  /// How many rows the reader has given; for who puts bands into the file.
  var rowsRead = 0

  /// The most bands of the writer in one, and what is tried where there is no memory for so many: with sixteen a render of 24
  /// megapixels by two threads took 3 MB more.
  static let lengths = [8, 4, 2, 1]

  /// At the seams of bands two rows of blocks are decoded twice, so bands are long; they become shorter toward the end, so that
  /// no thread waits long for the others.
  ///
  /// - Parameters:
  ///   - rows: those that come out.
  ///   - height: rows of the source.
  ///   - writerRows: the rows of the writer's bands.
  ///   - longest: how many of these a band has at most.
  init(_ rows: Range<Int>, of height: Int, writerRows: Int, threads: Int, longest: Int) {
    var all: [Band] = []
    var first = rows.lowerBound
    while first < rows.upperBound {
      let left = (rows.upperBound - first + writerRows - 1) / writerRows
      let share = min(longest, (left * 2 + threads * 3 - 1) / (threads * 3))
      let end = min(first + share * writerRows, rows.upperBound)
      let decoded = (all.isEmpty ? 0 : first)..<(end == rows.upperBound ? height : end)
      all.append(Band(number: all.count, rows: first..<end, decoded: decoded))
      first = end
    }
    self.all = all
  }

  /// The most rows that come out of one.
  var rowsMost: Int { all.map(\.rows.count).max() ?? 0 }

  /// The next band from the top; nil when all are taken.
  func next() -> Band? {
    let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return number < all.count ? all[number] : nil
  }

  /// Whether only the reader knows the rows of bands that are to come.
  var isFlawed: Bool { flawed.load(ordering: .acquiring) }

  /// Notes that a decoder of bands has stopped.
  func noteFlaw() { flawed.store(true, ordering: .releasing) }
}
