import TintypeIR
import TintypeIntrinsics

/// What each scalar of a program of split lanes can be in the executor's own arithmetic, roundings included.
///
/// Rounding keeps order, so a rising operation lies between its single-precision results at the ends.
/// (`ValueRanges` knows more about what hangs together, but speaks of exact numbers.)
struct SingleRanges {
  /// Of values that are never NaN; ends may be infinite.
  private var ranges: [ClosedRange<Float>?] = []

  /// Wider than any picture.
  private static let place: ClosedRange<Float> = 0...0x1p33

  init(_ program: Program) {
    ranges.reserveCapacity(program.instructions.count)
    for instruction in program.instructions { ranges.append(range(of: instruction, program)) }
  }

  /// From the least to the greatest; nil where it may be NaN, or infinite. Truth is 1 and 0.
  subscript(value: Value) -> ClosedRange<Float>? { ranges[value.index].flatMap(Self.finite) }

  private func range(of instruction: Instruction, _ program: Program) -> ClosedRange<Float>? {
    switch instruction.operation {
    case .constant(let numbers) where numbers.count == 1: return Self.from(Float(numbers[0]), Float(numbers[0]))
    case .component(let lanes) where lanes.count == 1: return lane(lanes[0], of: program[instruction.operands[0]])
    case .lookup(let numbers):
      let singles = numbers.map { Float($0) }
      guard singles.allSatisfy(\.isFinite), let low = singles.min(), let high = singles.max() else { return nil }
      return low...high
    case .spatial(let operation):
      return self[instruction.operands[0]].flatMap(operation.declaration.singleRange)
    case .lane(let operation):
      let values = instruction.operands
      return range(of: operation, values.map { ranges[$0.index] }, areOneValue: values.allSatisfy { $0 == values[0] })
    case .apply(let intrinsic):
      guard instruction.type.width == 1 else { return nil }
      let widths = instruction.operands.map { program[$0].type.width }
      return range(of: intrinsic.definition.formula(operandWidths: widths)) { operand, lane in
        let value = instruction.operands[operand]
        guard case .construct = program[value].operation else {
          return widths[operand] == 1 ? ranges[value.index] : nil
        }
        return ranges[program[value].operands[lane].index]
      }
    case .letters: return 0...1
    case .constant, .parameter, .source, .sourceBounds, .noise, .position, .frame, .curve, .evaluate, .interpolate,
      .cubics, .construct, .component, .dateText, .intersect:
      return nil
    }
  }

  private func lane(_ lane: Int, of instruction: Instruction) -> ClosedRange<Float>? {
    switch instruction.operation {
    case .source, .noise: 0...1
    case .position: Self.place
    case .sourceBounds: lane < 2 ? 0...0 : 1...Self.place.upperBound
    case .constant, .parameter, .frame, .curve, .evaluate, .interpolate, .lookup, .cubics, .construct, .dateText,
      .letters, .component, .apply, .lane, .intersect, .spatial:
      nil
    }
  }

  private func range(
    of formula: LaneFormula, _ operand: (_ index: Int, _ lane: Int) -> ClosedRange<Float>?
  ) -> ClosedRange<Float>? {
    switch formula {
    case .operand(let index, let lane): operand(index, lane)
    case .constant(let number): Self.from(Float(number), Float(number))
    case .apply(let operation, let parts):
      range(of: operation, parts.map { range(of: $0, operand) }, areOneValue: false)
    }
  }

  private func range(
    of operation: LaneOperation, _ operands: [ClosedRange<Float>?], areOneValue: Bool
  ) -> ClosedRange<Float>? {
    if operation == .select { return chosen(operands) }
    if operation == .maximum || operation == .minimum { return limited(operation, operands[0], by: operands[1]) }
    let known = operands.compactMap { $0.flatMap(Self.finite) }
    guard known.count == operands.count else { return nil }
    let (a, last) = (known[0], known[known.count - 1])
    return operation.singleRange(a, known.count > 1 ? known[1] : a, last, areOneValue: areOneValue)
  }

  /// A limit holds for whatever is limited, for NaN too, which becomes the limit.
  private func limited(
    _ operation: LaneOperation, _ a: ClosedRange<Float>?, by limit: ClosedRange<Float>?
  ) -> ClosedRange<Float>? {
    guard let limit else { return nil }
    let a = a ?? -.infinity ... .infinity
    return operation(a.lowerBound, limit.lowerBound)...operation(a.upperBound, limit.upperBound)
  }

  private func chosen(_ operands: [ClosedRange<Float>?]) -> ClosedRange<Float>? {
    switch operands[0] {
    case 1...1: return operands[1]
    case 0...0: return operands[2]
    case _:
      guard let a = operands[1], let b = operands[2] else { return nil }
      return min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
    }
  }

