import Testing
import TintypeIR
import TintypeIntrinsics
import TintypeTestSupport

@testable import TintypeOptimizer

/// Whatever is taken for a function is one, also where no sample stood: chains that were made to hide something between
/// samples, and random ones.
@Suite struct FunctionProofTests {
  /// What the pass promises, and some roundings of single precision.
  static let bound = 5e-6 + 3e-6

  /// A chain with something narrow in it, and where that is.
  struct Trap: Sendable, CustomTestStringConvertible {
    let name: String
    let place: Double
    let width: Double
    let write: @Sendable (inout ProgramBuilder, Value) -> Value
    var testDescription: String { name }
  }

  static let traps: [Trap] = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7].flatMap { width in
    [
      Trap(name: "a peak of \(width)", place: 0.3137, width: width) { $0.peak($1, 0.3137, width) },
      Trap(name: "a small peak of \(width) on a curve", place: 0.7193, width: width) { builder, x in
        builder.lane(.multiplyAdd, [builder.peak(x, 0.7193, width), builder.constant(0.01), builder.smooth(x)])
      },
      Trap(name: "peaks of \(width), one times the other", place: 0.5311, width: width) { builder, x in
        let (one, other) = (builder.peak(x, 0.5311, width), builder.peak(x, 0.5311, width * 30))
        return builder.lane(.multiply, [one, builder.lane(.add, [other, builder.smooth(x)])])
      },
      Trap(name: "a smoothstep over \(width)", place: 0.6127, width: width) { builder, x in
        let t = builder.limited(
          builder.lane(.divide, [builder.plus(x, -0.6127), builder.constant(width)]), from: 0, to: 1)
        let bent = builder.lane(.multiplyAdd, [t, builder.constant(-2), builder.constant(3)])
        return builder.lane(.multiply, [builder.lane(.multiply, [t, t]), bent])
      },
      Trap(name: "a gate of \(width)", place: 0.4519, width: width) { builder, x in
        let (low, high) = (builder.constant(0.4519), builder.constant(0.4519 + width))
        let isInside = builder.lane(.and, [builder.lane(.less, [low, x]), builder.lane(.less, [x, high])])
        return builder.lane(.select, [isInside, builder.constant(1), builder.smooth(x)])
      },
      Trap(name: "a sigmoid of \(width)", place: 0.8123, width: width) { builder, x in
        let steep = builder.lane(.multiply, [builder.plus(x, -0.8123), builder.constant(-1 / width)])
        let grown = builder.plus(builder.lane(.exp2, [steep]), 1)
        return builder.lane(.divide, [builder.constant(1), grown])
      },
      Trap(name: "a bell of \(width)", place: 0.2711, width: width) { builder, x in
        let away = builder.lane(.multiply, [builder.plus(x, -0.2711), builder.constant(1 / width)])
        let fallen = builder.lane(.negate, [builder.lane(.multiply, [away, away])])
        return builder.lane(.add, [builder.lane(.exp2, [fallen]), builder.smooth(x)])
      },
      Trap(name: "a notch of \(width)", place: 0.9071, width: width) { builder, x in
        let away = builder.lane(.multiply, [builder.plus(x, -0.9071), builder.constant(1 / width)])
        let cut = builder.lane(.minimum, [builder.lane(.multiply, [away, away]), builder.constant(1)])
        return builder.lane(.multiply, [cut, builder.smooth(x)])
      },
      Trap(name: "a bend of \(width)", place: 0.1973, width: width) { builder, x in
        let away = builder.plus(x, -0.1973)
        let square = builder.plus(builder.lane(.multiply, [away, away]), width * width)
        return builder.lane(.add, [builder.lane(.squareRoot, [square]), builder.smooth(x)])
      },
      Trap(name: "a logarithm from \(width)", place: 0, width: width) { builder, x in
        builder.lane(.multiply, [builder.lane(.log2, [builder.plus(x, width)]), builder.constant(0.05)])
      },
    ]
  }

  @Test(arguments: traps) func findsWhatIsNarrow(_ trap: Trap) throws {
    let (chain, function) = Self.function(of: trap.write)
    guard let function else { return }
    let near = (-100...100).map { trap.place + Double($0) / 25 * trap.width }
    let around = (0...2000).map { Double($0) / 2000 }
    check(function, chain, at: near + around)
  }

  @Test func takesWhatIsSmooth() {
    #expect(Self.function { $0.smooth($1) }.function != nil)
    #expect(Self.function { builder, x in builder.peak(x, 0.3137, 0.2) }.function != nil)
  }

  /// Chains that nobody thought of.
  @Test(.slow, arguments: 0..<60) func isRightForRandomChains(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var plan: [(LaneOperation, Int, Int, Double)] = []
    let operations: [LaneOperation] = [
      .add, .subtract, .multiply, .multiply, .divide, .multiplyAdd, .maximum, .minimum, .absolute, .squareRoot, .exp2,
      .log2, .power, .power, .select,
    ]
    for step in 0..<Int.random(in: 6...14, using: &random) {
      let operation = operations[Int.random(in: 0..<operations.count, using: &random)]
      let number = Double(Float.random(in: -1...3, using: &random))
      plan.append(
        (operation, Int.random(in: 0...step, using: &random), Int.random(in: 0...step, using: &random), number))
    }
    let steps = plan
    let (chain, function) = Self.function { builder, x in
      var values = [x]
      for (operation, one, other, number) in steps {
        let (a, b, c) = (values[one], values[other], builder.constant(number))
        switch operation {
        case .select: values.append(builder.lane(.select, [builder.lane(.less, [a, c]), b, a]))
        case .squareRoot: values.append(builder.lane(.squareRoot, [builder.lane(.maximum, [a, builder.constant(0)])]))
        case .exp2, .log2, .absolute: values.append(builder.lane(operation, [a]))
        case .multiplyAdd: values.append(builder.lane(.multiplyAdd, [a, b, c]))
        case .power: values.append(builder.lane(.power, [a, c]))
        default: values.append(builder.lane(operation, [a, one == other ? c : b]))
        }
      }
      return builder.lane(.multiply, [values[values.count - 1], builder.smooth(x)])
    }
    guard let function else { return }
    check(function, chain, at: (0...4000).map { Double($0) / 4000 })
  }

  private func check(_ function: PiecewiseCubic, _ chain: UnaryChain, at places: [Double]) {
    let inside = places.filter { (0...1).contains($0) }.map { Double(Float($0)) }
    let exact = inside.map { chain.exact(at: $0) }
    let least = min(1, exact.reduce(0) { max($0, $1.magnitude) })
    for (x, value) in zip(inside, exact) {
      let error = (Double(function(Float(x))) - value).magnitude
      #expect(error <= Self.bound * max(value.magnitude, least), "at \(x): \(value), and \(function(Float(x)))")
    }
  }

  /// The chain over the red of a photo, and the function that is taken for it, if one is.
  private static func function(
    of write: (inout ProgramBuilder, Value) -> Value
  ) -> (chain: UnaryChain, function: PiecewiseCubic?) {
    var builder = ProgramBuilder()
    let source = builder.source()
    let red = builder.component([0], of: source)
    let value = write(&builder, red)
    let bounds = builder.sourceBounds()
    let program = Program(
      name: "trap", parameters: [], instructions: builder.instructions,
      output: Program.Output(color: value, bounds: bounds))
    var notes = UnaryChain.Notes(program)
    let chain = UnaryChain(from: red, to: value, program, &notes)!
    var fits = FunctionFits(.bytes)
    return (chain, fits.function(chain, on: Interval(0, 1)))
  }
}

