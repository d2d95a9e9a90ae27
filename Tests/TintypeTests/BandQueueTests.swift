import Dispatch
import Synchronization
import Testing
import TintypeImage
import TintypeTestSupport

@testable import Tintype

@Suite struct BandQueueTests {
  /// Whoever is ready when, bands are put in order, each with its own bytes.
  @Test(arguments: [1, 2, 3, 8]) func putsInOrder(_ threads: Int) {
    let queue = BandQueue(threads: threads)
    let taken = Atomic(0)
    let put = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      var numbers = SplitMix64(seed: UInt64(thread))
      while queue.begin() {
        let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < 300 else { return }
        for _ in 0..<Int.random(in: 0..<2000, using: &numbers) { _ = numbers.next() }
        let bytes = [UInt8](repeating: UInt8(number & 0xFF), count: number % 5)
        bytes.withUnsafeBytes { bytes in
          queue.hand(number, number % 7 == 0 ? nil : bytes) { number, bytes in
            #expect(
              bytes.map { Array($0) }
                == (number % 7 == 0 ? nil : .init(repeating: UInt8(number & 0xFF), count: number % 5)))
            put.withLock { $0.append(number) }
          }
        }
      }
    }
    #expect(put.withLock { $0 } == Array(0..<300))
    #expect(queue.failure == nil)
  }

  /// The first band that fails decides, and everybody ends.
  @Test(arguments: [1, 2, 3, 8], [0, 5, 90]) func endsAtAFailure(_ threads: Int, _ failing: Int) {
    let queue = BandQueue(threads: threads)
    let taken = Atomic(0)
    let put = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      while queue.begin() {
        let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < 100 else { return }
        queue.hand(number, nil) { (number, _) throws(ImageError) in
          if number >= failing { throw ImageError(.corrupt, "\(number)") }
          put.withLock { $0.append(number) }
        }
      }
    }
    #expect(queue.failure == ImageError(.corrupt, "\(failing)"))
    #expect(put.withLock { $0 } == Array(0..<failing))
  }

  /// Bands cover what comes out, begin where bands of the writer do, and all rows of the source are decoded.
  @Test(arguments: [1, 2, 3, 16], [64, 128]) func bandsCoverThePicture(_ threads: Int, _ writerRows: Int) {
    for (rows, height) in [(0..<4000, 4000), (17..<3001, 4000), (0..<1, 1), (0..<129, 129), (900..<65_000, 65_500)] {
      let longest = OwnBands.lengths[threads % OwnBands.lengths.count]
      let bands = OwnBands(rows, of: height, writerRows: writerRows, threads: threads, longest: longest).all
      #expect(bands.map(\.number) == Array(bands.indices))
      #expect(bands.flatMap { Array($0.rows) } == Array(rows))
      #expect(bands.flatMap { Array($0.decoded) } == Array(0..<height))
      #expect(bands.dropLast().allSatisfy { $0.rows.count % writerRows == 0 })
      #expect(bands.count >= min(threads, (rows.count + writerRows - 1) / writerRows))
    }
  }
}
