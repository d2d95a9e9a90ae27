import TintypeIR
import TintypeIntrinsics

/// Makes one function of each curve, with the bits of the steps that `lowerCurves` wrote: comparisons of a number with
/// constants choose constants, and a cubic of the distance from one of these follows.
///
/// Expects lowered lanes. A curve whose number is not known to be within it stays.
func fuseCurves(_ program: Program) -> Program {
  let selects = program.instructions.contains { $0.operation == .lane(.select) && $0.rate == .varying }
  guard selects else { return program }
  let ranges = SingleRanges(program)
  var renamed: [Value] = []
  return removeDeadValues(
    rebuild(program) { instruction, builder in
      let curve = LoweredCurve(Value(renamed.count), program) { ranges[$0] }
      let value =
        curve.map { builder.cubics($0.function, at: renamed[$0.number.index]) }
        ?? builder.add(instruction.withRate(in: builder))
      renamed.append(value)
      return value
    })
}

/// A curve as a function of a number.
private struct LoweredCurve {
  /// The number that the curve is evaluated at.
  let number: Value

  let function: PiecewiseCubic

  /// Nil if the value is no such curve, or if its number is not known to be within it.
  init?(_ value: Value, _ program: Program, range: (Value) -> SingleRange?) {
    guard program[value].rate == .varying, let horner = Horner(value, program), let range = range(horner.number) else {
      return nil
    }
    let choices = [horner.start] + horner.coefficients
    let limits = Set(choices.flatMap { $0.limits }).sorted()
    let starts = [horner.start.number(at: -.infinity)] + limits
    guard !limits.isEmpty, zip(limits, starts.dropFirst()).allSatisfy({ horner.start.number(at: $0) == $1 }),
      range.lowerBound >= starts[0], let last = limits.last
    else { return nil }
    var coefficients: [SIMD4<Float>] = []
    for limit in [-.infinity] + limits {
      var cubic = SIMD4<Float>()
      for (power, choice) in horner.coefficients.enumerated() { cubic[power] = choice.number(at: limit) }
      coefficients.append(cubic)
    }
    // Where a power is missing, 0 is added, which -0 would not survive.
    let isExact = horner.coefficients.count == 4 || coefficients.allSatisfy { $0.hasNoMinusZero }
    guard isExact,
      let function = PiecewiseCubic(
        starts: starts, upTo: max(range.upperBound, last.nextUp), coefficients: coefficients)
    else { return nil }
    (number, self.function) = (horner.number, function)
  }
}

/// `c0 + t (c1 + t (c2 + t c3))`, where t is a number minus a start.
private struct Horner {
  let number: Value
  let start: Choice
  /// The lowest power first.
  private(set) var coefficients: [Choice] = []

  init?(_ value: Value, _ program: Program) {
    guard case (let sum, var product)? = Self.sum(value, program),
      let t = program[product].operands.first(where: { program[$0].operation == .lane(.subtract) })
    else { return nil }
    number = program[t].operands[0]
    guard let start = Choice(program[t].operands[1], by: number, program),
      let first = Choice(sum, by: number, program)
    else { return nil }
    self.start = start
    coefficients = [first]
    while true {
      let factors = program[product].operands
      guard coefficients.count < 4, let place = factors.firstIndex(of: t) else { return nil }
      let rest = factors[1 - place]
      if let last = Choice(rest, by: number, program) {
        coefficients.append(last)
        return
      }
      guard let (term, next) = Self.sum(rest, program), let choice = Choice(term, by: number, program) else {
        return nil
      }
      coefficients.append(choice)
      product = next
    }
  }

  /// A sum of something and a product.
  private static func sum(_ value: Value, _ program: Program) -> (Value, product: Value)? {
    guard program[value].operation == .lane(.add) else { return nil }
    let operands = program[value].operands
    if program[operands[1]].operation == .lane(.multiply) { return (operands[0], operands[1]) }
    return program[operands[0]].operation == .lane(.multiply) ? (operands[1], operands[0]) : nil
  }
}

/// One of some constants, by the first of some limits that a number is below.
private struct Choice {
  private(set) var limits: [Float] = []
  private var numbers: [Float] = []

  init?(_ value: Value, by number: Value, _ program: Program) {
    var value = value
    while program[value].operation == .lane(.select) {
      let (mask, constant) = (program[program[value].operands[0]], program[program[value].operands[1]].singleLane)
      guard mask.operation == .lane(.less), mask.operands[0] == number, let constant,
        let limit = program[mask.operands[1]].singleLane, limits.last.map({ $0 < limit }) ?? true,
        limits.count < PiecewiseCubic.mostStarts
      else { return nil }
      limits.append(limit)
      numbers.append(constant)
      value = program[value].operands[2]
    }
    guard let last = program[value].singleLane else { return nil }
    numbers.append(last)
  }

  /// The constant for a number.
  func number(at place: Float) -> Float { numbers[limits.firstIndex { place < $0 } ?? limits.count] }
}

extension SIMD4<Float> {
  fileprivate var hasNoMinusZero: Bool { indices.allSatisfy { self[$0] != 0 || self[$0].sign == .plus } }
}

/// Writes the steps of curves whose number has become the same at all pixels: it is computed once, by lanes.
func writeUniformCurves(_ program: Program) -> Program {
  func uniformCurve(_ instruction: Instruction) -> PiecewiseCubic? {
    guard case .cubics(let function) = instruction.operation, !function.starts.isEmpty, instruction.rate == .uniform
    else { return nil }
    return function
  }
  guard program.instructions.contains(where: { uniformCurve($0) != nil }) else { return program }
  return lowerIntrinsics(
    rebuild(program) { instruction, builder in
      let instruction = instruction.withRate(in: builder)
      guard let function = uniformCurve(instruction) else { return builder.add(instruction) }
      let pieces = zip(function.starts, function.coefficients).map { start, c in
        CurvePiece(
          start: Double(start), value: Double(c.x), slope: Double(c.y), second: Double(c.z), third: Double(c.w))
      }
      return builder.evaluate(pieces, until: function.interval.upper, at: instruction.operands[0]) { $1.constant($0) }
    })
}
