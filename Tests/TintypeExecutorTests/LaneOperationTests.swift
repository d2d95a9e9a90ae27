import Testing
import TintypeExecutor
import TintypeIntrinsics
import TintypeTestSupport

@testable import TintypePlan

/// Every operation of the tile machine against its scalar form, bit for bit; all NaNs count as one.
@Suite struct LaneOperationTests {
  @Test(.slow, arguments: LaneOperation.allCases) func givesTheScalarBitsAtTheEdges(_ operation: LaneOperation) {
    let values = operation.takesTruth ? [.truth(false), .truth(true)] : edges
    for (index, _) in values.enumerated() {
      // Every pair meets; of triples, each pair with some third.
      let a = [Float](repeating: values[index], count: values.count)
      let c = values.indices.map { values[($0 * 7 + index) % values.count] }
      expectScalarBits(operation, [a, values, c])
      expectScalarBits(operation, [values, c, a])
    }
  }

  @Test(arguments: LaneOperation.allCases) func givesTheScalarBits(_ operation: LaneOperation) {
    var random = SplitMix64(seed: 1)
    for count in Array(0...33) + [255, 256] {
      let operands = (0..<3).map { _ in (0..<count).map { _ in number(operation, &random) } }
      expectScalarBits(operation, operands)
    }
  }

  /// An operand that is the same at all pixels is read with stride 0.
  @Test(arguments: LaneOperation.allCases, 0..<8) func readsUniformNumbersInAnyPlace(
    _ operation: LaneOperation, _ mask: Int
  ) {
    var random = SplitMix64(seed: UInt64(mask))
    let operands = (0..<3).map { _ in (0..<21).map { _ in number(operation, &random) } }
    expectScalarBits(operation, operands, uniform: (0..<3).map { mask >> $0 & 1 == 1 })
  }

  @Test func choosesByMask() {
    #expect(LaneOperation.select(.truth(true), 1, 2) == 1)
    #expect(LaneOperation.select(.truth(false), 1, 2) == 2)
  }

  /// Runs the operation over a tile, with the result in a register of its own and in the place of each operand.
  private func expectScalarBits(
    _ operation: LaneOperation, _ operands: [[Float]], uniform isUniform: [Bool] = [false, false, false]
  ) {
    let sources: [Plan.Operand] = (0..<3).map { isUniform[$0] ? .uniform(.init($0)) : .register(.init($0)) }
    let count = operands[0].count
    let wanted = (0..<count).map { pixel in
      let lanes = (0..<3).map { operands[$0][isUniform[$0] ? 0 : pixel] }
      return operation(lanes[0], lanes[1], lanes[2])
    }
    for place in 0..<4 {
      let plan = Plan(
        name: "one", uniforms: operands.map { .constant($0.first ?? 0) },
        steps: [.lane(operation, into: .init(place), Array(sources.prefix(operation.arity)))],
        registerCount: 4, color: Array(repeating: .register(.init(place)), count: 4), bounds: [])
      let contents = operands + [[Float](repeating: 0, count: count)]
      for isNarrow in [false, true] {
        let result = Execution.registers(after: plan, from: contents, isNarrow: isNarrow)[place]
        let wrong = (0..<count).filter { !isSame(result[$0], wanted[$0], operation) }
        #expect(wrong.isEmpty, "\(wrong.map { pixel in (operands.map { $0[pixel] }, result[pixel], wanted[pixel]) })")
      }
    }
  }

  private func isSame(_ a: Float, _ b: Float, _ operation: LaneOperation) -> Bool {
    a.bitPattern == b.bitPattern || (operation.declaration.implication == nil && a.isNaN && b.isNaN)
  }

  private func number(_ operation: LaneOperation, _ random: inout SplitMix64) -> Float {
    if operation.takesTruth { return .truth(Bool.random(using: &random)) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random))
    case 1: return edges.randomElement(using: &random)!
    case 2: return .random(in: -130...130, using: &random)
    default: return .random(in: 0...1, using: &random)
    }
  }

  private let edges: [Float] = {
    let positive: [Float] = [
      0, .leastNonzeroMagnitude, 0x1p-140, .leastNormalMagnitude.nextDown, .leastNormalMagnitude, 1e-10, 0.25, 0.5,
      Float(0.5).squareRoot(), 0.70710677, 0.70710683, Float(1).nextDown, 1, Float(1).nextUp, 1.5, 2, 2.4, .pi / 4,
      .pi / 2, 3,
      126, 126.5, 127, 128, 129, 65536, Float(65536).nextUp, 0x1p23, 0x1p24, 0x1p31, 0x1p127, .greatestFiniteMagnitude,
      .infinity, .nan,
    ]
    return positive + positive.map { -$0 }
  }()
}

extension LaneOperation {
  /// Whether the operands are truth values; `select` takes any bits, its condition too.
  fileprivate var takesTruth: Bool { self == .and || self == .or || self == .not }
}
