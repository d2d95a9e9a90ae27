import Testing
import TintypeIntrinsics
import TintypeTestSupport

@testable import TintypeOptimizer

/// Eight lanes at once are what each is by itself.
@Suite struct LaneBatchTests {
  private static let awkward: [Float] = [
    0, -0.0, 1, -1, 0.5, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e-30,
  ]

  @Test(arguments: LaneOperation.allCases) func isTheOperationLaneByLane(_ operation: LaneOperation) {
    var random = SplitMix64(seed: 5)
    let takesTruth = [.and, .or, .not].contains(operation)
    func number() -> Float {
      if takesTruth { return .truth(Bool.random(using: &random)) }
      let drawn = Float.random(in: -2...3, using: &random)
      return Int.random(in: 0..<4, using: &random) == 0 ? Self.awkward.randomElement(using: &random)! : drawn
    }
    for count in [1, 7, 8, 9, 16, 37] {
      let (a, b, c) = ((0..<count).map { _ in number() }, (0..<count).map { _ in number() }, number())
      let first = operation == .select ? a.map { .truth($0 > 0) } : a
      let batch = LaneBatch(operation, LaneBatch(first), LaneBatch(b), LaneBatch(c), count: count)
      let expected = (0..<count).map { operation(first[$0], b[$0], c) }
      #expect(batch.lanes.map(\.bitPattern) == expected.map(\.bitPattern))
    }
  }

  @Test func oneNumberStandsForAll() {
    let batch = LaneBatch(.add, LaneBatch(0.25), LaneBatch([1, 2, 3]), LaneBatch(0), count: 3)
    #expect(batch.lanes == [1.25, 2.25, 3.25])
    #expect(
      LaneBatch(.multiply, LaneBatch(2), LaneBatch(3), LaneBatch(0), count: 9).lanes == [Float](repeating: 6, count: 9))
    #expect(LaneBatch([1, 2, 3]).mapped { $0 * 2 }.lanes == [2, 4, 6])
  }
}
