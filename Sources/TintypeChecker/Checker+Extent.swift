import TintypeIR
import TintypeIntrinsics

extension Checker {
  /// The smallest and largest number that a uniform value can be for any setting of the parameters, where simple arithmetic
  /// tells; nil where it does not.
  func extent(of value: Value) -> ClosedRange<Double>? {
    let instruction = builder[value]
    switch instruction.operation {
    case .constant(let lanes): return lanes.min().flatMap { low in lanes.max().map { low...$0 } }
    case .parameter(let index): return parameters[index].hardRange
    case .apply(let intrinsic):
      let operands = instruction.operands.compactMap { extent(of: $0) }
      guard operands.count == instruction.operands.count else { return nil }
      return extent(of: instruction, intrinsic, operands)
    default: return nil
    }
  }

  /// Corners suffice: each of these is monotone in every operand.
  private func extent(
    of instruction: Instruction, _ intrinsic: Intrinsic, _ operands: [ClosedRange<Double>]
  ) -> ClosedRange<Double>? {
    switch intrinsic {
    case .add, .subtract, .multiply, .negate, .min, .max, .clamp: break
    default: return nil
    }
    var corners: [[Double]] = [[]]
    for operand in operands {
      corners = corners.flatMap { [$0 + [operand.lowerBound], $0 + [operand.upperBound]] }
    }
    let results = corners.compactMap { corner in instruction.meaning(of: corner.map { [$0] }, tables: []) }
      .joined()
    guard let low = results.min(), let high = results.max(), low.isFinite, high.isFinite else { return nil }
    return low...high
  }
}
