import Testing
import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypeTestSupport

@testable import TintypePlan

/// Every function and operator at infinity, NaN, denormals and the largest numbers: constant folding, uniform numbers
/// and pixels give the same result, the executor has the bits of the scalar form, and the meaning in double precision
/// is of the same kind.
@Suite struct EdgeValueTests {
  private static let edges: [Float] = [
    0, -0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, -.leastNormalMagnitude, 0.5, -0.5, 1,
    -1, 2, -3, 70000, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]

  /// Of three operands not all products.
  private static let fewer: [Float] = [
    0, .leastNonzeroMagnitude, 0.5, -1, 3, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]

  private static let functions = Intrinsic.primitives.filter { $0.definition.signature.arity <= 3 }

  @Test(.slow, arguments: functions) func allWaysAgree(_ function: Intrinsic) throws {
    let cases = Cases(function)
    let meant = cases.inputs.map { cases.meaning(of: $0) }
    var results: [(way: String, numbers: [Float])] = []
    for isBound in [true, false] {
      for isVarying in [true, false] {
        let way = "\(isBound ? "bound" : "open"), \(isVarying ? "varying" : "uniform")"
        results.append((way, try cases.results(isBound: isBound, isVarying: isVarying)))
      }
    }
    for (index, input) in cases.inputs.enumerated() {
      // The optimized program must agree with the plain formula.
      let plain = cases.formula(of: input)
      for (way, numbers) in results {
        let result = numbers[index]
        #expect(
          cases.isSame(result, plain.single),
          "\(function)(\(input)), \(way): \(result), and the formula gives \(plain.single)")
      }
      // Where no step passes the range of single precision.
      if plain.isInRange {
        #expect(
          Kind(plain.single) == Kind(Float(meant[index])),
          "\(function)(\(input)): \(plain.single), and it means \(meant[index])")
      }
    }
  }

  /// The numbers on the page.
  @Test func powersOfInfiniteExponents() {
    func power(_ x: Float, _ y: Float) -> Float {
      Intrinsic.pow.definition.formula { _ in 1 }.evaluated { index, _ in index == 0 ? x : y }
    }
    for base: Float in [2, 4, 3, 1.5, .infinity, Float(1).nextUp] {
      #expect(power(base, .infinity) == .infinity, "\(base)")
      #expect(power(base, -.infinity) == 0, "\(base)")
      #expect(power(1 / base, base == .infinity ? 1 : .infinity) == 0, "\(base)")
    }
    for base: Float in [0.5, 0.25, 0.3, Float(1).nextDown, .leastNormalMagnitude] {
      #expect(power(base, .infinity) == 0 && power(base, -.infinity) == .infinity, "\(base)")
    }
    #expect(power(1, .infinity) == 1 && power(1, -.infinity) == 1)
    for base: Float in [0, -0, -2, -.infinity, .nan, .leastNonzeroMagnitude] {
      for exponent: Float in [0, 1, -1, .infinity, -.infinity, .nan] { #expect(power(base, exponent) == 0, "\(base)") }
    }
    for base: Float in [0.5, 1, 2, .infinity] { #expect(power(base, .nan) == 0, "\(base)") }
  }

  /// The value of a number within rounding.
  private enum Kind: Equatable {
    case nan, zero, number, infinite(FloatingPointSign)

    init(_ number: Float) {
      if number.isNaN {
        self = .nan
      } else if number.magnitude < .leastNormalMagnitude {
        self = .zero
      } else {
        self = number.magnitude > 3.4e38 ? .infinite(number.sign) : .number
      }
    }
  }

  /// A function at the products of edges.
  private struct Cases {
    let function: Intrinsic
    let types: [ValueType]
    let inputs: [[Float]]

    init(_ function: Intrinsic) {
      self.function = function
      let signature = function.definition.signature
      types = (0..<signature.arity).map { operand in
        switch signature {
        case .logic: .bool
        case .choice where operand == 2: .bool
        case .conversion(let unit): unit
        default: .scalar
        }
      }
      let edges = types.count > 2 ? fewer : EdgeValueTests.edges
      inputs = types.reduce([[]]) { inputs, type in
        // A seed is a whole number.
        let values: [Float] = type == .bool ? [0, 1] : type == .seed ? [0, 1, 70000, 0x1p24] : edges
        return inputs.flatMap { input in values.map { input + [$0] } }
      }
    }

    /// The result for each input: all operands from parameters or constants, of each pixel or of all.
    func results(isBound: Bool, isVarying: Bool) throws -> [Float] {
      var builder = ProgramBuilder()
      _ = builder.source()
      let column = builder.component([0], of: builder.position())
      var parameters: [Parameter] = []
      var places: [String: Value] = [:]
      func given(_ number: Float, _ type: ValueType) -> Value {
        let key = "\(type) \(number)"
        if let known = places[key] { return known }
        let lanes = [Double](repeating: Double(number), count: type.width)
        parameters.append(Parameter(name: "p\(parameters.count)", type: type, defaultValue: lanes))
        let value = builder.parameter(parameters.count - 1, type)
        places[key] = value
        return value
      }
      /// The value of each pixel of a row.
      func pixels(_ values: [Value]) -> Value {
        var result = values[values.count - 1]
        for (index, value) in values.enumerated().dropLast().reversed() where value != result {
          let isHere = builder.apply(.less, column, builder.constant(Double(index + 1)))
          result = builder.apply(.select, result, value, isHere)
        }
        return result
      }
      func number(_ value: Value) -> Value {
        guard builder.type(of: value) == .bool else { return value }
        return builder.apply(.select, builder.constant(0), builder.constant(1), value)
      }
      let result: Value
      if isVarying {
        let operands = types.enumerated().map { place, type in pixels(inputs.map { given($0[place], type) }) }
        result = number(builder.apply(function, Operands(operands)))
      } else {
        result = pixels(
          inputs.map { input in
            number(builder.apply(function, Operands(zip(input, types).map { given($0, $1) })))
          })
      }
      let zero = builder.constant(0)
      let program = Program(
        name: "edges", parameters: parameters, instructions: builder.instructions,
        output: .init(
          color: builder.construct([result, zero, zero, builder.constant(1)], .rgba), bounds: builder.sourceBounds()))
      var whole = program
      whole.instructions = builder.instructions
      #expect(whole.problems == [])
      let values = parameters.map(\.defaultValue)
      let plan = Planner.plan(Pipeline.run(whole, parameters: isBound ? values : nil, sourceIsOpaque: true))
      let evaluator = ScalarEvaluator(plan, parameters: values, width: inputs.count, height: 1)
      let numbers = inputs.indices.map {
        evaluator.color(of: [0, 0, 0], depth: .eight, column: $0, row: 0)[0]
      }
      if isBound, case .register(let register) = plan.color[0] {
        for isNarrow in [false, true] { expectBits(of: plan, in: register, numbers, isNarrow: isNarrow) }
      }
      return numbers
    }

    /// The executor has these bits, tile by tile.
    private func expectBits(of plan: Plan, in register: Plan.Register, _ numbers: [Float], isNarrow: Bool) {
      let count = min(numbers.count, 512)
      let found = Execution.registers(
        after: plan, from: [[Float](repeating: 0, count: count)], isNarrow: isNarrow)[register.index]
      let wrong = (0..<count).filter {
        found[$0].bitPattern != numbers[$0].bitPattern && !(found[$0].isNaN && numbers[$0].isNaN)
      }
      #expect(wrong.isEmpty, "\(function): \(wrong.map { (inputs[$0], found[$0], numbers[$0]) })")
    }

    /// The plain formula in single precision, and whether no step of it in double precision leaves the range of that.
    func formula(of input: [Float]) -> (single: Float, isInRange: Bool) {
      let lanes = zip(input, types).map { $1 == .bool ? .truth($0 != 0) : $0 }
      let formula = function.definition.formula { _ in 1 }
      let single = formula.evaluated { index, _ in lanes[index] }
      var isInRange = true
      _ = formula.folded(
        operand: { index, _ in Double(input[index]) }, constant: { $0 },
        apply: { operation, a, b, c in
          let result = operation.exact(a, b, c)
          let size = result.magnitude
          if result.isFinite, size > Double(Float.greatestFiniteMagnitude) { isInRange = false }
          if size > 0, size < Double(Float.leastNonzeroMagnitude) { isInRange = false }
          return result
        })
      return (isTruth ? (single.bitPattern == 0 ? 0 : 1) : single, isInRange)
    }

    private var isTruth: Bool { function.resultType(of: types) == .bool }

    /// What the function means.
    func meaning(of input: [Float]) -> Double {
      switch function.definition.meaning {
      case .each(let meaning): meaning(input.map(Double.init))
      case .whole(let meaning): meaning(input.map { [Double($0)] })
      case .composed: preconditionFailure("no program holds it")
      }
    }

    /// Equal but for the sign of a zero; a power of a known exponent is rounded otherwise, and may be denormal.
    func isSame(_ a: Float, _ b: Float) -> Bool {
      if a == b || a.isNaN && b.isNaN { return true }
      guard function == .pow else { return false }
      return Kind(a) == Kind(b) && abs(a - b) <= 0x1p-20 * abs(b) || max(abs(a), abs(b)) < 0x1p-126
    }
  }
}
