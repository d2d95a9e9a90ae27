import Tintype
import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeTables

/// Measures what each step of the tile machine costs, in cycles for eight pixels, for `LaneOperation.cost` and
/// `Plan.Step.cost`.
///
/// Then sets what these costs say of the shipped looks against what a pixel of them takes. A plan with many copies of a
/// step is timed against the plan without them. The clock's frequency comes from a chain of shifts and exclusive ors,
/// each of which waits for the one before and takes one cycle.
///
///     swift run -c release StepCosts            # by the loops for AVX2 or NEON
///     swift run -c release StepCosts --widest   # by the widest that this processor has
@main
struct StepCosts {
  static func main() {
    let cyclesPerNanosecond = clockRate()
    print("clock: \(rounded(cyclesPerNanosecond, 2)) GHz; cycles for eight pixels")
    let empty = nanoseconds(of: plan([]))
    func show(_ name: String, _ step: Plan.Step) {
      let extra = nanoseconds(of: plan(Array(repeating: step, count: copies))) - empty
      print(name, rounded(extra / Double(copies) * cyclesPerNanosecond, 1))
    }
    for operation in LaneOperation.allCases {
      let operands = (0..<operation.arity).map { Plan.Operand.register(Plan.Register($0)) }
      show(operation.rawValue, .lane(operation, into: result, operands))
    }
    show("load", .load(channel: 0, into: result))
    show("lookup", .lookup(channel: 0, table: 0, into: result))
    let lanes = (0..<3).map { Plan.Operand.register(Plan.Register($0)) }
    for (table, name) in ["curves of 4096", "cube of 17", "cube of 33", "cube of 65"].enumerated() {
      show("interpolate, \(name)", .interpolate(table: table, into: (3...5).map { Plan.Register($0) }, lanes))
    }
    show("noise", .noise(channel: 0, seed: Plan.Slot(0), into: result))
    show("position", .position(axis: 0, into: result))
    print("store", rounded((nanoseconds(of: plan([]), channels: 4) - empty) * cyclesPerNanosecond, 1))
    for look in shippedLooks.compactMap({ compile($0).look }) {
      let program = Pipeline.run(
        look.program, parameters: look.parameters.map(\.defaultValue), sourceIsOpaque: true, sourceIsBytes: true,
        resultIsBytes: true)
      let plan = Planner.plan(program)
      // A pass alone is what steps cost; fields come with rows that are kept.
      guard plan.fields.isEmpty else { continue }
      let measured = nanoseconds(of: plan) * cyclesPerNanosecond / 8
      print("\(look.name): said \(rounded(plan.cyclesPerPixel, 1)), measured \(rounded(measured, 1)) cycles a pixel")
    }
  }

  private static let copies = 64
  /// What `explain` says holds for the loops that every supported processor has.
  private static let isWide = CommandLine.arguments.contains("--widest")
  private static let result = Plan.Register(3)
  private static let (width, height) = (4096, 2)

  /// A plan that loads three channels, runs some steps and stores.
  private static func plan(_ steps: [Plan.Step]) -> Plan {
    let loads = (0..<3).map { Plan.Step.load(channel: $0, into: Plan.Register($0)) }
    var plan = Plan(
      explicit: loads + steps, registerCount: 6,
      uniforms: [.constant(1), .constant(0)] + [2, 3].map { .sourceBounds(edge: $0) },
      tables: [(0..<256).map { Float($0) / 255 }], color: (0..<4).map { .register(Plan.Register($0)) },
      bounds: [1, 1, 2, 3].map { Plan.Slot($0) })
    plan.colorTables = [table(.curves, 4096)] + [17, 33, 65].map { table(.cube, $0) }
    return plan
  }

  private static func table(_ shape: ColorTable.Stage.Shape, _ edge: Int) -> ColorTable {
    let axis = ColorTable.Axis(from: 0, to: 1, edge: edge)!
    let entries = (0..<ColorTable.Stage.entryCount(shape, edge: edge)).map { SIMD4(repeating: Float($0 % 101) / 100) }
    return ColorTable(
      name: "", stages: [ColorTable.Stage(shape, edge: edge, axes: [axis, axis, axis], entries: entries)!])!
  }

  /// For eight pixels, the least of several runs.
  private static func nanoseconds(of plan: Plan, channels: Int = 3) -> Double {
    let widest = Execution(
      plan, width: width, height: height, source: PixelFormat(channels: 3, depth: .eight),
      result: PixelFormat(channels: channels, depth: .eight))
    let execution = isWide ? widest : widest.narrow
    let source = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 41) }
    var stored = [UInt8](repeating: 0, count: width * height * channels)
    let times = (0..<100).map { _ in
      source.withUnsafeBytes { source in
        stored.withUnsafeMutableBytes { stored in
          duration {
            execution.run(
              rows: 0..<height, from: source, sourceRowBytes: width * 3, to: stored, resultRowBytes: width * channels)
          }
        }
      }
    }
    return (times.min() ?? 0) / Double(width * height / 8)
  }

  /// Cycles in a nanosecond.
  private static func clockRate() -> Double {
    let links = 500_000
    var x = UInt64(links)
    let times = (0..<200).map { _ in
      duration {
        for _ in 0..<links {
          x ^= x >> 7
          x ^= x << 9
        }
      }
    }
    precondition(x != 0, "the chain has to be computed")
    return Double(4 * links) / (times.min() ?? 1)
  }

  /// In nanoseconds.
  private static func duration(_ body: () -> Void) -> Double {
    let parts = ContinuousClock().measure(body).components
    return Double(parts.seconds) * 1e9 + Double(parts.attoseconds) * 1e-9
  }

  private static func rounded(_ number: Double, _ digits: Int) -> Double {
    let scale = digits == 1 ? 10.0 : 100.0
    return (number * scale).rounded() / scale
  }
}
