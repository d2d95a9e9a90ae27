import Testing
import TintypeIntrinsics
import TintypeTestSupport

/// The rules of a declaration bound what the operation computes.
@Suite struct LaneRuleTests {
  @Test(arguments: LaneOperation.allCases) func rangesContainTheResults(_ operation: LaneOperation) {
    var random = SplitMix64(seed: 11)
    let declaration = operation.declaration
    for _ in 0..<400 {
      let ranges = operandRanges(operation, &random)
      let intervals = ranges.map { LaneRange(Interval(Double($0.lowerBound), Double($0.upperBound))) }
      let range = declaration.range(intervals[0], intervals[1], intervals[2]).bounds
      let single = declaration.singleRange(ranges[0], ranges[1], ranges[2])
      for _ in 0..<8 {
        let x = ranges.map { number(in: $0, &random) }
        let exact = declaration.exact(Double(x[0]), Double(x[1]), Double(x[2]))
        #expect(exact.isNaN || Interval(exact).isWithin(range), "\(operation) of \(x): \(exact) in \(range)")
        guard let single else { continue }
        let bits = zip(x, takesTruth(operation)).map { $1 ? Float.truth($0 != 0) : $0 }
        let result = declaration.single(bits[0], bits[1], bits[2])
        let shown: Float = declaration.implication == nil ? result : result.bitPattern == 0 ? 0 : 1
        #expect(single.contains(shown), "\(operation) of \(x): \(shown) in \(single)")
      }
    }
  }

  @Test(arguments: LaneOperation.allCases.filter { $0.declaration.model != nil })
  func modelsContainTheResults(_ operation: LaneOperation) throws {
    let rule = try #require(operation.declaration.model)
    var random = SplitMix64(seed: 12)
    for _ in 0..<200 {
      // Operands as lines in one number t from -1 to 1.
      let lines = operandRanges(operation, &random).map { range -> (middle: Double, reach: Double) in
        (Double(range.lowerBound + range.upperBound) / 2, Double(range.upperBound - range.lowerBound) / 8)
      }
      let isTruth = takesTruth(operation)
      let models = zip(lines, isTruth).map {
        $1 ? TaylorModel($0.middle.rounded()) : TaylorModel(middle: $0.middle, reach: $0.reach)
      }
      let model = rule(models[0], models[1], models[2])
      for step in 0...8 {
        let t = Double(step) / 4 - 1
        let x = zip(lines, isTruth).map { $1 ? $0.middle.rounded() : $0.middle + $0.reach * t }
        let exact = operation.exact(x)
        // A code is modeled before it is rounded.
        let tolerance = operation == .srgbCode ? 0.002 : 1e-9 * max(1, exact.magnitude)
        #expect(
          exact.isNaN || model.lower - tolerance <= exact && exact <= model.upper + tolerance,
          "\(operation) of \(x): \(exact) in \(model.lower)...\(model.upper)")
      }
    }
  }

  /// Three ranges; those beyond the arity repeat the first.
  private func operandRanges(_ operation: LaneOperation, _ random: inout SplitMix64) -> [ClosedRange<Float>] {
    let ranges = takesTruth(operation).map { isTruth -> ClosedRange<Float> in
      if isTruth { return [0...0, 1...1, 0...1].randomElement(using: &random)! }
      let scale: Float = [0.1, 1, 20].randomElement(using: &random)!
      let ends = (0..<2).map { _ in Float.random(in: -1...1, using: &random) * scale }
      let low = Int.random(in: 0..<4, using: &random) == 0 ? 0 : ends.min()!
      return low...max(ends.max()!, low)
    }
    return (0..<3).map { ranges[$0 < operation.arity ? $0 : 0] }
  }

  private func takesTruth(_ operation: LaneOperation) -> [Bool] {
    switch operation.declaration.signature {
    case .numbers, .comparison: [false, false, false]
    case .logic: [true, true, true]
    case .choice: [true, false, false]
    }
  }

  private func number(in range: ClosedRange<Float>, _ random: inout SplitMix64) -> Float {
    if range == 0...1, Bool.random(using: &random) { return Bool.random(using: &random) ? 1 : 0 }
    return [range.lowerBound, range.upperBound, Float.random(in: range, using: &random)].randomElement(using: &random)!
  }
}