extension ProgramBuilder {
  fileprivate mutating func plus(_ x: Value, _ number: Double) -> Value { lane(.add, [x, constant(number)]) }

  /// 1 at a place, a half a width beside it.
  fileprivate mutating func peak(_ x: Value, _ place: Double, _ width: Double) -> Value {
    let away = lane(.multiply, [plus(x, -place), constant(1 / width)])
    return lane(.divide, [constant(1), plus(lane(.multiply, [away, away]), 1)])
  }

  fileprivate mutating func limited(_ x: Value, from low: Double, to high: Double) -> Value {
    lane(.minimum, [lane(.maximum, [x, constant(low)]), constant(high)])
  }

  /// Long enough to be worth a function, and harmless.
  fileprivate mutating func smooth(_ x: Value) -> Value {
    let positive = plus(x, 0.1)
    return lane(.add, [lane(.power, [positive, constant(1.7)]), lane(.power, [positive, constant(2.3)])])
  }
}

extension UnaryChain {
  /// The chain's value in double precision.
  fileprivate func exact(at x: Double) -> Double {
    var values = constants.map { $0.isNaN ? 1 : Double($0) } + [x]
    for step in steps {
      values.append(step.operation.exact([step.a, step.b, step.c].prefix(step.operation.arity).map { values[$0] }))
    }
    return values[values.count - 1]
  }
}
