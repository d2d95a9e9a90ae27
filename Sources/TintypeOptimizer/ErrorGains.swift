import TintypeIR
import TintypeIntrinsics

/// How much a small error of each value grows on its way to the result, as far as ranges tell: products of slopes.
///
/// Infinite where an error may decide a comparison that makes a difference, move a step of `floor`, or make a
/// denominator zero. Logarithms, roots and powers count as 1: where they are steep, values are small, and so are errors
/// that are relative to them.
struct ErrorGains {
  private var gains: [Double]
  private let program: Program
  private let ranges: SingleRanges
  private var notes: UnaryChain.Notes
  private var rows = LaneRows()

  init(_ program: Program) {
    (self.program, ranges, notes) = (program, SingleRanges(program), UnaryChain.Notes(program))
    gains = Array(repeating: 0, count: program.instructions.count)
    gains[program.output.color.index] = 1
  }

  /// The gain of a value. All steps that read it must have been passed on before.
  subscript(value: Value) -> Double { gains[value.index] }

  /// Passes the gain of a value on to its operands.
  mutating func passOn(_ value: Value) {
    let instruction = program[value]
    switch instruction.operation {
    case .lane(let operation):
      var slopes = operation.slopes(instruction.operands.map { ranges[$0] })
      if operation == .select, isContinuous(value) { slopes[0] = 0 }
      for (operand, slope) in zip(instruction.operands, slopes) { add(slope, of: value, to: operand) }
    // A curve may be steep, and what an author wrote may jump.
    case .cubics(let function) where !function.starts.isEmpty: add(.infinity, of: value, to: instruction.operands[0])
    case .cubics(let function): passOn(value, as: function, of: instruction.operands[0])
    case .construct, .component, .intersect:
      for operand in instruction.operands { add(1, of: value, to: operand) }
    case .spatial(let operation):
      for (place, operand) in instruction.operands.enumerated() {
        add(place < operation.fieldCount ? operation.slope : .infinity, of: value, to: operand)
      }
    case .constant, .parameter, .source, .sourceBounds, .noise, .position, .frame, .shot, .measured, .curve,
      .evaluate, .interpolate, .lookup, .text, .letters, .apply:
      for operand in instruction.operands { add(.infinity, of: value, to: operand) }
    }
  }

  /// Passes the gain of a value on to the root of the function that it becomes.
  mutating func passOn(_ value: Value, as function: PiecewiseCubic, of root: Value) {
    add(function.steepestSlope(ofAtLeast: FunctionFits.Accuracy.leastPart), of: value, to: root)
  }

  /// Whether a choice by the comparison of a number with a constant has the same result on both sides, such as an
  /// encoding, whose line ends where its power begins.
  private mutating func isContinuous(_ choice: Value) -> Bool {
    let mask = program[program[choice].operands[0]]
    guard mask.operation == .lane(.less) || mask.operation == .lane(.lessOrEqual) else { return false }
    for (number, limit) in [(mask.operands[0], mask.operands[1]), (mask.operands[1], mask.operands[0])] {
      guard let limit = program[limit].singleLane, number < choice,
        let chain = UnaryChain(from: number, to: choice, program, &notes),
        let values = chain.values(at: [limit.nextDown, limit, limit.nextUp], &rows)
      else { continue }
      return values.allSatisfy { ($0 - values[0]).magnitude <= 1e-6 }
    }
    return false
  }

  private mutating func add(_ slope: Double, of value: Value, to operand: Value) {
    let gain = gains[value.index]
    // What does not reach the result has no influence on it, however steep.
    if gain > 0, slope > 0 { gains[operand.index] += gain * slope }
  }
}

extension LaneOperation {
  /// The slope by each operand, for operands in ranges; nil is an unknown range, whose numbers count as 1.
  fileprivate func slopes(_ ranges: [SingleRange?]) -> [Double] {
    func most(_ operand: Int) -> Double {
      ranges[operand].map { Double(max($0.lowerBound.magnitude, $0.upperBound.magnitude)) } ?? 1
    }
    switch self {
    case .add, .subtract, .minimum, .maximum: return [1, 1]
    case .negate, .absolute, .sine, .cosine, .arcTangent, .squareRoot, .log2: return [1]
    case .multiply: return [most(1), most(0)]
    case .multiplyAdd: return [most(1), most(0), 1]
    case .divide:
      guard let range = ranges[1], !range.contains(0) else { return [.infinity, .infinity] }
      let least = Double(min(range.lowerBound.magnitude, range.upperBound.magnitude))
      return [1 / least, most(0) / (least * least)]
    case .exp2: return [ranges[0].map { 0.6932 * declaration.exact(Double($0.upperBound), 0, 0) } ?? 1]
    case .power: return [1, 1]
    case .select: return [.infinity, 1, 1]
    case .floor, .less, .lessOrEqual, .equal, .and, .or, .not, .srgbCode: return ranges.map { _ in .infinity }
    }
  }
}

extension SpatialOperation {
  /// How much an error of its fields grows at most.
  fileprivate var slope: Double {
    switch self {
    case .blur, .median, .erode, .dilate: 1
    // The weights of a cubic filter along both axes are 1.25^2 together, without signs.
    case .sample: 1.6
    case .convolve(let kernel): kernel.weights.reduce(0) { $0 + $1.magnitude }
    case .blurs(let weights): weights.reduce(0) { $0 + Double($1.magnitude) }
    // An error of the guide counts as much as the contrast over epsilon.
    case .guidedFilter: .infinity
    }
  }
}
