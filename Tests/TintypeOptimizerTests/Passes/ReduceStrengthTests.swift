import Testing
import TintypeIR
import TintypeIntrinsics
import TintypePlan
import TintypeTestSupport

@testable import TintypeOptimizer

/// Compares the replacement of a power with the exact power.
@Suite struct ReduceStrengthTests {
  @Test(arguments: [0, 0.5, 1, 1.5, 2, 3, 4]) func staysWithinThreeRoundings(_ exponent: Double) throws {
    let reduced = reduced(exponent)
    #expect(!reduced.instructions.contains { $0.operation == .lane(.power) })
    for base in bases {
      let exact = LaneOperation.power.exact([Double(base), exponent])
      let got = Double(value(reduced, base))
      if exact > Double(Float.greatestFiniteMagnitude) {
        #expect(got == .infinity, "\(base)")
      } else {
        #expect(abs(got - exact) <= 3.01 * 0x1p-24 * exact + 0x1p-62, "\(base) to \(exponent)")
      }
    }
  }

  @Test(arguments: [1.3, 2.5, -1, 5, 0.25]) func leavesOtherPowers(_ exponent: Double) {
    #expect(reduced(exponent).instructions.contains { $0.operation == .lane(.power) })
  }

  private let bases: [Float] = {
    var random = SplitMix64(seed: 4)
    let drawn = (0..<3_000).map { index in
      index % 2 == 0
        ? Float.random(in: -0.5...2, using: &random)
        : Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random))
    }
    return [0, -0, 1, -1, .nan, .infinity, -.infinity, .leastNormalMagnitude, .leastNonzeroMagnitude] + drawn
  }()

  /// The power of the red lane, with its base a parameter so that any number may stand there.
  private func reduced(_ exponent: Double) -> Program {
    var builder = ProgramBuilder()
    let base = builder.component([0], of: builder.position())
    let power = builder.lane(.power, [base, builder.constant(exponent)])
    let color = builder.construct([power, power, power, builder.constant(1)], .rgba)
    let program = Program(
      name: "power", parameters: [], instructions: builder.instructions,
      output: Program.Output(color: color, bounds: color))
    return rewrite(program, by: reduceStrength)
  }

  /// Runs the lane instructions on one number in the place of the position.
  private func value(_ program: Program, _ base: Float) -> Float {
    var values: [Float] = []
    for instruction in program.instructions {
      switch instruction.operation {
      case .constant(let numbers):
        values.append(instruction.type == .bool ? .truth(numbers[0] != 0) : Float(numbers[0]))
      case .component: values.append(base)
      case .lane(let operation):
        let x = instruction.operands.map { values[$0.index] } + [0, 0]
        values.append(operation(x[0], x[1], x[2]))
      default: values.append(0)
      }
    }
    return values[program[program.output.color].operands[0].index]
  }
}
