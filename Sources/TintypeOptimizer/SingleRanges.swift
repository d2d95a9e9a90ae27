import TintypeIR
import TintypeIntrinsics

/// The range of each scalar of a program with split lanes, in the executor's arithmetic, roundings included.
///
/// Rounding is monotone, so the range of a rising operation is bounded by its single-precision results at the ends.
/// (`ValueRanges` tracks more dependencies, but is about exact numbers.)
struct SingleRanges {
  /// The ranges of values that are never NaN; ends may be infinite.
  private var ranges: [SingleRange?] = []

  /// Pixel positions: wider than any picture.
  private static let place: SingleRange = 0...0x1p33

  init(_ program: Program) {
    ranges.reserveCapacity(program.instructions.count)
    for index in program.instructions.indices { ranges.append(range(at: index, program)) }
  }

  /// The range of a value; nil if it may be NaN or infinite. Truth is 1 and 0.
  subscript(value: Value) -> SingleRange? { ranges[value.index]?.finite }

  private func range(at index: Int, _ program: Program) -> SingleRange? {
    let operands = program.instructions[index].operands
    switch program.instructions[index].operation {
    case .constant(let numbers) where numbers.count == 1:
      return SingleRange(finite: Float(numbers[0]), Float(numbers[0]))
    case .component(let lanes) where lanes.count == 1: return lane(lanes[0], of: program[operands[0]].operation)
    case .lookup(let numbers):
      let singles = numbers.map { Float($0) }
      guard singles.allSatisfy(\.isFinite), let low = singles.min(), let high = singles.max() else { return nil }
      return low...high
    case .spatial(let operation):
      return self[operands[0]].flatMap(operation.declaration.singleRange)
    case .lane(let operation):
      let a = ranges[operands[0].index]
      let c = operands.count > 2 ? ranges[operands[2].index] : a
      guard operands.count > 1 else { return operation.declaration.singleRange(a, a, a) }
      return operands[0] == operands[1]
        ? operation.singleRange(ofOne: a, c) : operation.declaration.singleRange(a, ranges[operands[1].index], c)
    case .apply(let intrinsic):
      guard program.instructions[index].type.width == 1 else { return nil }
      let widths = operands.map { program.instructions[$0.index].type.width }
      return intrinsic.definition.formula(operandWidths: widths).folded(
        operand: { operand, lane in
          let index = operands[operand].index
          guard case .construct = program.instructions[index].operation else {
            return widths[operand] == 1 ? ranges[index] : nil
          }
          return ranges[program.instructions[index].operands[lane].index]
        }, constant: { SingleRange(finite: Float($0), Float($0)) },
        apply: { $0.declaration.singleRange($1, $2, $3) })
    case .letters: return 0...1
    case .constant, .parameter, .source, .sourceBounds, .noise, .position, .frame, .shot, .curve, .evaluate,
      .interpolate,
      .cubics, .construct, .component, .dateText, .intersect:
      return nil
    }
  }

  private func lane(_ lane: Int, of operation: Operation) -> SingleRange? {
    switch operation {
    case .source, .noise: 0...1
    case .position: Self.place
    case .sourceBounds: lane < 2 ? 0...0 : 1...Self.place.upperBound
    case .constant, .parameter, .frame, .shot, .curve, .evaluate, .interpolate, .lookup, .cubics, .construct, .dateText,
      .letters, .component, .apply, .lane, .intersect, .spatial:
      nil
    }
  }
}

/// A program without dead values, and the ranges of its values.
struct RangedProgram {
  let program: Program
  let ranges: SingleRanges

  /// Analyzes a program that has no dead values.
  init(_ program: Program) { (self.program, ranges) = (program, SingleRanges(program)) }
}
