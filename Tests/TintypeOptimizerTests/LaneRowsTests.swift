import Testing
import TintypeIntrinsics
import TintypeTestSupport

@testable import TintypeOptimizer

/// Eight lanes at once are what each is by itself.
@Suite struct LaneRowsTests {
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
      var rows = LaneRows(count: count)
      let result = rows.append(operation, rows.append { first[$0] }, rows.append { b[$0] }, rows.append(c))
      let expected = (0..<count).map { operation(first[$0], b[$0], c) }
      #expect(rows[result].map(\.bitPattern) == expected.map(\.bitPattern))
    }
  }

  @Test func memoryIsReused() {
    var rows = LaneRows(count: 9)
    let product = rows.append(.multiply, rows.append(2), rows.append(3), 0)
    #expect(rows[product] == [Float](repeating: 6, count: 9))
    rows.reset(count: 3)
    let sum = rows.append(.add, rows.append(0.25), rows.append { [1, 2, 3][$0] }, 0)
    #expect(sum == 2)
    #expect(rows[sum] == [1.25, 2.25, 3.25])
  }
}