  private static func finite(_ range: ClosedRange<Float>) -> ClosedRange<Float>? {
    range.lowerBound.isFinite && range.upperBound.isFinite ? range : nil
  }

  /// Nil where there is no such range.
  static func from(_ low: Float, _ high: Float) -> ClosedRange<Float>? {
    low <= high && low.isFinite && high.isFinite ? low...high : nil
  }

  /// A little more at ends that are not 0: what is not below 0 stays so.
  static func widened(_ range: ClosedRange<Float>, by part: Float) -> ClosedRange<Float>? {
    from(range.lowerBound - part * range.lowerBound.magnitude, range.upperBound + part * range.upperBound.magnitude)
  }
}

extension LaneOperation {
  /// From the least to the greatest result, for operands that are numbers; nil where nothing is known. What is beyond ``arity`` is
  /// ignored.
  fileprivate func singleRange(
    _ a: ClosedRange<Float>, _ b: ClosedRange<Float>, _ c: ClosedRange<Float>, areOneValue: Bool
  ) -> ClosedRange<Float>? {
    switch self {
    case .add:
      return SingleRanges.from(self(a.lowerBound, b.lowerBound), self(a.upperBound, b.upperBound))
    case .subtract: return SingleRanges.from(a.lowerBound - b.upperBound, a.upperBound - b.lowerBound)
    case .multiply:
      let products = spanning(a, b)
      return areOneValue ? products.flatMap { SingleRanges.from(max($0.lowerBound, 0), $0.upperBound) } : products
    case .divide: return b.contains(0) ? nil : spanning(a, b)
    case .multiplyAdd: return spanning(a, b, c)
    case .negate: return -a.upperBound ... -a.lowerBound
    case .absolute:
      let (one, other) = (a.lowerBound.magnitude, a.upperBound.magnitude)
      return (a.contains(0) ? 0 : min(one, other))...max(one, other)
    case .floor: return SingleRanges.from(self(a.lowerBound), self(a.upperBound))
    case .squareRoot: return a.lowerBound < 0 ? nil : SingleRanges.from(self(a.lowerBound), self(a.upperBound))
    // Polynomials rise but for their last bits.
    case .exp2: return spanning(a).flatMap { SingleRanges.widened($0, by: 0x1p-18) }
    case .log2: return spanning(a).flatMap { SingleRanges.from($0.lowerBound - 0x1p-10, $0.upperBound + 0x1p-10) }
    case .power:
      let low = max(a.lowerBound, .leastNormalMagnitude)
      guard
        let corners = spanning(low...max(a.upperBound, low), b).flatMap({ SingleRanges.widened($0, by: 0x1p-14) })
      else { return nil }
      // 0 where the base is no normal number.
      return a.lowerBound < low ? union(corners, 0...0) : corners
    case .sine, .cosine: return -1.001...1.001
    case .srgbCode: return 0...1
    case .less: return truth(a.upperBound < b.lowerBound, a.lowerBound >= b.upperBound)
    case .lessOrEqual: return truth(a.upperBound <= b.lowerBound, a.lowerBound > b.upperBound)
    case .equal: return truth(false, !a.overlaps(b))
    case .and: return self.truth(a == 1...1 && b == 1...1, a == 0...0 || b == 0...0)
    case .or: return self.truth(a == 1...1 || b == 1...1, a == 0...0 && b == 0...0)
    case .not: return (1 - a.upperBound)...(1 - a.lowerBound)
    // These need less to be known of their operands.
    case .minimum, .maximum, .select: return nil
    }
  }

  private func truth(_ isTrue: Bool, _ isFalse: Bool) -> ClosedRange<Float> {
    isTrue ? 1...1 : isFalse ? 0...0 : 0...1
  }

  private func union(_ a: ClosedRange<Float>, _ b: ClosedRange<Float>) -> ClosedRange<Float> {
    min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
  }

  /// Over all corners: right for operations that rise or fall with each operand.
  private func spanning(
    _ a: ClosedRange<Float>, _ b: ClosedRange<Float> = 0...0, _ c: ClosedRange<Float> = 0...0
  ) -> ClosedRange<Float>? {
    var (low, high) = (Float.infinity, -Float.infinity)
    for corner in 0..<(1 << arity) {
      func end(_ index: Int, _ range: ClosedRange<Float>) -> Float {
        corner >> index & 1 == 0 ? range.lowerBound : range.upperBound
      }
      let result = self(end(0, a), end(1, b), end(2, c))
      if result.isNaN { return nil }
      (low, high) = (min(low, result), max(high, result))
    }
    return SingleRanges.from(low, high)
  }
}
