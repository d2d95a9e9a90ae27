import TintypeIR
import TintypeIntrinsics

/// The range of each value of a program, over all its lanes, in the executor's arithmetic, roundings included.
///
/// Rounding is monotone, so the range of a rising operation is bounded by its single-precision results at the ends.
/// (`ValueRanges` tracks more dependencies, but is about exact numbers.)
struct SingleRanges {
  /// The ranges of values that are never NaN; ends may be infinite.
  private var ranges: [SingleRange?] = []

  /// Pixel positions: wider than any picture.
  private static let place: SingleRange = 0...Float(ValueRanges.longestSide)

  /// The colors of a source of light.
  private static let light: SingleRange = Float(-Operation.largestLight)...Float(Operation.largestLight)

  /// The range of the photo's lanes.
  private var source: SingleRange = 0...1

  /// Those of the parameters that stay open.
  private var parameters: [SingleRange?] = []

  /// Nothing is known yet.
  init() {}

  /// The initial state: only the ranges of the photo and of parameters are known.
  init(source: SingleRange, parameters: [Parameter]) {
    self.source = source
    self.parameters = parameters.map { parameter in
      parameter.hardRange.flatMap { SingleRange(finite: Float($0.lowerBound), Float($0.upperBound)) }
    }
  }

  init(_ program: Program) {
    ranges.reserveCapacity(program.instructions.count)
    extend(to: program.instructions)
  }

  /// Adds the ranges of the instructions after those that are known.
  mutating func extend(to instructions: [Instruction]) {
    while ranges.count < instructions.count { ranges.append(range(at: ranges.count, instructions)) }
  }

  /// The ranges of some values, in this order.
  func reordered(_ order: [Int]) -> SingleRanges {
    var result = SingleRanges()
    result.ranges = order.map { ranges[$0] }
    return result
  }

  /// The range of a value; nil if it may be NaN or infinite. Truth is 1 and 0.
  subscript(value: Value) -> SingleRange? { ranges[value.index]?.finite }

  private func range(at index: Int, _ instructions: [Instruction]) -> SingleRange? {
    let operands = instructions[index].operands
    switch instructions[index].operation {
    case .constant(let numbers): return Self.range(of: numbers)
    case .lookup(let numbers): return Self.range(of: numbers)
    case .parameter(let index): return index < parameters.count ? parameters[index] : nil
    case .source(_, let isLight): return isLight ? Self.light : source
    case .noise: return 0...1
    case .position: return Self.place
    case .component(let lanes):
      if case .sourceBounds = instructions[operands[0].index].operation, lanes.count == 1 {
        return lanes[0] < 2 ? 0...0 : 1...Self.place.upperBound
      }
      return ranges[operands[0].index]
    case .construct:
      var union = ranges[operands[0].index]
      for operand in operands.dropFirst() {
        union = union.flatMap { range in ranges[operand.index].map { range.union($0) } }
      }
      return union
    case .spatial(let operation):
      let fields = operands.prefix(operation.fieldCount).compactMap { self[$0] }
      return fields.count == operation.fieldCount ? operation.singleRange(of: fields) : nil
    case .lane(let operation):
      let a = ranges[operands[0].index]
      let c = operands.count > 2 ? ranges[operands[2].index] : a
      guard operands.count > 1 else { return operation.declaration.singleRange(a, a, a) }
      return operands[0] == operands[1]
        ? operation.singleRange(ofOne: a, c) : operation.declaration.singleRange(a, ranges[operands[1].index], c)
    case .apply(let intrinsic):
      guard !instructions[index].type.isLetters else { return nil }
      func width(_ operand: Int) -> Int { instructions[operands[operand].index].type.width }
      let isReduction = if case .reduction = intrinsic.definition.signature { true } else { false }
      return intrinsic.definition.formula(width: width).folded(
        operand: { operand, lane in
          let index = operands[operand].index
          guard case .construct = instructions[index].operation else {
            return ranges[index]
          }
          let parts = instructions[index].operands
          return width(operand) == parts.count && isReduction ? ranges[parts[lane].index] : ranges[index]
        }, constant: { SingleRange(finite: Float($0), Float($0)) },
        apply: { $0.declaration.singleRange($1, $2, $3) })
    case .cubics(let function): return function.singleRange
    case .letters: return 0...1
    case .sourceBounds, .frame, .shot, .measured, .curve, .evaluate, .interpolate, .text, .intersect: return nil
    }
  }

  private static func range(of numbers: some Collection<Double>) -> SingleRange? {
    let singles = numbers.map { Float($0) }
    guard singles.allSatisfy({ $0.isFinite }), let low = singles.min(), let high = singles.max() else { return nil }
    return low...high
  }
}

/// A program without dead values, and the ranges of its values.
struct RangedProgram {
  let program: Program
  let ranges: SingleRanges

  /// A program with its ranges.
  init(_ program: Program, _ ranges: SingleRanges) { (self.program, self.ranges) = (program, ranges) }

  /// Analyzes a program that has no dead values.
  init(_ program: Program) { self.init(program, SingleRanges(program)) }
}
